#include <doctest/doctest.h>

#include "tests/io/trace_case.h"

namespace podsim {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// A row of the standard with the fields that matter; the others are missing (-1).
std::string row(std::string_view head, std::string_view requested = "-1 -1",
                std::string_view tail = "-1 -1") {
  return fmt::format("{} -1 -1 {} -1 1 7 1 -1 3 -1 {}\n", head, requested, tail);
}

}  // namespace

TEST_CASE("fields of the standard") {
  const Trace trace = read_text("; Version: 2.2\n; MaxProcs: 64\n; Note: a\n;       b\n;\n" +
                                row("4 10.5 2 60.25 8", "16 100"));
  REQUIRE(trace.jobs.size() == 1);
  const Job& only = job(trace, 0);
  CHECK(only.arrival == SimTime{milliseconds(10'500)});
  CHECK(only.recorded_start == SimTime{milliseconds(12'500)});
  CHECK(only.runtime == milliseconds(60'250));
  CHECK(only.requested == seconds(100));
  CHECK(only.request.devices == 8);
  CHECK(only.line == 6);
  CHECK(trace.jobs.users().name(only.user.value()) == "7");
  CHECK(trace.jobs.queues().name(only.queue.value()) == "3");
  CHECK(trace.report.header == std::vector<std::pair<std::string, std::string>>{
                                   {"Version", "2.2"}, {"MaxProcs", "64"}, {"Note", "a b"}});
  CHECK(trace.report.has_requested);
  CHECK(trace.report.has_recorded_starts);
  CHECK(!trace.report.absolute_times);
}

TEST_CASE("missing values") {
  const Trace trace = read_text(row("1 0 -1 60 -1", "4 -1") + row("2 0 -1 0 0"));
  CHECK(job(trace, 0).request.devices == 4);
  CHECK(job(trace, 0).requested == kNoDuration);
  CHECK(job(trace, 0).recorded_start == kTimeNever);
  CHECK(job(trace, 1).request.devices == 0);
  CHECK(trace.report.count("no-processors") == 1);
  CHECK(trace.report.count("zero-runtime") == 1);
  CHECK(!trace.report.has_requested);
  CHECK(!trace.report.has_recorded_starts);
}

TEST_CASE("rows without a run time are refused and counted, or run as requested") {
  const std::string text = row("1 0 0 60 1") + row("2 0 0 -1 1", "1 30") + row("3 0 0 -1 1");
  const Trace refused = read_text(text);
  CHECK(refused.report.rows == 3);
  CHECK(refused.report.kept == 1);
  CHECK(refused.jobs.size() == 1);
  REQUIRE(dirt(refused, "no-runtime"));
  CHECK(dirt(refused, "no-runtime")->fate == RowFate::Refused);
  CHECK(dirt(refused, "no-runtime")->lines == std::vector<std::uint32_t>{2, 3});
  TraceOptions options;
  options.missing_runtime = "requested";
  const Trace repaired = read_text(text, options);
  REQUIRE(repaired.jobs.size() == 2);
  CHECK(job(repaired, 1).runtime == seconds(30));
  CHECK(dirt(repaired, "no-runtime")->fate == RowFate::Repaired);
  CHECK(repaired.report.count("no-runtime") == 1);
  CHECK(repaired.report.count("no-runtime-no-request") == 1);
}

TEST_CASE("dirty rows that are kept") {
  const Trace trace = read_text(row("1 50 0 60 1", "1 30") + row("2 -3 5 10 1") +
                                row("2 70 0 10 1") + " \t \n" + row("5 60 0 10 1"));
  CHECK(trace.report.count("over-requested") == 1);
  CHECK(trace.report.count("negative-submit") == 1);
  CHECK(trace.report.count("duplicate-id") == 1);
  CHECK(dirt(trace, "duplicate-id")->lines == std::vector<std::uint32_t>{3});
  CHECK(trace.report.count("out-of-order") == 2);
  CHECK(dirt(trace, "out-of-order")->lines == std::vector<std::uint32_t>{2, 5});
  CHECK(trace.report.rows == 4);
  CHECK(job(trace, 0).arrival == kTimeZero);
  CHECK(job(trace, 0).recorded_start == SimTime{seconds(2)});
  CHECK(job(trace, 1).arrival == SimTime{seconds(50)});
}

TEST_CASE("preceding jobs") {
  const Trace trace =
      read_text(row("9 20 0 10 1", "1 -1", "7 5") + row("7 10 0 10 1") +
                row("3 30 0 10 1", "1 -1", "8 -1") + row("4 40 0 9 1", "1 -1", "4 -1") +
                row("5 50 0 9 1", "1 -1", "6 -1") + row("6 60 0 9 1", "1 -1", "5 -1"));
  // Sorted: 7, 9, 3, 4, 5, 6.
  CHECK(job(trace, 1).after == JobId{0U});
  CHECK(trace.report.count("think-time") == 1);
  CHECK(trace.report.count("dangling-after") == 1);
  CHECK(!job(trace, 2).after.valid());
  CHECK(trace.report.count("circular-after") == 2);  // 4 for itself, 5 and 6 for each other
  CHECK(!job(trace, 3).after.valid());
  CHECK(job(trace, 4).after.valid() != job(trace, 5).after.valid());
}

TEST_CASE("extra fields are noted, hashes are names") {
  const Trace trace =
      read_text("1 806 1 64 256 -1 -1 256 5400 -1 0 92605928607567 1 -1 -1 -1 -1 -1 0\n");
  CHECK(trace.report.count("extra-fields") == 1);
  CHECK(trace.jobs.users().name(job(trace, 0).user.value()) == "92605928607567");
  CHECK(trace.jobs.queues().size() == 1);
}

TEST_CASE("the 21-field dialect: Unix time, queue names, filler in the fields 17 and 18") {
  const Trace trace = read_text(
      "0 1400000100 3 50 2 1 1024 2 86400 4294967296 1 62 1 1 -1 1 1 1 {12,12} q_day 1:ppn=2\n"
      "1 1400000160 0 50 1 1 1024 1 86400 4294967296 1 62 1 1 -1 1 1 1 {12} q_week 1:ppn=1\n");
  REQUIRE(trace.jobs.size() == 2);
  CHECK(job(trace, 0).arrival == kTimeZero);
  CHECK(job(trace, 0).recorded_start == SimTime{seconds(3)});
  CHECK(job(trace, 1).arrival == SimTime{seconds(60)});
  CHECK(trace.report.absolute_times);
  CHECK(trace.report.first_stamp_unix_ns == 1'400'000'100'000'000'000);
  CHECK(trace.jobs.queues().name(job(trace, 1).queue.value()) == "q_week");
  CHECK(!job(trace, 1).after.valid());
  CHECK(!job(trace, 0).request.node_bound());
  CHECK(trace.report.dirty.empty());
  CHECK(trace.report.notes.size() == 4);
}

TEST_CASE("shared: KTH SP2") {
  const auto trace = read_shared("swf/kth_sp2.swf");
  if (!trace) return;
  CHECK(trace->report.rows == 28'476);
  CHECK(trace->jobs.size() == 28'476);
  CHECK(trace->report.count("over-requested") == 475);
  CHECK(trace->report.count("no-processors") == 1);
  CHECK(trace->report.count("zero-runtime") == 8);
  CHECK(trace->report.count("out-of-order") == 0);
  CHECK(trace->report.count("duplicate-id") == 0);
  CHECK(trace->jobs.users().size() - 1 == 214);
  CHECK(job(*trace, 0).arrival == SimTime{seconds(599'850)});
  CHECK(trace->jobs.jobs().back().arrival == SimTime{seconds(29'363'618)});
  CHECK(accelerator_hours(*trace) == doctest::Approx(560'164.311).epsilon(1e-9));
}

TEST_CASE("shared: HPC2N, theta, Lublin and AccaSim") {
  const auto hpc2n = read_shared("swf/hpc2n.swf");
  if (!hpc2n) return;
  CHECK(hpc2n->report.rows == 3170);
  CHECK(hpc2n->report.count("no-runtime") == 25);
  CHECK(hpc2n->jobs.size() == 3145);
  const auto theta = read_shared("swf/theta_train.swf");
  CHECK(theta->report.count("extra-fields") == 3000);
  CHECK(theta->report.count("over-requested") == 620);
  CHECK(theta->jobs.users().size() - 1 == 97);
  CHECK(accelerator_hours(*theta) == doctest::Approx(2'041'626.406).epsilon(1e-9));
  const auto lublin = read_shared("swf/lublin_256_prefix3k.swf");
  CHECK(lublin->jobs.size() == 3000);
  CHECK(!lublin->report.has_recorded_starts);
  CHECK(!lublin->report.has_requested);
  CHECK(accelerator_hours(*lublin) == doctest::Approx(164'904.009).epsilon(1e-8));
  const auto accasim = read_shared("swf/accasim_workload.swf");
  CHECK(accasim->jobs.size() == 25);
  CHECK(accasim->report.header.empty());
  CHECK(accelerator_hours(*accasim) == doctest::Approx(1903.062).epsilon(1e-6));
}

}  // namespace podsim
