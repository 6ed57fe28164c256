#include "sim/study/statistics.h"

#include <algorithm>

#include "sim/core/math.h"
#include "sim/core/sums.h"

namespace podsim {

double percentile(std::span<const double> sorted, double p) {
  const double rank = math::ceil(p * static_cast<double>(sorted.size()));
  const auto index = static_cast<std::size_t>(std::max(rank, 1.0)) - 1;
  return sorted[std::min(index, sorted.size() - 1)];
}

void set_distribution(MetricList& metrics, const std::string& name, std::vector<double> values) {
  if (values.empty()) return;
  std::ranges::sort(values);
  CompensatedSum sum;
  for (const double value : values) sum += value;
  metrics.set(name + ".mean", sum.value() / static_cast<double>(values.size()));
  metrics.set(name + ".median", percentile(values, 0.5));
  metrics.set(name + ".p95", percentile(values, 0.95));
  metrics.set(name + ".p99", percentile(values, 0.99));
  metrics.set(name + ".max", values.back());
}

}  // namespace podsim
