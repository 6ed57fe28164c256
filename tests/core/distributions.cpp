#include "sim/core/distributions.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "sim/core/check.h"
#include "sim/core/math.h"

using namespace podsim;

namespace {

constexpr int kDraws = 10'000;
constexpr double kPi = 3.14159265358979323846;
/// Draws are fixed by the seed, so a tolerance of 5 standard errors fails for wrong code only.
constexpr double kSigmas = 5.0;

struct Moments {
  double mean;
  double variance;
  double fourth;  ///< fourth central moment, which gives the standard error of the variance
};

template <class Draw>
std::vector<double> sample(std::string_view purpose, Draw draw) {
  RandomStream stream(1, "distributions", purpose);
  std::vector<double> values;
  for (int i = 0; i < kDraws; ++i) values.push_back(static_cast<double>(draw(stream)));
  return values;
}

/// The standard error of a mean is sqrt(variance/n), that of a variance sqrt((m4 - variance^2)/n).
void check_moments(const std::vector<double>& values, const Moments& expected) {
  const auto n = static_cast<double>(values.size());
  double mean = 0.0;
  for (const double value : values) mean += value / n;
  double variance = 0.0;
  for (const double value : values) variance += (value - mean) * (value - mean) / n;
  const double mean_error = math::sqrt(expected.variance / n);
  const double variance_error =
      math::sqrt((expected.fourth - expected.variance * expected.variance) / n);
  CHECK(math::abs(mean - expected.mean) < kSigmas * mean_error);
  CHECK(math::abs(variance - expected.variance) < kSigmas * variance_error);
}

/// Kolmogorov and Smirnov: sqrt(n) times the largest distance between sampled and true
/// distribution exceeds 2.3 with probability 2 exp(-2 * 2.3^2) = 5e-5.
template <class Cumulative>
void check_distribution(std::vector<double> values, Cumulative cumulative) {
  std::ranges::sort(values);
  const auto n = static_cast<double>(values.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double expected = cumulative(values[i]);
    distance = std::max({distance, expected - static_cast<double>(i) / n,
                         static_cast<double>(i + 1) / n - expected});
  }
  CHECK(math::sqrt(n) * distance < 2.3);
}

}  // namespace

TEST_CASE("distributions: exponential") {
  const auto values = sample("exponential", [](RandomStream& s) { return exponential(s, 2.0); });
  // Central moments of mean m: m^2 and 9 m^4.
  check_moments(values, {2.0, 4.0, 144.0});
  check_distribution(values, [](double x) { return 1.0 - math::exp(-x / 2.0); });
}

TEST_CASE("distributions: normal") {
  const auto values = sample("normal", [](RandomStream& s) { return normal(s, 10.0, 3.0); });
  // Fourth central moment 3 sigma^4.
  check_moments(values, {10.0, 9.0, 243.0});
  // The share within one deviation is 0.682689; standard error sqrt(p (1-p) / n) = 0.00465.
  const auto within = std::ranges::count_if(values, [](double x) { return x > 7.0 && x < 13.0; });
  CHECK(static_cast<double>(within) / kDraws == doctest::Approx(0.682689).epsilon(5 * 0.00465));
}

TEST_CASE("distributions: lognormal") {
  const auto values = sample("lognormal", [](RandomStream& s) { return lognormal(s, 1.0, 0.5); });
  // With w = exp(sigma^2) = 1.284025: mean exp(1.125) = 3.080217, variance (w-1) mean^2 = 2.694758,
  // kurtosis w^4 + 2 w^3 + 3 w^2 - 3 = 8.898446.
  check_moments(values, {3.080217, 2.694758, 8.898446 * 2.694758 * 2.694758});
}

TEST_CASE("distributions: gamma above and below shape 1") {
  // Mean k s, variance k s^2, kurtosis 3 + 6/k.
  check_moments(sample("gamma 4", [](RandomStream& s) { return gamma(s, 4.0, 0.5); }),
                {2.0, 1.0, 4.5});
  check_moments(sample("gamma 1/2", [](RandomStream& s) { return gamma(s, 0.5, 2.0); }),
                {1.0, 2.0, 60.0});
  // At shape 1 it is the exponential distribution.
  check_distribution(sample("gamma 1", [](RandomStream& s) { return gamma(s, 1.0, 3.0); }),
                     [](double x) { return 1.0 - math::exp(-x / 3.0); });
}

