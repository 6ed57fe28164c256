// A value that holds from one change to the next.
#pragma once

#include <algorithm>
#include <concepts>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/core/check.h"
#include "sim/core/sums.h"
#include "sim/core/time.h"
#include "sim/core/wide.h"

namespace podsim {

/// A function of time that is constant but for finitely many steps; V is a number or an enum.
/// Append-only, in the order of time; only changes are kept.
template <class V>
class StepFunction {
 public:
  struct Step {
    SimTime time;
    V value;  ///< from `time` on, that instant included
    bool operator==(const Step&) const = default;
  };
  /// Integer values are summed exactly, others with compensation.
  using Integral = std::conditional_t<std::integral<V>, Int128, double>;

  /// `initial`: the value before the first step.
  explicit StepFunction(V initial = V{}) : initial_(std::move(initial)) {}

  /// From `time` on, the value is `value`. At the time of the last step it replaces that step: an
  /// instant has one value, the one it ends with. Precondition: not before the last step.
  void append(SimTime time, const V& value) {
    if (!steps_.empty()) {
      SIM_CHECK(time >= steps_.back().time, "a step at {} ns behind one at {} ns", ticks(time),
                ticks(steps_.back().time));
      if (time == steps_.back().time) steps_.pop_back();
    }
    if (value != last()) steps_.push_back({time, value});
  }

  [[nodiscard]] const V& at(SimTime time) const {
    const auto after = first_after(time);
    return after == steps_.begin() ? initial_ : std::prev(after)->value;
  }
  /// The value after the last step.
  [[nodiscard]] const V& last() const { return steps_.empty() ? initial_ : steps_.back().value; }
  [[nodiscard]] std::span<const Step> steps() const { return steps_; }

  /// The integral over [from, to) in units of the value times nanoseconds.
  /// Precondition: from <= to.
  [[nodiscard]] Integral integral(SimTime from, SimTime to) const
    requires std::is_arithmetic_v<V>
  {
    SIM_CHECK(from <= to, "an integral from {} ns to {} ns", ticks(from), ticks(to));
    std::conditional_t<std::integral<V>, Int128, CompensatedSum> sum{};
    V value = at(from);
    for (auto step = first_after(from); step != steps_.end() && step->time < to; ++step) {
      sum += area(value, from, step->time);
      value = step->value;
      from = step->time;
    }
    sum += area(value, from, to);
    if constexpr (std::integral<V>) {
      return sum;
    } else {
      return sum.value();
    }
  }

 private:
  [[nodiscard]] auto first_after(SimTime time) const {
    return std::ranges::upper_bound(steps_, time, {}, &Step::time);
  }
  static Integral area(V value, SimTime from, SimTime to) {
    return static_cast<Integral>(value) * static_cast<Integral>((to - from).count());
  }

  V initial_;
  std::vector<Step> steps_;
};

}  // namespace podsim
