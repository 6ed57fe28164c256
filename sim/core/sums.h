// Sums that hold up over a run: compensated for doubles, exact for accelerator time.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "sim/core/check.h"
#include "sim/core/time.h"
#include "sim/core/wide.h"

namespace podsim {

/// A sum of doubles that carries its rounding errors along (Neumaier, ZAMM 54 (1974)): the error
/// is about one rounding of the result plus n * 2^-106 of the sum of magnitudes.
class CompensatedSum {
 public:
  constexpr CompensatedSum() = default;
  explicit constexpr CompensatedSum(double value) : sum_(value) {}

  constexpr void add(double value) {
    const double total = sum_ + value;
    // Of the two, the smaller one lost its low digits; the difference recovers them exactly.
    if (magnitude(sum_) >= magnitude(value)) {
      rest_ += (sum_ - total) + value;
    } else {
      rest_ += (value - total) + sum_;
    }
    sum_ = total;
  }
  constexpr CompensatedSum& operator+=(double value) {
    add(value);
    return *this;
  }
  constexpr CompensatedSum& operator+=(const CompensatedSum& other) {
    add(other.sum_);
    rest_ += other.rest_;
    return *this;
  }
  [[nodiscard]] constexpr double value() const { return sum_ + rest_; }

 private:
  static constexpr double magnitude(double value) { return value < 0.0 ? -value : value; }

  double sum_ = 0.0;
  double rest_ = 0.0;
};

/// Accelerator time in milli-accelerators times nanoseconds, exact and below 2^127: 10^16
/// accelerators for all 292 years of the clock.
class MilliTime {
 public:
  /// Milli-accelerator-nanoseconds in an accelerator-hour.
  static constexpr std::uint64_t kPerHour = 1000ULL * 3600ULL * 1'000'000'000ULL;

  constexpr MilliTime() = default;
  explicit constexpr MilliTime(UInt128 value) : value_(value) {}
  /// Precondition: span >= 0.
  static MilliTime of(std::uint64_t milli_accelerators, Duration span) {
    SIM_CHECK(span.count() >= 0, "accelerator time over {} ns", span.count());
    return MilliTime{UInt128{milli_accelerators} * static_cast<std::uint64_t>(span.count())};
  }

  void add(std::uint64_t milli_accelerators, Duration span) {
    *this += of(milli_accelerators, span);
  }
  MilliTime& operator+=(MilliTime other) {
    value_ += other.value_;
    SIM_CHECK(value_ < kLimit, "accelerator time beyond 127 bits");
    return *this;
  }
  /// Precondition: other <= *this.
  MilliTime& operator-=(MilliTime other) {
    SIM_CHECK(other.value_ <= value_, "accelerator time {} less {}", to_string(),
              other.to_string());
    value_ -= other.value_;
    return *this;
  }
  friend MilliTime operator+(MilliTime a, MilliTime b) { return a += b; }
  friend MilliTime operator-(MilliTime a, MilliTime b) { return a -= b; }
  constexpr auto operator<=>(const MilliTime&) const = default;

  [[nodiscard]] constexpr UInt128 value() const { return value_; }
  /// Accelerator-hours; whole hours and the rest are converted apart, so the error is at most one
  /// unit in the last place for up to 2^53 hours.
  [[nodiscard]] constexpr double accelerator_hours() const {
    const auto rest = static_cast<std::uint64_t>(value_ % kPerHour);
    const UInt128 whole = value_ / kPerHour;
    return static_cast<double>(whole) + static_cast<double>(rest) / static_cast<double>(kPerHour);
  }
  /// The whole number of milli-accelerator-nanoseconds, in decimal digits.
  [[nodiscard]] std::string to_string() const {
    return podsim::to_string(static_cast<Int128>(value_));
  }

 private:
  static constexpr UInt128 kLimit = UInt128{1} << 127;

  UInt128 value_ = 0;
};

}  // namespace podsim
