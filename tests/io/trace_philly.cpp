#include <doctest/doctest.h>

#include "tests/io/trace_case.h"

namespace podsim {

TEST_CASE("philly: zero is the earliest stamp, whatever row it stands in") {
  const Trace trace = read_text(
      "timestamp,duration,num_gpus,gpu_time,cluster\n"
      "2017-10-09 07:02:00,66.5,2,133.0,vc1\n"
      "2017-10-09 07:01:00,10.0,8,80.0,vc2\n"
      "2017-10-09 07:02:00,66.5,2,133.0,vc1\n\n");
  REQUIRE(trace.jobs.size() == 3);
  CHECK(trace.report.absolute_times);
  CHECK(trace.report.first_stamp_unix_ns == 1'507'532'460'000'000'000);
  CHECK(job(trace, 0).arrival == kTimeZero);
  CHECK(job(trace, 0).request.devices == 8);
  CHECK(job(trace, 1).arrival == SimTime{std::chrono::seconds(60)});
  CHECK(job(trace, 1).line == 2);
  CHECK(job(trace, 2).line == 4);
  CHECK(job(trace, 1).runtime == std::chrono::milliseconds(66'500));
  CHECK(trace.jobs.queues().name(job(trace, 0).queue.value()) == "vc2");
  CHECK(trace.report.count("out-of-order") == 1);
  CHECK(!trace.report.has_requested);
}

TEST_CASE("philly: daylight saving is not applied") {
  const Trace trace =
      read_text("timestamp,duration,num_gpus\n2017-11-05 00:00:00,1,1\n2017-11-06 00:00:00,1,1\n");
  CHECK(job(trace, 1).arrival == SimTime{std::chrono::hours(24)});
}

TEST_CASE("philly: odd rows by reason") {
  const Trace trace = read_text(
      "timestamp,duration,num_gpus,gpu_time\n"
      "2017-11-05 00:00:00,0,1,0\n"
      "2017-11-05 00:00:00,-5,1,-5\n"
      "2017-11-05 00:00:00,5,0,0\n"
      "2017-11-05 00:00:00,5,-1,-5\n"
      "2017-11-05 00:00:00,5,2,10.0\n");
  CHECK(trace.report.rows == 5);
  CHECK(trace.jobs.size() == 3);
  CHECK(trace.report.count("zero-runtime") == 1);
  CHECK(trace.report.count("negative-runtime") == 1);
  CHECK(trace.report.count("no-accelerators") == 1);
  CHECK(trace.report.count("negative-accelerators") == 1);
  CHECK(trace.report.count("gpu-time-mismatch") == 0);
}

TEST_CASE("philly: gpu_time is checked") {
  const Trace trace =
      read_text("timestamp,duration,num_gpus,gpu_time\n2017-11-05 00:00:00,100,2,100\n");
  CHECK(trace.report.count("gpu-time-mismatch") == 1);
}

TEST_CASE("shared: philly.csv") {
  const auto trace = read_shared("philly-sia/philly.csv");
  if (!trace) return;
  CHECK(trace->report.rows == 82'247);
  CHECK(trace->jobs.size() == 82'247);
  CHECK(trace->report.count("out-of-order") == 44'878);
  CHECK(trace->report.dirty.size() == 1);
  CHECK(trace->jobs.queues().size() - 1 == 15);
  CHECK(accelerator_hours(*trace) == doctest::Approx(978'078.473).epsilon(1e-9));
  CHECK(trace->jobs.jobs().back().arrival == SimTime{std::chrono::seconds(9'408'690)});
  CHECK(trace->report.first_stamp_unix_ns == 1'504'521'041'000'000'000);
}

TEST_CASE("shared: Sia's other files have no durations") {
  const std::string path = shared_trace("philly-sia/sia_philly_workload-1.csv");
  if (path.empty()) {
    MESSAGE("skipped: no ../shared");
    return;
  }
  Diagnostics diagnostics;
  CHECK(!read_trace(path, {}, diagnostics));
  CHECK(findings(diagnostics) == std::vector<std::string>{"E-TRC-005 1:1"});
}

}  // namespace podsim
