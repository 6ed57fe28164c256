#include "sim/core/time.h"

#include <fmt/format.h>

#include "sim/core/math.h"

namespace podsim {
namespace {

// 2^63 is exactly representable; every double below it converts without overflow.
constexpr double kLimit = 9223372036854775808.0;

std::optional<Duration> from_ticks(double count) {
  if (!(count > -kLimit && count < kLimit)) return std::nullopt;
  return Duration{static_cast<std::int64_t>(count)};
}

}  // namespace

std::optional<Duration> duration_from_seconds(double seconds) {
  return from_ticks(math::round(seconds * 1e9));
}

std::optional<Duration> duration_ceil_from_seconds(double seconds) {
  return from_ticks(math::ceil(seconds * 1e9));
}

std::string format_duration(Duration span) {
  const double seconds = to_seconds(span);
  if (seconds < 60.0) return fmt::format("{:.3g} s", seconds);
  const std::int64_t whole = span.count() / 1'000'000'000;
  const std::int64_t days = whole / 86'400;
  const std::int64_t rest = whole % 86'400;
  const std::string clock =
      fmt::format("{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60);
  return days > 0 ? fmt::format("{} d {}", days, clock) : clock;
}

}  // namespace podsim
