// Work in progress that flows at a rate between events: the state behind every completion.
#pragma once

#include <cstdint>

#include "sim/core/time.h"
#include "sim/core/wide.h"

namespace podsim {

/// A piece of work, in nanoseconds of work: a job of runtime r has r of them and does one a
/// nanosecond at rate 1. The rate is constant between calls of set_rate.
///
/// What remains and the rate are kept in units of 2^-64, so that work done = rate * elapsed is an
/// exact product: nothing is lost however often the rate changes, and setting the same rate again
/// moves nothing. A rate is exact from 2^-12 up (all 53 bits of the double), below it is rounded
/// to a multiple of 2^-64.
class Fluid {
 public:
  /// No work, finished at the start of the run.
  Fluid() = default;
  /// Preconditions: work >= 0, and of the rate as in set_rate.
  Fluid(SimTime start, Duration work, double rate = 1.0);

  /// From `now` on, the work flows at `rate` (0 stops it). Preconditions: `now` is not before the
  /// last change; 0 <= rate <= 2^53.
  void set_rate(SimTime now, double rate);
  /// Continues from `done` nanoseconds of work, e.g. those of the last checkpoint.
  /// Preconditions: `now` is not before the last change; 0 <= done <= work().
  void set_done(SimTime now, Duration done);

  /// The first whole nanosecond at which nothing remains; kTimeNever when the rate is too small
  /// to ever get there. Once finished, no later than the last change.
  [[nodiscard]] SimTime finish_time() const;
  /// Work that remains at `now`, rounded up; zero exactly from finish_time() on.
  /// Precondition of this and the next two: `now` is not before the last change.
  [[nodiscard]] Duration remaining(SimTime now) const;
  /// Work done by `now`, rounded down.
  [[nodiscard]] Duration progress(SimTime now) const { return work_ - remaining(now); }
  /// Work done by `now` as a share of all of it; 1 when there is none.
  [[nodiscard]] double fraction(SimTime now) const;

  [[nodiscard]] Duration work() const { return work_; }
  [[nodiscard]] double rate() const { return rate_; }
  /// The last change of the rate.
  [[nodiscard]] SimTime since() const { return since_; }

 private:
  [[nodiscard]] UInt128 left_at(SimTime now) const;

  SimTime since_ = kTimeZero;
  Duration work_{0};
  UInt128 left_ = 0;  ///< what remained at since_, in 2^-64 ns
  UInt128 step_ = 0;  ///< rate_, in 2^-64
  double rate_ = 0.0;
};

}  // namespace podsim
