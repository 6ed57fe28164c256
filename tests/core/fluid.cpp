#include "sim/core/fluid.h"

#include <doctest/doctest.h>

#include <limits>

#include "sim/core/check.h"

using namespace podsim;

namespace {

constexpr SimTime at(std::int64_t ns) {
  return SimTime{Duration{ns}};
}
constexpr Duration ns(std::int64_t count) {
  return Duration{count};
}

}  // namespace

TEST_CASE("fluid: at rate 1 a job takes its runtime to the nanosecond") {
  CHECK(Fluid(at(5), ns(7)).finish_time() == at(12));
  // Ten years and one nanosecond, beyond the 2^53 ns (104 days) that a double holds exactly.
  constexpr std::int64_t kTenYears = 10LL * 365 * 86'400 * 1'000'000'000;
  const Fluid fluid(at(3), ns(kTenYears + 1));
  CHECK(fluid.finish_time() == at(kTenYears + 4));
  CHECK(fluid.remaining(at(4)) == ns(kTenYears));
}

TEST_CASE("fluid: interrupting at rate 1 loses nothing") {
  Fluid fluid(at(0), ns(1'000'000'007));
  for (std::int64_t t = 1; t < 1000; t += 7) fluid.set_rate(at(t), 1.0);
  CHECK(fluid.finish_time() == at(1'000'000'007));
}

TEST_CASE("fluid: completion is rounded up to the next nanosecond") {
  // 10 ns of work at 3/4: 10 / 0.75 = 13.33 ns.
  const Fluid fluid(at(100), ns(10), 0.75);
  CHECK(fluid.finish_time() == at(114));
  CHECK(fluid.remaining(at(113)) == ns(1));  // 10 - 9.75, rounded up
  CHECK(fluid.remaining(at(114)) == ns(0));
  CHECK(fluid.progress(at(113)) == ns(9));
  // 12 / 0.75 = 16 exactly.
  CHECK(Fluid(at(0), ns(12), 0.75).finish_time() == at(16));
}

TEST_CASE("fluid: rates in sequence add up") {
  // 100 ns of work: 20 ns at 1 do 20, 40 ns at 1/2 do 20, 10 ns at 0 nothing, the other 60 at 3.
  Fluid fluid(at(0), ns(100));
  fluid.set_rate(at(20), 0.5);
  CHECK(fluid.finish_time() == at(180));
  fluid.set_rate(at(60), 0.0);
  CHECK(fluid.finish_time() == kTimeNever);
  fluid.set_rate(at(70), 3.0);
  CHECK(fluid.progress(at(70)) == ns(40));
  CHECK(fluid.finish_time() == at(90));
  CHECK(fluid.fraction(at(80)) == doctest::Approx(0.7));
  CHECK(fluid.since() == at(70));
}

TEST_CASE("fluid: fractions of a nanosecond are kept between changes") {
  // A rate of 1/4 for 1 ns does a quarter; four times that is the whole nanosecond.
  Fluid fluid(at(0), ns(2), 0.25);
  for (std::int64_t t = 1; t <= 4; ++t) fluid.set_rate(at(t), 0.25);
  CHECK(fluid.remaining(at(4)) == ns(1));
  CHECK(fluid.finish_time() == at(8));
  // Then at rate 1 with 3/4 left: the next whole nanosecond.
  fluid.set_rate(at(5), 1.0);
  CHECK(fluid.finish_time() == at(6));
}

TEST_CASE("fluid: no work is finished at once, even when stopped") {
  CHECK(Fluid(at(9), ns(0)).finish_time() == at(9));
  CHECK(Fluid(at(9), ns(0), 0.0).finish_time() == at(9));
  CHECK(Fluid(at(9), ns(0)).fraction(at(9)) == 1.0);
  CHECK(Fluid().finish_time() == kTimeZero);
}

TEST_CASE("fluid: work does not overrun, and changes behind the end keep it ended") {
  Fluid fluid(at(0), ns(10), 4.0);
  CHECK(fluid.finish_time() == at(3));
  CHECK(fluid.progress(at(50)) == ns(10));
  fluid.set_rate(at(50), 1.0);
  CHECK(fluid.remaining(at(50)) == ns(0));
  CHECK(fluid.finish_time() == at(50));
}

TEST_CASE("fluid: what takes beyond the end of time never finishes") {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  CHECK(Fluid(at(0), ns(kMost)).finish_time() == kTimeNever);
  CHECK(Fluid(at(10), ns(kMost - 5)).finish_time() == kTimeNever);
  CHECK(Fluid(at(0), ns(1000), 1e-18).finish_time() == kTimeNever);  // 1e21 ns
  CHECK(Fluid(at(0), ns(1), 1e-300).finish_time() == kTimeNever);    // rounds to rate 0
  // The largest work at the largest rate: 2^63 / 2^53 = 2^10 ns.
  CHECK(Fluid(at(0), ns(kMost), 0x1.0p53).finish_time() == at(1024));
  CHECK(Fluid(at(0), ns(kMost), 0x1.0p53).remaining(at(kMost)) == ns(0));
}

TEST_CASE("fluid: going back to a checkpoint") {
  Fluid fluid(at(0), ns(100));
  fluid.set_done(at(70), ns(50));  // 20 ns of work are lost
  CHECK(fluid.progress(at(70)) == ns(50));
  CHECK(fluid.finish_time() == at(120));
}

TEST_CASE("fluid: broken preconditions") {
  CHECK_THROWS_AS(Fluid(at(0), ns(-1)), InvariantError);
  CHECK_THROWS_AS(Fluid(at(0), ns(1), -0.5), InvariantError);
  CHECK_THROWS_AS(Fluid(at(0), ns(1), std::numeric_limits<double>::quiet_NaN()), InvariantError);
  Fluid fluid(at(10), ns(5));
  CHECK_THROWS_AS(fluid.set_rate(at(9), 1.0), InvariantError);
  CHECK_THROWS_AS(fluid.set_done(at(11), ns(6)), InvariantError);
  CHECK_THROWS_AS((void)fluid.remaining(at(9)), InvariantError);
}
