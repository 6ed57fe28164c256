// What writer and reader of result files agree on. Layout, version 1:
//
//   /                       Conventions, format, format_version
//   /meta, /summary         attributes, in order
//   /scenario/yaml          the resolved scenario
//   /tables/NAME/COLUMN     along the dimension NAME
//   /series/METRIC/         entity, time, value along the dimension `sample`; entity_name
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "sim/core/check.h"
#include "sim/datacenter/sink.h"

namespace podsim::result_layout {

inline constexpr const char* kFormat = "podsim-result";
inline constexpr std::int64_t kFormatVersion = 1;

/// How a metric is called in files.
struct SeriesFacts {
  const char* name;
  const char* unit;
  const char* doc;
  bool by_pool;  ///< one entity per pool, or one for the fleet
};

inline constexpr std::array kSeries{
    SeriesFacts{"accelerators_allocated", "1", "accelerators allocated to jobs", true},
    SeriesFacts{"jobs_running", "1", "running jobs", false},
    SeriesFacts{"jobs_waiting", "1", "waiting jobs", false},
    SeriesFacts{"it_power", "W", "power of the IT equipment", false},
    SeriesFacts{"facility_power", "W", "power of the facility", false},
};
static_assert(kSeries.size() == static_cast<std::size_t>(Metric::FacilityPower) + 1);

inline std::size_t series_index(Metric metric) {
  const auto index = static_cast<std::size_t>(metric);
  SIM_CHECK(index < kSeries.size(), "metric {} has no place in result files", index);
  return index;
}

}  // namespace podsim::result_layout
