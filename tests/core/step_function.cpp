#include "sim/core/step_function.h"

#include <doctest/doctest.h>

#include <cstdint>

#include "sim/core/check.h"

using namespace podsim;

namespace {
constexpr SimTime at(std::int64_t ns) {
  return SimTime{Duration{ns}};
}
}  // namespace

TEST_CASE("step_function: the value holds from each step on") {
  StepFunction<int> nodes(4);
  nodes.append(at(10), 7);
  nodes.append(at(20), 5);
  CHECK(nodes.at(at(-100)) == 4);
  CHECK(nodes.at(at(9)) == 4);
  CHECK(nodes.at(at(10)) == 7);
  CHECK(nodes.at(at(19)) == 7);
  CHECK(nodes.at(kTimeNever) == 5);
  CHECK(nodes.last() == 5);
}

TEST_CASE("step_function: only changes are kept, and an instant has one value") {
  StepFunction<int> nodes(4);
  nodes.append(at(5), 4);  // no change
  CHECK(nodes.steps().empty());
  nodes.append(at(10), 7);
  nodes.append(at(12), 7);
  nodes.append(at(20), 9);
  nodes.append(at(20), 3);  // the instant ends with 3
  REQUIRE(nodes.steps().size() == 2);
  CHECK(nodes.steps()[1] == StepFunction<int>::Step{at(20), 3});
  nodes.append(at(20), 7);  // and now with what was before: no step at all
  CHECK(nodes.steps().size() == 1);
}

TEST_CASE("step_function: integrals of integers are exact") {
  StepFunction<std::int64_t> nodes(4);
  nodes.append(at(10), 7);
  nodes.append(at(20), 5);
  // 4 * 10 + 7 * 10 + 5 * 10.
  CHECK((nodes.integral(at(0), at(30)) == 160));
  // 7 * 3 within one step; 4 * 1 + 7 * 1 across one; nothing over no time.
  CHECK((nodes.integral(at(12), at(15)) == 21));
  CHECK((nodes.integral(at(9), at(11)) == 11));
  CHECK((nodes.integral(at(10), at(10)) == 0));
}

TEST_CASE("step_function: integrals pass 64 bits") {
  StepFunction<std::int64_t> huge(std::int64_t{1} << 62);
  // 2^62 * (2^63 - 1) = 2^125 - 2^62.
  CHECK((huge.integral(at(0), kTimeNever) == (Int128{1} << 125) - (Int128{1} << 62)));
  StepFunction<std::int64_t> negative(-3);
  CHECK((negative.integral(at(0), at(5)) == -15));
}

TEST_CASE("step_function: integrals of doubles are compensated") {
  StepFunction<double> watts(0.0);
  watts.append(at(1), 1e16);
  watts.append(at(2), 1.0);
  watts.append(at(3), -1e16);
  watts.append(at(4), 0.0);
  CHECK(watts.integral(at(0), at(5)) == 1.0);
}

TEST_CASE("step_function: enums have steps too") {
  enum class State { Idle, Busy };
  StepFunction<State> state(State::Idle);
  state.append(at(1), State::Busy);
  CHECK(state.at(at(1)) == State::Busy);
}

TEST_CASE("step_function: broken preconditions") {
  StepFunction<int> nodes;
  nodes.append(at(10), 1);
  CHECK_THROWS_AS(nodes.append(at(9), 2), InvariantError);
  CHECK_THROWS_AS((void)nodes.integral(at(2), at(1)), InvariantError);
}
