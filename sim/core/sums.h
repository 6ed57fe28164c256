// Sums of doubles that hold up over a run.
#pragma once

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

}  // namespace podsim
