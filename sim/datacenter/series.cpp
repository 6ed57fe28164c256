#include "sim/datacenter/series.h"

#include <limits>

namespace podsim {
namespace {

constexpr std::size_t kFleetMetrics = 5;

}  // namespace

Series::Series(ResultSink* sink, const Capacity& capacity)
    : sink_(sink),
      capacity_(&capacity),
      last_(kFleetMetrics + capacity.fleet().pools().size(),
            std::numeric_limits<double>::quiet_NaN()) {}

void Series::send(Metric metric, std::uint32_t entity, SimTime now, double value) {
  const std::size_t slot = metric == Metric::AcceleratorsAllocated
                               ? kFleetMetrics + entity
                               : static_cast<std::size_t>(metric);
  if (last_[slot] == value) return;
  last_[slot] = value;
  sink_->sample(metric, entity, now, value);
}

void Series::record(SimTime now, const Values& values) {
  if (sink_ == nullptr) return;
  const auto pools = static_cast<std::uint32_t>(capacity_->fleet().pools().size());
  for (std::uint32_t i = 0; i < pools; ++i) {
    const PoolId pool{i};
    const std::uint64_t all = std::uint64_t{capacity_->fleet().pool(pool).devices} * 1000;
    send(Metric::AcceleratorsAllocated, i, now,
         static_cast<double>(all - capacity_->free_milli(pool)) / 1000.0);
  }
  send(Metric::JobsRunning, 0, now, static_cast<double>(values.running));
  send(Metric::JobsWaiting, 0, now, static_cast<double>(values.waiting));
  if (!values.has_power) return;
  send(Metric::ItPower, 0, now, values.it_watts);
  if (values.has_plant) send(Metric::FacilityPower, 0, now, values.facility_watts);
}

}  // namespace podsim
