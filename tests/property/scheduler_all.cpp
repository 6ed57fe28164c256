// What holds for every queue policy and every workload.
#include "tests/property/scheduler_workload.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

std::string any_queue() {
  std::vector<std::string> names;
  for (const PolicyEntry& entry : builtin_policies()) {
    if (entry.kind == PolicyKind::Queue && entry.name != "replay") names.push_back(entry.name);
  }
  return *rc::gen::elementOf(names);
}

/// Milli-accelerators x nanoseconds that the outcomes say.
Int128 used(const Case& test, const RunResult& result, SimTime close) {
  Int128 sum = 0;
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    const JobOutcome& outcome = result.jobs[i];
    if (outcome.start == kTimeNever) continue;
    const SimTime end = outcome.end == kTimeNever ? close : outcome.end;
    const auto milli = static_cast<std::int64_t>(test.jobs[JobId{i}].request.total_milli());
    sum += wide_product(milli, (end - outcome.start).count());
  }
  return sum;
}

}  // namespace

TEST_CASE("any queue policy: a job starts once it is there, runs its length, and is in the books") {
  CHECK(rc::check("outcomes", [] {
    const Case test = any_case(any_queue());
    const RunResult result = test.run();
    for (std::size_t i = 0; i < result.jobs.size(); ++i) {
      const JobOutcome& outcome = result.jobs[i];
      RC_ASSERT(outcome.state == JobState::Completed);
      RC_ASSERT(outcome.start >= test.jobs[JobId{i}].arrival);
      RC_ASSERT(outcome.end == outcome.start + test.jobs[JobId{i}].runtime);
    }
    RC_ASSERT(result.ledger.allocated == used(test, result, result.window_close));
    RC_ASSERT(result.ledger.claimed + result.ledger.free == result.ledger.capacity);
  }));
}

TEST_CASE("any queue policy: cut anywhere, the books say what the outcomes say") {
  CHECK(rc::check("cut", [] {
    Case test = any_case(any_queue());
    test.settings.until = at(*rc::gen::inRange(1, 120));
    const RunResult result = test.run();
    RC_ASSERT(result.window_close == test.settings.until);
    RC_ASSERT(result.ledger.allocated == used(test, result, test.settings.until));
    for (const JobOutcome& outcome : result.jobs) {
      if (outcome.end != kTimeNever) RC_ASSERT(outcome.end < test.settings.until);
    }
  }));
}

TEST_CASE("any queue policy: a run cut at a time agrees with the whole run up to then") {
  CHECK(rc::check("prefix", [] {
    Case test = any_case(any_queue());
    const RunResult whole = test.run();
    test.settings.until = at(*rc::gen::inRange(1, 120));
    const RunResult part = test.run();
    for (std::size_t i = 0; i < whole.jobs.size(); ++i) {
      const SimTime start = whole.jobs[i].start;
      RC_ASSERT(part.jobs[i].start == (start < test.settings.until ? start : kTimeNever));
    }
  }));
}

TEST_CASE("any queue policy: no device is held twice at any time") {
  CHECK(rc::check("load", [] {
    const Case test = any_case(any_queue());
    const RunResult result = test.run();
    for (const JobOutcome& now : result.jobs) {
      std::uint64_t held = 0;
      for (std::size_t i = 0; i < result.jobs.size(); ++i) {
        const JobOutcome& other = result.jobs[i];
        const bool runs = other.start <= now.start && now.start < other.end;
        if (runs) held += test.jobs[JobId{i}].request.devices;
      }
      RC_ASSERT(held <= kDevices);
    }
  }));
}

TEST_CASE("any queue policy: a later arrival of everything is a later schedule") {
  CHECK(rc::check("shift", [] {
    Case test = any_case(any_queue());
    const Times before = starts(test.run());
    const std::int64_t shift = *rc::gen::inRange<std::int64_t>(0, 1'000'000);
    std::vector<Job> jobs = test.jobs.jobs();
    for (Job& each : jobs) each.arrival += seconds(shift);
    test.jobs = table_of(jobs);
    const Times after = starts(test.run());
    for (std::size_t i = 0; i < before.size(); ++i) RC_ASSERT(after[i] == before[i] + shift);
  }));
}
