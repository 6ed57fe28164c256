#include <doctest/doctest.h>

#include "tests/io/trace_case.h"

namespace podsim {
namespace {

constexpr std::string_view kHeader =
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
    "deletion_time,scheduled_time\n";

using std::chrono::seconds;

}  // namespace

TEST_CASE("openb: shares, types, starts and lifetimes") {
  const Trace trace = read_text(std::string(kHeader) +
                                "a,6000,12288,1,460,G2|G3,LS,Running,10,500,30\n"
                                "b,4000,0,0,0,,BE,Failed,20,90,25\n"
                                "c,4000,64,8,1000,,BE,Pending,40,100,\n");
  REQUIRE(trace.jobs.size() == 3);
  const Job& a = job(trace, 0);
  CHECK(a.arrival == SimTime{seconds(10)});
  CHECK(a.recorded_start == SimTime{seconds(30)});
  CHECK(a.runtime == seconds(470));
  CHECK(a.request.devices == 1);
  CHECK(a.request.milli == 460);
  CHECK(a.request.cpu_milli == 6000);
  CHECK(a.request.memory_mib == 12'288);
  CHECK(trace.jobs.types().name(a.request.types.value()) == "G2|G3");
  CHECK(trace.jobs.queues().name(a.queue.value()) == "LS");
  CHECK(a.user == UserId{0U});
  const Job& b = job(trace, 1);
  CHECK(b.request.devices == 0);
  CHECK(b.request.milli == kMilliPerDevice);
  CHECK(b.request.types == kAnyType);
  const Job& c = job(trace, 2);
  CHECK(c.recorded_start == kTimeNever);
  CHECK(c.runtime == seconds(60));
  CHECK(trace.report.count("never-scheduled") == 1);
  CHECK(trace.report.count("no-accelerators") == 1);
  CHECK(trace.report.count("censored") == 1);
  CHECK(dirt(trace, "censored")->lines == std::vector<std::uint32_t>{2});
}

TEST_CASE("openb: odd rows by reason") {
  const Trace trace = read_text(std::string(kHeader) +
                                "a,1,1,1,1000,,LS,Running,10,,30\n"
                                "b,1,1,1,1000,,LS,Running,20,25,30\n"
                                "a,1,1,1,1000,,LS,Running,50,90,40\n");
  CHECK(trace.report.count("no-deletion") == 1);
  CHECK(job(trace, 0).runtime == kForever);
  CHECK(trace.report.count("negative-runtime") == 1);
  CHECK(trace.report.count("start-before-arrival") == 1);
  CHECK(trace.report.count("duplicate-id") == 1);
}

TEST_CASE("openb: without times every pod arrives at 0 and stays") {
  Diagnostics diagnostics;
  const auto trace = parse_trace(
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli\nb,1000,64,2,1000\na,1000,64,1,500\n", "test",
      {}, diagnostics);
  REQUIRE(trace);
  CHECK(!diagnostics.has_errors());
  CHECK(findings(diagnostics) == std::vector<std::string>{"E-TRC-017 1:1"});
  CHECK(job(*trace, 0).request.devices == 2);
  CHECK(job(*trace, 1).arrival == kTimeZero);
  CHECK(job(*trace, 1).runtime == kForever);
  CHECK(trace->report.notes[0].starts_with("no-times"));
}

TEST_CASE("shared: openb pods") {
  const auto trace = read_shared("alibaba-gpu-2023/openb_pod_list_default.csv");
  if (!trace) return;
  CHECK(trace->jobs.size() == 8152);
  CHECK(trace->report.count("never-scheduled") == 897);
  CHECK(trace->report.count("censored") == 34);
  CHECK(trace->report.count("no-accelerators") == 1088);
  CHECK(trace->report.count("zero-runtime") == 1);
  std::uint64_t milli = 0;
  double hours = 0.0;
  double wait = 0.0;
  std::size_t shares = 0;
  for (const Job& each : trace->jobs.jobs()) {
    milli += each.request.total_milli();
    shares += each.request.milli < kMilliPerDevice ? 1U : 0U;
    if (each.recorded_start == kTimeNever) continue;
    wait += to_seconds(each.recorded_start - each.arrival);
    hours += to_seconds(each.runtime) * static_cast<double>(each.request.total_milli()) / 3.6e6;
  }
  CHECK(milli == 6'086'800);
  CHECK(shares == 3078);
  CHECK(hours == doctest::Approx(51'470.674).epsilon(1e-8));
  CHECK(wait / 7255 == doctest::Approx(61.3023).epsilon(1e-5));
}

TEST_CASE("shared: openb pods without times") {
  const auto trace = read_shared("alibaba-gpu-2023/openb_pod_list_multigpu50.csv");
  if (!trace) return;
  CHECK(trace->jobs.size() == 9061);
  std::uint64_t milli = 0;
  for (const Job& each : trace->jobs.jobs()) milli += each.request.total_milli();
  CHECK(milli == 11'358'800);
}

}  // namespace podsim
