// Simulated time: integer nanoseconds on std::chrono (292 years), never a floating point clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace podsim {

/// A span of simulated time in whole nanoseconds.
using Duration = std::chrono::duration<std::int64_t, std::nano>;

/// The clock of a simulation: zero is the run's start. It has no now(): time is what the loop says.
struct SimClock {
  using duration = Duration;
  using rep = Duration::rep;
  using period = Duration::period;
  using time_point = std::chrono::time_point<SimClock, Duration>;
  static constexpr bool is_steady = true;
};

/// An instant of simulated time, counted from the run's start.
using SimTime = SimClock::time_point;

inline constexpr SimTime kTimeZero{Duration{0}};
/// "Never": later than every instant of a run.
inline constexpr SimTime kTimeNever = SimTime::max();

/// Nanoseconds since the run's start.
constexpr std::int64_t ticks(SimTime time) {
  return time.time_since_epoch().count();
}

/// Seconds as a double, for rate equations and reports only.
/// Divided, not multiplied: whole seconds come out whole.
constexpr double to_seconds(Duration span) {
  return static_cast<double>(span.count()) / 1e9;
}
constexpr double to_seconds(SimTime time) {
  return to_seconds(time.time_since_epoch());
}

/// time + span, saturating at kTimeNever instead of overflowing.
constexpr SimTime saturating_add(SimTime time, Duration span) {
  if (span.count() > 0 && ticks(time) > std::numeric_limits<std::int64_t>::max() - span.count()) {
    return kTimeNever;
  }
  return time + span;
}

/// The nearest whole nanosecond to `seconds`; empty when it is not finite or beyond 292 years.
std::optional<Duration> duration_from_seconds(double seconds);

/// The first whole nanosecond at or after `seconds`: what completions use, so no work ends early.
std::optional<Duration> duration_ceil_from_seconds(double seconds);

/// "3 d 04:05:06" or "12.5 s": for people.
std::string format_duration(Duration span);

}  // namespace podsim
