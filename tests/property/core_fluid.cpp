// Fluid: changes that change nothing move nothing, and work is neither lost nor made.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "sim/core/fluid.h"

using namespace podsim;

namespace {

constexpr std::int64_t kDecade = 10LL * 365 * 86'400 * 1'000'000'000;

constexpr SimTime at(std::int64_t ns) {
  return SimTime{Duration{ns}};
}

Duration any_work() {
  return Duration{*rc::gen::inRange<std::int64_t>(0, kDecade)};
}
/// Rates from 1/16 to 4 with up to 55 digits: a decade at the lowest still ends within 292 years.
double any_rate() {
  return static_cast<double>(*rc::gen::inRange<std::int64_t>(1LL << 49, 1LL << 55)) * 0x1.0p-53;
}
Fluid any_fluid() {
  const Duration work = any_work();
  const double rate = any_rate();
  return {at(0), work, rate};
}

}  // namespace

TEST_CASE("fluid: setting the same rate again never moves the finish") {
  CHECK(rc::check("same rate", [] {
    Fluid fluid = any_fluid();
    const SimTime finish = fluid.finish_time();
    std::int64_t now = 0;
    for (int i = 0; i < 20 && ticks(finish) > 0; ++i) {
      now += *rc::gen::inRange<std::int64_t>(0, ticks(finish) - now + 1);
      fluid.set_rate(at(now), fluid.rate());
      RC_ASSERT(fluid.finish_time() == finish);
    }
  }));
}

TEST_CASE("fluid: the finish is the first nanosecond without work") {
  CHECK(rc::check("first", [] {
    const Fluid fluid = any_fluid();
    const SimTime finish = fluid.finish_time();
    RC_ASSERT(fluid.remaining(finish) == Duration{0});
    RC_ASSERT(fluid.progress(finish) == fluid.work());
    if (ticks(finish) > 0) RC_ASSERT(fluid.remaining(finish - Duration{1}) > Duration{0});
  }));
}

TEST_CASE("fluid: at rate 1, interruptions add up to the nanosecond") {
  CHECK(rc::check("pauses", [] {
    const Duration work = any_work();
    Fluid fluid(at(0), work);
    std::int64_t now = 0;
    std::int64_t paused = 0;
    for (int i = 0; i < 10; ++i) {
      const std::int64_t left = fluid.remaining(at(now)).count();
      now += *rc::gen::inRange<std::int64_t>(0, left + 1);
      fluid.set_rate(at(now), 0.0);
      const std::int64_t pause = *rc::gen::inRange<std::int64_t>(0, 1'000'000'000);
      now += pause;
      fluid.set_rate(at(now), 1.0);
      if (fluid.remaining(at(now)) > Duration{0}) paused += pause;
    }
    if (fluid.remaining(at(now)) > Duration{0}) {
      RC_ASSERT(fluid.finish_time() == at(work.count() + paused));
    }
  }));
}

TEST_CASE("fluid: a higher rate never finishes later, more work never earlier") {
  CHECK(rc::check("monotone", [] {
    const Duration work = any_work();
    const double rate = any_rate();
    const SimTime finish = Fluid(at(0), work, rate).finish_time();
    RC_ASSERT(Fluid(at(0), work, rate * 1.001).finish_time() <= finish);
    RC_ASSERT(Fluid(at(0), work + Duration{1}, rate).finish_time() >= finish);
  }));
}

TEST_CASE("fluid: shifting time shifts the finish") {
  CHECK(rc::check("shift", [] {
    const Duration work = any_work();
    const double rate = any_rate();
    const Duration shift{*rc::gen::inRange<std::int64_t>(0, kDecade)};
    const SimTime finish = Fluid(at(0), work, rate).finish_time();
    RC_ASSERT(Fluid(kTimeZero + shift, work, rate).finish_time() == saturating_add(finish, shift));
  }));
}
