#include <doctest/doctest.h>

#include "tests/io/trace_case.h"

namespace podsim {
namespace {

using std::chrono::nanoseconds;
using std::chrono::seconds;

}  // namespace

TEST_CASE("podsim csv: columns in any order, decimals exact") {
  const Trace trace = read_text(
      "runtime,user,accelerators,arrival,requested,start,cpu,memory_gib,types,queue,priority,load\n"
      "86400.000000001,ann,8,0.1,90000,1.5,64.5,0.3,A|B,prod,-3,0.25\n"
      "never,\"bob, jr\",0.46,10,,,,,,,,\n");
  REQUIRE(trace.jobs.size() == 2);
  const Job& first = job(trace, 0);
  CHECK(first.arrival == SimTime{nanoseconds(100'000'000)});
  CHECK(first.runtime == nanoseconds(86'400'000'000'001));
  CHECK(first.requested == seconds(90'000));
  CHECK(first.recorded_start == SimTime{nanoseconds(1'500'000'000)});
  CHECK(first.request.cpu_milli == 64'500);
  CHECK(first.request.memory_mib == 308);  // 307.2, never too little
  CHECK(first.priority == -3);
  CHECK(first.load == 0.25F);
  CHECK(trace.jobs.types().name(first.request.types.value()) == "A|B");
  const Job& second = job(trace, 1);
  CHECK(second.runtime == kForever);
  CHECK(second.request.devices == 1);
  CHECK(second.request.milli == 460);
  CHECK(second.requested == kNoDuration);
  CHECK(second.recorded_start == kTimeNever);
  CHECK(!(second.load >= 0.0F));
  CHECK(trace.jobs.users().name(second.user.value()) == "bob, jr");
}

TEST_CASE("podsim csv: stamps make times absolute") {
  const Trace trace = read_text(
      "arrival,accelerators,runtime,start\n"
      "2024-03-01 00:01:00,1,10,2024-03-01 00:02:00\n"
      "2024-03-01T00:00:00Z,1,10,\n"
      "2024-03-01 02:00:30 +02:00,1,10,\n");
  CHECK(trace.report.absolute_times);
  CHECK(trace.report.first_stamp_unix_ns == 1'709'251'200'000'000'000);
  CHECK(job(trace, 0).line == 3);
  CHECK(job(trace, 1).arrival == SimTime{seconds(30)});
  CHECK(job(trace, 2).arrival == SimTime{seconds(60)});
  CHECK(job(trace, 2).recorded_start == SimTime{seconds(120)});
}

TEST_CASE("podsim csv: rows are sorted stably, and after follows them") {
  const Trace numbers =
      read_text("arrival,accelerators,runtime,after\n30,1,1,3\n20,1,1,\n10,1,1,\n20,1,1,1\n");
  CHECK(job(numbers, 0).line == 4);
  CHECK(job(numbers, 1).line == 3);
  CHECK(job(numbers, 2).line == 5);
  CHECK(job(numbers, 3).after == JobId{0U});
  CHECK(job(numbers, 2).after == JobId{3U});
  CHECK(numbers.report.count("out-of-order") == 2);
  const Trace names = read_text(
      "id,arrival,accelerators,runtime,after\nx,30,1,1,z\ny,20,1,1,\nz,10,1,1,\n,5,1,1,y\n");
  CHECK(job(names, 3).after == JobId{1U});
  CHECK(job(names, 0).after == JobId{2U});
}

TEST_CASE("podsim csv: without a header the columns come from the options") {
  TraceOptions options;
  options.columns = {"arrival", "runtime", "accelerators"};
  const Trace trace = read_text("0,60,4\n10,60,8\n", options);
  CHECK(job(trace, 1).request.devices == 8);
  CHECK(job(trace, 0).line == 1);
  options.columns = {"arrival", "runtme", "accelerators"};
  CHECK(trace_findings("0,60,4\n", options) ==
        std::vector<std::string>{"E-TRC-006 0:0", "E-TRC-005 1:1"});
}

TEST_CASE("podsim csv: the nearest name is in the finding") {
  Diagnostics diagnostics;
  CHECK(!parse_trace("arrival,acelerators,runtime\n0,1,1\n", "test", {}, diagnostics));
  REQUIRE(diagnostics.findings().size() == 2);
  CHECK(diagnostics.findings()[0].hint == "did you mean 'accelerators'?");
}

TEST_CASE("podsim csv: times that break the rules") {
  const std::string header = "arrival,accelerators,runtime,requested,start\n";
  CHECK(trace_findings(header + "0,1,5,-1,\n") == std::vector<std::string>{"E-TRC-010 2:7"});
  CHECK(trace_findings(header + "0,1,5,,-4\n") == std::vector<std::string>{"E-TRC-010 2:8"});
  CHECK(trace_findings(header + "0,1,5,,2020-01-01\n") ==
        std::vector<std::string>{"E-TRC-015 2:8"});
  const Trace early = read_text(header + "10,1,5,,4\n");
  CHECK(early.report.count("start-before-arrival") == 1);
}

TEST_CASE("podsim csv: names are counted once") {
  const Trace trace =
      read_text("id,arrival,accelerators,runtime\nx,0,1,1\nx,1,1,1\n,2,1,1\n,3,1,1\n");
  CHECK(trace.report.count("duplicate-id") == 1);
}

}  // namespace podsim
