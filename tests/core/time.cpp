#include "sim/core/time.h"

#include <doctest/doctest.h>

#include <limits>

using namespace podsim;

namespace {
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}  // namespace

TEST_CASE("time: ticks are nanoseconds, and never is the last of them") {
  CHECK(ticks(kTimeZero) == 0);
  CHECK(ticks(kTimeZero + std::chrono::seconds{2}) == 2'000'000'000);
  CHECK(ticks(kTimeNever) == std::numeric_limits<std::int64_t>::max());
  // 2^63 ns / (365.25 * 86400e9 ns) = 292.27 years.
  CHECK(to_seconds(kTimeNever) / (365.25 * 86400.0) == doctest::Approx(292.27).epsilon(1e-4));
}

TEST_CASE("time: saturating_add stops at never") {
  const SimTime last = kTimeNever - Duration{1};
  CHECK(saturating_add(last, Duration{1}) == kTimeNever);
  CHECK(saturating_add(last, Duration{2}) == kTimeNever);
  CHECK(saturating_add(kTimeNever, Duration{1}) == kTimeNever);
  CHECK(saturating_add(kTimeNever, Duration{0}) == kTimeNever);
  CHECK(saturating_add(kTimeNever, Duration{-5}) == kTimeNever - Duration{5});
  CHECK(saturating_add(kTimeZero, Duration{7}) == SimTime{Duration{7}});
}

TEST_CASE("time: seconds become the nearest nanosecond, or the first at or after") {
  CHECK(duration_from_seconds(0.1) == Duration{100'000'000});
  CHECK(duration_from_seconds(1.4e-9) == Duration{1});
  CHECK(duration_from_seconds(1.6e-9) == Duration{2});
  CHECK(duration_from_seconds(-1.6e-9) == Duration{-2});
  CHECK(duration_ceil_from_seconds(1.4e-9) == Duration{2});
  CHECK(duration_ceil_from_seconds(2.0) == Duration{2'000'000'000});
  CHECK(duration_ceil_from_seconds(-1.4e-9) == Duration{-1});
}

TEST_CASE("time: what 64 bits of nanoseconds cannot hold is empty") {
  // 2^63 ns = 9223372036.85 s.
  CHECK(duration_from_seconds(9223372036.0).has_value());
  CHECK_FALSE(duration_from_seconds(9223372037.0).has_value());
  CHECK_FALSE(duration_from_seconds(-9223372037.0).has_value());
  CHECK_FALSE(duration_ceil_from_seconds(1e300).has_value());
  CHECK_FALSE(duration_from_seconds(kNan).has_value());
  CHECK_FALSE(duration_from_seconds(kInfinity).has_value());
}

TEST_CASE("time: spans for people") {
  using namespace std::chrono_literals;
  CHECK(format_duration(12500ms) == "12.5 s");
  CHECK(format_duration(0ns) == "0 s");
  CHECK(format_duration(61s) == "00:01:01");
  CHECK(format_duration(72h + 4h + 5min + 6s) == "3 d 04:05:06");
}
