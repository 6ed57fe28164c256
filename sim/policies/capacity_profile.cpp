#include "sim/policies/capacity_profile.h"

#include <algorithm>

#include "sim/core/check.h"

namespace podsim {

void CapacityProfile::reset(SimTime now, std::int64_t free) {
  steps_.clear();
  steps_.push_back({now, free});
}

std::size_t CapacityProfile::split(SimTime when) {
  const auto behind = std::ranges::upper_bound(steps_, when, {}, &Step::from);
  SIM_CHECK(behind != steps_.begin(), "profile asked about {} ns, before its start", ticks(when));
  const auto index = static_cast<std::size_t>(behind - steps_.begin());
  const Step before = steps_[index - 1];
  if (before.from == when) return index - 1;
  steps_.insert(behind, {when, before.free});
  return index;
}

void CapacityProfile::add_from(SimTime when, std::int64_t count) {
  if (when == kTimeNever) return;
  for (std::size_t i = split(when); i < steps_.size(); ++i) steps_[i].free += count;
}

void CapacityProfile::reserve(SimTime start, Duration length, std::int64_t count) {
  const SimTime end = saturating_add(start, length);
  if (end == start) return;
  const std::size_t first = split(start);
  const std::size_t last = end == kTimeNever ? steps_.size() : split(end);
  for (std::size_t i = first; i < last; ++i) steps_[i].free -= count;
}

SimTime CapacityProfile::earliest(SimTime from, Duration length, std::int64_t count) const {
  auto step = std::ranges::upper_bound(steps_, from, {}, &Step::from);
  if (step != steps_.begin()) --step;
  SimTime start = std::max(from, step->from);
  bool open = false;  // inside a stretch with enough free
  for (; step != steps_.end(); ++step) {
    if (step->free < count) {
      open = false;
      continue;
    }
    if (!open) start = std::max(from, step->from);
    open = true;
    const auto next = step + 1;
    if (next == steps_.end() || saturating_add(start, length) <= next->from) return start;
  }
  return kTimeNever;
}

void CapacityProfile::forget_before(SimTime now) {
  auto behind = std::ranges::upper_bound(steps_, now, {}, &Step::from);
  if (behind == steps_.begin()) return;
  --behind;
  behind->from = std::max(behind->from, now);
  steps_.erase(steps_.begin(), behind);
}

}  // namespace podsim
