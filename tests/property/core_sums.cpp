// Sums, step functions and dirty sets against their plain definitions.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <set>
#include <vector>

#include "sim/core/dirty_set.h"
#include "sim/core/ids.h"
#include "sim/core/step_function.h"
#include "sim/core/sums.h"

using namespace podsim;

namespace {
constexpr SimTime at(std::int64_t ns) {
  return SimTime{Duration{ns}};
}
}  // namespace

TEST_CASE("sums: integers of any size sum as in 128 bits, once rounded") {
  CHECK(rc::check("compensated", [](const std::vector<std::int32_t>& values) {
    // Each term is an integer below 2^53 in steps of a power of two, so it is exact as a double;
    // their sum needs up to 2^61 and is rounded once.
    CompensatedSum sum;
    std::int64_t exact = 0;
    for (const std::int32_t value : values) {
      const std::int64_t term = std::int64_t{value} * (1 << 20) + value % 7;
      sum += static_cast<double>(term);
      exact += term;
    }
    RC_ASSERT(sum.value() == static_cast<double>(exact));
  }));
}

TEST_CASE("step_function: the integral is the sum over single nanoseconds") {
  CHECK(rc::check("integral", [] {
    StepFunction<std::int64_t> steps(*rc::gen::arbitrary<std::int8_t>());
    std::int64_t now = 0;
    const int count = *rc::gen::inRange(0, 20);
    for (int i = 0; i < count; ++i) {
      now += *rc::gen::inRange(0, 5);
      steps.append(at(now), *rc::gen::inRange(-2, 3));
    }
    const std::int64_t from = *rc::gen::inRange(-5, 60);
    const std::int64_t to = from + *rc::gen::inRange(0, 60);
    std::int64_t sum = 0;
    for (std::int64_t t = from; t < to; ++t) sum += steps.at(at(t));
    RC_ASSERT((steps.integral(at(from), at(to)) == sum));
  }));
}

TEST_CASE("step_function: integrals add up where they meet") {
  CHECK(rc::check("additive", [] {
    StepFunction<std::int64_t> steps(3);
    for (std::int64_t t = 0; t < 20; ++t) {
      steps.append(at(t * 10), *rc::gen::arbitrary<std::int32_t>());
    }
    const std::int64_t middle = *rc::gen::inRange(-50, 300);
    RC_ASSERT((steps.integral(at(-50), at(middle)) + steps.integral(at(middle), at(300)) ==
               steps.integral(at(-50), at(300))));
  }));
}

TEST_CASE("dirty_set: drains what a std::set would") {
  CHECK(rc::check("set", [] {
    DirtySet<NodeId> dirty(100);
    for (int turn = 0; turn < 3; ++turn) {
      std::set<std::uint32_t> expected;
      const auto marks =
          *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 100));
      for (const std::uint32_t mark : marks) {
        RC_ASSERT(dirty.mark(NodeId{mark}) == expected.insert(mark).second);
      }
      std::vector<std::uint32_t> drained;
      dirty.drain([&](NodeId id) { drained.push_back(id.value()); });
      RC_ASSERT(drained == std::vector<std::uint32_t>(expected.begin(), expected.end()));
    }
  }));
}
