#include "sim/study/statistics.h"

#include <doctest/doctest.h>

#include <numeric>
#include <vector>

using namespace podsim;

TEST_CASE("percentile: nearest rank, sorted[ceil(p n) - 1]") {
  const std::vector<double> five{15.0, 20.0, 35.0, 40.0, 50.0};
  CHECK(percentile(five, 0.05) == 15.0);  // ceil(0.25) = 1
  CHECK(percentile(five, 0.3) == 20.0);   // ceil(1.5) = 2
  CHECK(percentile(five, 0.4) == 20.0);   // exactly 2
  CHECK(percentile(five, 0.5) == 35.0);   // ceil(2.5) = 3
  CHECK(percentile(five, 0.95) == 50.0);  // ceil(4.75) = 5
  CHECK(percentile(five, 1.0) == 50.0);
  // Of an even number the lower of the two in the middle, never their mean.
  CHECK(percentile(std::vector<double>{1.0, 2.0, 3.0, 4.0}, 0.5) == 2.0);
  CHECK(percentile(std::vector<double>{7.0}, 0.01) == 7.0);
}

// p n is a double: where the exact product is whole, the rank must not slip to the next one.
TEST_CASE("percentile: the rank is exact for every size") {
  std::vector<double> ranks(2000);
  std::iota(ranks.begin(), ranks.end(), 1.0);  // the value is the rank
  const auto exact = [](std::size_t percent, std::size_t n) {
    return static_cast<double>((percent * n + 99) / 100);
  };
  for (std::size_t n = 1; n <= ranks.size(); ++n) {
    const std::span<const double> some(ranks.data(), n);
    CHECK(percentile(some, 0.5) == exact(50, n));
    CHECK(percentile(some, 0.95) == exact(95, n));
    CHECK(percentile(some, 0.99) == exact(99, n));
  }
}

TEST_CASE("distribution: five keys, or none") {
  MetricList metrics;
  set_distribution(metrics, "none_s", {});
  CHECK(metrics.entries().empty());
  // 1 to 100 in another order: mean 50.5, ranks 50, 95, 99.
  std::vector<double> values(100);
  std::iota(values.rbegin(), values.rend(), 1.0);
  set_distribution(metrics, "wait_s", values);
  CHECK(metrics.entries().size() == 5);
  CHECK(metrics.number("wait_s.mean") == 50.5);
  CHECK(metrics.number("wait_s.median") == 50.0);
  CHECK(metrics.number("wait_s.p95") == 95.0);
  CHECK(metrics.number("wait_s.p99") == 99.0);
  CHECK(metrics.number("wait_s.max") == 100.0);
}

TEST_CASE("distribution: the mean keeps small values beside large ones") {
  MetricList metrics;
  std::vector<double> values(1000, 1.0);
  values.push_back(1e16);
  values.push_back(-1e16);
  set_distribution(metrics, "x", std::move(values));
  CHECK(metrics.number("x.mean") == 1000.0 / 1002.0);
}
