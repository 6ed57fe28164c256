#include "sim/workload/execution.h"

#include <doctest/doctest.h>

#include "sim/workload/job_table.h"

using namespace podsim;

namespace {

constexpr SimTime at(std::int64_t ns) {
  return SimTime{Duration{ns}};
}
constexpr Duration ns(std::int64_t count) {
  return Duration{count};
}
constexpr JobId id(std::uint32_t value) {
  return JobId{value};
}

/// What ends at `now`: job and whether it was killed.
std::vector<std::pair<std::uint32_t, bool>> ends(Execution& execution, SimTime now) {
  Effects effects;
  execution.advance(now, effects);
  std::vector<std::pair<std::uint32_t, bool>> found;
  for (const Effect& effect : effects) {
    const auto& ended = std::get<JobEnded>(effect);
    found.emplace_back(ended.job.value(), ended.reason == JobEnded::Reason::WallTime);
  }
  return found;
}
using Ends = std::vector<std::pair<std::uint32_t, bool>>;

}  // namespace

TEST_CASE("execution: jobs end after their run time, equal ends in the order of their starts") {
  Execution execution(4);
  CHECK(execution.next() == kTimeNever);
  execution.start(id(7), at(0), ns(10), kNoDuration);
  execution.start(id(3), at(2), ns(8), kNoDuration);
  execution.start(id(5), at(2), ns(1), kNoDuration);
  CHECK(execution.next() == at(3));
  CHECK(ends(execution, at(3)) == Ends{{5, false}});
  CHECK(execution.next() == at(10));
  CHECK(ends(execution, at(10)) == Ends{{7, false}, {3, false}});
  CHECK(execution.next() == kTimeNever);
}

TEST_CASE("execution: the limit kills only what would outlast it") {
  Execution execution(4);
  execution.start(id(0), at(0), ns(10), ns(9));
  execution.start(id(1), at(0), ns(10), ns(10));
  execution.start(id(2), at(0), kForever, ns(4));
  CHECK(ends(execution, at(4)) == Ends{{2, true}});
  CHECK(ends(execution, at(9)) == Ends{{0, true}});
  CHECK(ends(execution, at(10)) == Ends{{1, false}});
}

TEST_CASE("execution: a job for ever is not an event; one without length ends at once") {
  Execution execution(4);
  execution.start(id(0), at(5), kForever, kNoDuration);
  CHECK(execution.next() == kTimeNever);
  execution.start(id(1), at(5), ns(0), kNoDuration);
  CHECK(execution.next() == at(5));
  CHECK(ends(execution, at(5)) == Ends{{1, false}});
}
