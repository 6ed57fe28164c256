// Order statistics as the contract defines them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/core/metrics.h"

namespace podsim {

/// Nearest rank: sorted[ceil(p n) - 1]. Precondition: not empty, 0 < p <= 1.
double percentile(std::span<const double> sorted, double p);

/// Sets NAME.mean, .median, .p95, .p99 and .max; nothing when there are no values.
void set_distribution(MetricList& metrics, const std::string& name, std::vector<double> values);

}  // namespace podsim
