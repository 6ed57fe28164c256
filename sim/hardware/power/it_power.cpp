#include "sim/hardware/power/it_power.h"

#include <algorithm>

#include "sim/core/check.h"
#include "sim/core/math.h"

namespace podsim {
namespace {

constexpr double kNano = 1e9;
constexpr double kMilliPerDevice = 1000.0;

std::int64_t nanowatts_per_milli(Watts per_device) {
  return static_cast<std::int64_t>(math::round(per_device.value() * kNano / kMilliPerDevice));
}

}  // namespace

ItPower::ItPower(const Fleet& fleet) : fleet_(&fleet) {
  for (const Pool& pool : fleet.pools()) {
    SIM_CHECK(pool.power.has_value(), "pool {} has no power figure", pool.name);
    idle_per_milli_.push_back(nanowatts_per_milli(pool.power->idle));
  }
}

std::int64_t ItPower::job_nanowatts(PoolId pool, std::uint64_t milli, double load) const {
  const std::int64_t drawn = nanowatts_per_milli(fleet_->pool(pool).power->nameplate * load);
  return static_cast<std::int64_t>(milli) * std::max(drawn, idle_per_milli_[pool.index()]);
}

std::int64_t ItPower::idle_nanowatts(PoolId pool, std::uint64_t milli) const {
  return static_cast<std::int64_t>(milli) * idle_per_milli_[pool.index()];
}

Watts ItPower::nameplate() const {
  Watts total{};
  for (const Pool& pool : fleet_->pools()) total += pool.power->nameplate * double(pool.devices);
  return total;
}

}  // namespace podsim
