// Quantities with dimensions over double, in SI base units plus bytes, operations, kg CO2e and USD.
// `Watts * Seconds` is `Joules`; adding them does not compile. Costs nothing at run time.
#pragma once

#include <compare>

namespace podsim {

/// Exponents of the base dimensions.
template <int Time, int Energy, int Data, int Operation, int Temperature, int Carbon, int Money>
struct Dimension {};

/// A value of dimension Dim in base units (s, J, B, op, K, kg CO2e, USD).
template <class Dim>
class Quantity {
 public:
  constexpr Quantity() = default;
  explicit constexpr Quantity(double base_value) : value_(base_value) {}

  /// The number in base units.
  [[nodiscard]] constexpr double value() const { return value_; }

  constexpr auto operator<=>(const Quantity&) const = default;
  constexpr Quantity operator-() const { return Quantity{-value_}; }
  constexpr Quantity& operator+=(Quantity other) {
    value_ += other.value_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity other) {
    value_ -= other.value_;
    return *this;
  }
  friend constexpr Quantity operator+(Quantity a, Quantity b) {
    return Quantity{a.value_ + b.value_};
  }
  friend constexpr Quantity operator-(Quantity a, Quantity b) {
    return Quantity{a.value_ - b.value_};
  }
  friend constexpr Quantity operator*(Quantity a, double b) { return Quantity{a.value_ * b}; }
  friend constexpr Quantity operator*(double a, Quantity b) { return Quantity{a * b.value_}; }
  friend constexpr Quantity operator/(Quantity a, double b) { return Quantity{a.value_ / b}; }
  /// Equal dimensions give a plain ratio.
  friend constexpr double operator/(Quantity a, Quantity b) { return a.value_ / b.value_; }

 private:
  double value_ = 0.0;
};

template <int T1, int E1, int D1, int O1, int K1, int C1, int M1, int T2, int E2, int D2, int O2,
          int K2, int C2, int M2>
constexpr auto operator*(Quantity<Dimension<T1, E1, D1, O1, K1, C1, M1>> a,
                         Quantity<Dimension<T2, E2, D2, O2, K2, C2, M2>> b) {
  using Dim = Dimension<T1 + T2, E1 + E2, D1 + D2, O1 + O2, K1 + K2, C1 + C2, M1 + M2>;
  return Quantity<Dim>{a.value() * b.value()};
}

template <int T1, int E1, int D1, int O1, int K1, int C1, int M1, int T2, int E2, int D2, int O2,
          int K2, int C2, int M2>
  requires(T1 != T2 || E1 != E2 || D1 != D2 || O1 != O2 || K1 != K2 || C1 != C2 || M1 != M2)
constexpr auto operator/(Quantity<Dimension<T1, E1, D1, O1, K1, C1, M1>> a,
                         Quantity<Dimension<T2, E2, D2, O2, K2, C2, M2>> b) {
  using Dim = Dimension<T1 - T2, E1 - E2, D1 - D2, O1 - O2, K1 - K2, C1 - C2, M1 - M2>;
  return Quantity<Dim>{a.value() / b.value()};
}

using SecondsDim = Dimension<1, 0, 0, 0, 0, 0, 0>;
using JoulesDim = Dimension<0, 1, 0, 0, 0, 0, 0>;
using WattsDim = Dimension<-1, 1, 0, 0, 0, 0, 0>;
using BytesDim = Dimension<0, 0, 1, 0, 0, 0, 0>;
using BytesPerSecDim = Dimension<-1, 0, 1, 0, 0, 0, 0>;
using FlopDim = Dimension<0, 0, 0, 1, 0, 0, 0>;
using FlopPerSecDim = Dimension<-1, 0, 0, 1, 0, 0, 0>;
using UsdDim = Dimension<0, 0, 0, 0, 0, 0, 1>;
using UsdPerSecDim = Dimension<-1, 0, 0, 0, 0, 0, 1>;
using UsdPerJouleDim = Dimension<0, -1, 0, 0, 0, 0, 1>;

using Seconds = Quantity<SecondsDim>;
using Joules = Quantity<JoulesDim>;
using Watts = Quantity<WattsDim>;
using Bytes = Quantity<BytesDim>;
using BytesPerSec = Quantity<BytesPerSecDim>;
using Flop = Quantity<FlopDim>;
using FlopPerSec = Quantity<FlopPerSecDim>;
using Usd = Quantity<UsdDim>;
using UsdPerSec = Quantity<UsdPerSecDim>;
using UsdPerJoule = Quantity<UsdPerJouleDim>;

inline constexpr double kJoulesPerKwh = 3.6e6;
inline constexpr double kSecondsPerHour = 3600.0;

namespace literals {
constexpr Seconds operator""_s(long double v) {
  return Seconds{static_cast<double>(v)};
}
constexpr Watts operator""_W(long double v) {
  return Watts{static_cast<double>(v)};
}
constexpr Watts operator""_kW(long double v) {
  return Watts{static_cast<double>(v) * 1e3};
}
constexpr Joules operator""_J(long double v) {
  return Joules{static_cast<double>(v)};
}
constexpr BytesPerSec operator""_Gbps(long double v) {
  return BytesPerSec{static_cast<double>(v) * 1.25e8};
}
constexpr BytesPerSec operator""_TBps(long double v) {
  return BytesPerSec{static_cast<double>(v) * 1e12};
}
}  // namespace literals

}  // namespace podsim
