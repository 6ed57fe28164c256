// How many accelerators of one pool are free over future time: a step function with reservations.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/time.h"

namespace podsim {

class CapacityProfile {
 public:
  /// From `now` on, `free` accelerators.
  void reset(SimTime now, std::int64_t free);
  /// Adds `count` accelerators from `when` on (a release). when >= the reset's now.
  void add_from(SimTime when, std::int64_t count);
  /// Takes `count` in [start, start + length).
  void reserve(SimTime start, Duration length, std::int64_t count);
  /// Gives back what reserve() with the same arguments took.
  void cancel(SimTime start, Duration length, std::int64_t count) {
    reserve(start, length, -count);
  }
  /// The earliest start >= `from` at which `count` are free for `length`; kTimeNever when never.
  [[nodiscard]] SimTime earliest(SimTime from, Duration length, std::int64_t count) const;
  /// Forgets what lies before `now`.
  void forget_before(SimTime now);

 private:
  struct Step {
    SimTime from;
    std::int64_t free;
  };
  /// The index of the step that begins exactly at `when`, made if there is none.
  std::size_t split(SimTime when);

  std::vector<Step> steps_;  // ascending; the last one lasts for ever
};

}  // namespace podsim
