#include "sim/core/distributions.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "sim/core/check.h"
#include "sim/core/math.h"

namespace podsim {
namespace {

/// log(k!) by Stirling's series in 1/(k+1); the table holds log(k!) below where the series is good
/// to 1e-12.
double log_factorial(double k) {
  constexpr std::array kTable{0.0,
                              0.0,
                              0.69314718055994530942,
                              1.79175946922805500081,
                              3.17805383034794561964,
                              4.78749174278204599424,
                              6.57925121201010099506,
                              8.52516136106541430016,
                              10.60460290274525022841,
                              12.80182748008146961120};
  if (k < static_cast<double>(kTable.size())) return kTable[static_cast<std::size_t>(k)];
  constexpr double kHalfLogTwoPi = 0.91893853320467274178;
  const double n = k + 1.0;
  const double inverse_square = 1.0 / (n * n);
  const double series =
      (1.0 / 12.0 -
       inverse_square *
           (1.0 / 360.0 - inverse_square * (1.0 / 1260.0 - inverse_square * (1.0 / 1680.0)))) /
      n;
  return (n - 0.5) * math::log(n) - n + kHalfLogTwoPi + series;
}

std::uint64_t poisson_by_product(RandomStream& stream, double mean) {
  const double limit = math::exp(-mean);
  std::uint64_t count = 0;
  double product = 1.0 - stream.uniform();
  while (product > limit) {
    product *= 1.0 - stream.uniform();
    ++count;
  }
  return count;
}

std::uint64_t poisson_by_rejection(RandomStream& stream, double mean) {
  const double log_mean = math::log(mean);
  const double b = 0.931 + 2.53 * math::sqrt(mean);
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double v_r = 0.9277 - 3.6224 / (b - 2.0);
  for (;;) {
    const double u = stream.uniform() - 0.5;
    const double v = 1.0 - stream.uniform();
    const double us = 0.5 - std::max(u, -u);
    if (us == 0.0) continue;  // u = -0.5, where the transformation has its pole
    const double k = math::floor((2.0 * a / us + b) * u + mean + 0.43);
    if (us >= 0.07 && v <= v_r) return static_cast<std::uint64_t>(k);
    if (k < 0.0 || (us < 0.013 && v > us)) continue;
    const double left = math::log(v * inverse_alpha / (a / (us * us) + b));
    if (left <= k * log_mean - mean - log_factorial(k)) return static_cast<std::uint64_t>(k);
  }
}

}  // namespace

double exponential(RandomStream& stream, double mean) {
  SIM_CHECK(mean >= 0.0, "exponential: mean {}", mean);
  return -mean * math::log1p(-stream.uniform());
}

double normal(RandomStream& stream, double mean, double deviation) {
  SIM_CHECK(deviation >= 0.0, "normal: deviation {}", deviation);
  const double radius = math::sqrt(-2.0 * math::log1p(-stream.uniform()));
  const double angle = 2.0 * std::numbers::pi * stream.uniform();
  return mean + deviation * (radius * math::cos(angle));
}

double lognormal(RandomStream& stream, double mu, double sigma) {
  return math::exp(normal(stream, mu, sigma));
}

double gamma(RandomStream& stream, double shape, double scale) {
  SIM_CHECK(shape > 0.0 && scale > 0.0, "gamma: shape {}, scale {}", shape, scale);
  const double d = (shape < 1.0 ? shape + 1.0 : shape) - 1.0 / 3.0;
  const double c = 1.0 / math::sqrt(9.0 * d);
  double value = 0.0;
  for (;;) {
    const double z = normal(stream, 0.0, 1.0);
    const double root = 1.0 + c * z;
    if (root <= 0.0) continue;
    const double v = root * root * root;
    const double u = 1.0 - stream.uniform();
    if (math::log(u) < 0.5 * z * z + d - d * v + d * math::log(v)) {
      value = d * v;
      break;
    }
  }
  if (shape < 1.0) value *= math::pow(1.0 - stream.uniform(), 1.0 / shape);
  return value * scale;
}

double weibull(RandomStream& stream, double shape, double scale) {
  SIM_CHECK(shape > 0.0 && scale >= 0.0, "weibull: shape {}, scale {}", shape, scale);
  return scale * math::pow(-math::log1p(-stream.uniform()), 1.0 / shape);
}

std::uint64_t poisson(RandomStream& stream, double mean) {
  SIM_CHECK(mean >= 0.0 && mean <= 1e15, "poisson: mean {}", mean);
  return mean < 10.0 ? poisson_by_product(stream, mean) : poisson_by_rejection(stream, mean);
}

double pareto(RandomStream& stream, double shape, double minimum) {
  SIM_CHECK(shape > 0.0 && minimum > 0.0, "pareto: shape {}, minimum {}", shape, minimum);
  return minimum * math::pow(1.0 - stream.uniform(), -1.0 / shape);
}

double bounded_pareto(RandomStream& stream, double shape, double minimum, double maximum) {
  SIM_CHECK(shape > 0.0 && minimum > 0.0 && maximum >= minimum,
            "bounded pareto: shape {}, from {} to {}", shape, minimum, maximum);
  const double weight = 1.0 - math::pow(minimum / maximum, shape);
  const double value = minimum * math::pow(1.0 - stream.uniform() * weight, -1.0 / shape);
  return std::min(value, maximum);
}

}  // namespace podsim