TEST_CASE("distributions: weibull") {
  const auto values = sample("weibull", [](RandomStream& s) { return weibull(s, 2.0, 3.0); });
  // Shape 2 is Rayleigh: mean s sqrt(pi)/2, variance s^2 (1 - pi/4), kurtosis excess
  // -(6 pi^2 - 24 pi + 16)/(4 - pi)^2 = 0.245089.
  const double variance = 9.0 * (1.0 - kPi / 4.0);
  check_moments(values, {1.5 * math::sqrt(kPi), variance, 3.245089 * variance * variance});
  check_distribution(values, [](double x) { return 1.0 - math::exp(-x * x / 9.0); });
}

TEST_CASE("distributions: poisson by products and by rejection") {
  for (const double mean : {0.5, 9.5, 10.0, 40.0, 1e6}) {
    CAPTURE(mean);
    const auto values = sample("poisson", [&](RandomStream& s) { return poisson(s, mean); });
    // Variance m, fourth central moment m + 3 m^2.
    check_moments(values, {mean, mean, mean + 3.0 * mean * mean});
  }
  RandomStream stream(1, "distributions", "poisson 0");
  CHECK(poisson(stream, 0.0) == 0);
}

TEST_CASE("distributions: poisson counts have the right weights on both sides of the switch") {
  for (const double mean : {6.0, 12.0}) {
    CAPTURE(mean);
    std::vector<int> counts(60);
    RandomStream stream(1, "distributions", "poisson weights");
    for (int i = 0; i < kDraws; ++i) ++counts.at(poisson(stream, mean));
    double weight = math::exp(-mean);  // P(0); P(k) = P(k-1) mean / k
    for (std::size_t k = 0; k < 25; ++k) {
      if (k > 0) weight *= mean / static_cast<double>(k);
      const double error = math::sqrt(kDraws * weight * (1.0 - weight));
      CAPTURE(k);
      CHECK(math::abs(counts[k] - kDraws * weight) < kSigmas * error + 1.0);
    }
  }
}

TEST_CASE("distributions: pareto") {
  const auto values = sample("pareto", [](RandomStream& s) { return pareto(s, 6.0, 2.0); });
  // With a = 6, m = 2: mean a m/(a-1) = 2.4, variance m^2 a/((a-1)^2 (a-2)) = 0.24,
  // excess kurtosis 6 (a^3 + a^2 - 6 a - 2)/(a (a-3) (a-4)) = 35.666667.
  check_moments(values, {2.4, 0.24, 38.666667 * 0.24 * 0.24});
  check_distribution(values, [](double x) { return 1.0 - math::pow(2.0 / x, 6.0); });
}

TEST_CASE("distributions: bounded pareto") {
  const auto values =
      sample("bounded", [](RandomStream& s) { return bounded_pareto(s, 1.0, 1.0, 10.0); });
  // P(X <= x) = (1 - 1/x)/(1 - 1/10) for shape 1.
  check_distribution(values, [](double x) { return (1.0 - 1.0 / x) / 0.9; });
  CHECK(*std::ranges::max_element(values) <= 10.0);
  CHECK(*std::ranges::min_element(values) >= 1.0);
}

TEST_CASE("distributions: first values, bit for bit") {
  RandomStream stream(1, "distributions", "golden");
  CHECK(exponential(stream, 1.0) == 0x1.df2b76b524459p-6);
  CHECK(normal(stream, 0.0, 1.0) == -0x1.78d4aa2f4e74ap-2);
  CHECK(lognormal(stream, 0.0, 1.0) == 0x1.2e2754558949bp+1);
  CHECK(gamma(stream, 2.5, 1.0) == 0x1.74640f8a8612fp+0);
  CHECK(gamma(stream, 0.5, 1.0) == 0x1.40958a1083692p+3);
  CHECK(weibull(stream, 0.7, 1.0) == 0x1.4d980e7af8d55p-1);
  CHECK(poisson(stream, 3.0) == 4);
  CHECK(poisson(stream, 300.0) == 334);
  CHECK(pareto(stream, 1.5, 1.0) == 0x1.6f68bce7d2af5p+0);
  CHECK(bounded_pareto(stream, 1.5, 1.0, 100.0) == 0x1.66e2157689289p+0);
}

TEST_CASE("distributions: parameters out of range break an invariant") {
  RandomStream stream(1, "distributions", "refused");
  CHECK_THROWS_AS(exponential(stream, -1.0), InvariantError);
  CHECK_THROWS_AS(normal(stream, 0.0, -1.0), InvariantError);
  CHECK_THROWS_AS(gamma(stream, 0.0, 1.0), InvariantError);
  CHECK_THROWS_AS(weibull(stream, 0.0, 1.0), InvariantError);
  CHECK_THROWS_AS(poisson(stream, 2e15), InvariantError);
  CHECK_THROWS_AS(pareto(stream, 1.0, 0.0), InvariantError);
  CHECK_THROWS_AS(bounded_pareto(stream, 1.0, 2.0, 1.0), InvariantError);
}
