#include "sim/workload/job_table.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

#include "sim/workload/arrivals.h"

using namespace podsim;

namespace {

Job job(std::int64_t arrival, std::uint32_t line, JobId after = {}) {
  Job made;
  made.arrival = SimTime{Duration{arrival}};
  made.line = line;
  made.after = after;
  return made;
}
JobTable table_of(std::vector<Job> jobs) {
  return JobTable::from(std::move(jobs), {}, {}, {});
}
std::vector<std::uint32_t> lines(const JobTable& table) {
  std::vector<std::uint32_t> found;
  for (const Job& each : table.jobs()) found.push_back(each.line);
  return found;
}

}  // namespace

TEST_CASE("job table: by arrival, equal ones in the order of the file") {
  const JobTable table = table_of({job(5, 1), job(3, 2), job(5, 3), job(3, 4), job(0, 5)});
  CHECK(lines(table) == std::vector<std::uint32_t>{5, 2, 4, 1, 3});
}

TEST_CASE("job table: dependencies follow their rows") {
  // Line 1 waits for line 3, which comes first by arrival; line 2 for line 1.
  const JobTable table = table_of({job(5, 1, JobId{2U}), job(6, 2, JobId{0U}), job(0, 3)});
  CHECK(lines(table) == std::vector<std::uint32_t>{3, 1, 2});
  CHECK(table[JobId{1U}].after == JobId{0U});
  CHECK(table[JobId{2U}].after == JobId{1U});
  CHECK_FALSE(table[JobId{0U}].after.valid());
}

TEST_CASE("request: what binds a job to one node") {
  CHECK_FALSE(Request{.devices = 16}.node_bound());
  CHECK(Request{.devices = 1, .milli = 999}.node_bound());
  CHECK(Request{.devices = 2, .cpu_milli = 1}.node_bound());
  CHECK(Request{.devices = 2, .memory_mib = 1}.node_bound());
  CHECK(Request{.devices = 3, .milli = 1000}.total_milli() == 3000);
  CHECK(Request{.devices = 1, .milli = 250}.total_milli() == 250);
}

TEST_CASE("name table: numbers in the order of appearance, the empty name first") {
  NameTable names;
  CHECK(names.intern("") == 0);
  CHECK(names.intern("b") == 1);
  CHECK(names.intern("a") == 2);
  CHECK(names.intern("b") == 1);
  CHECK(names.name(2) == "a");
  CHECK(names.size() == 3);
}

TEST_CASE("name table: thousands of names, each found again") {
  NameTable names;
  for (std::uint32_t i = 0; i < 5000; ++i) CHECK(names.intern(fmt::format("user{}", i)) == i + 1);
  for (std::uint32_t i = 0; i < 5000; ++i) CHECK(names.intern(fmt::format("user{}", i)) == i + 1);
}

TEST_CASE("types: alternatives are joined by a bar") {
  CHECK(split_types("A|B|") == std::vector<std::string>{"A", "B"});
  CHECK(split_types("A") == std::vector<std::string>{"A"});
  CHECK(split_types("|A||B") == std::vector<std::string>{"A", "B"});
  CHECK(split_types("").empty());
  CHECK(split_types("|").empty());
}

TEST_CASE("arrivals: all that are due, in order") {
  const JobTable table = table_of({job(3, 1), job(3, 2), job(9, 3)});
  Arrivals arrivals(table);
  CHECK(arrivals.next() == SimTime{Duration{3}});
  Effects effects;
  arrivals.advance(SimTime{Duration{3}}, effects);
  REQUIRE(effects.size() == 2);
  CHECK(std::get<JobArrived>(effects[1]).job == JobId{1U});
  CHECK(arrivals.next() == SimTime{Duration{9}});
  arrivals.advance(SimTime{Duration{9}}, effects);
  CHECK(arrivals.next() == kTimeNever);
  CHECK(arrivals.submitted() == 3);
}
