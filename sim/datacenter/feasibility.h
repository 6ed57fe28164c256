// Whether a job could ever run on an empty fleet, all its needs on one node together.
#pragma once

#include <string_view>
#include <vector>

#include "sim/hardware/fleet.h"
#include "sim/workload/job_table.h"

namespace podsim {

class Feasibility {
 public:
  Feasibility(const Fleet& fleet, const NameTable& types);

  /// Pools that each type set admits, in fleet order, by TypeSetId.
  [[nodiscard]] const std::vector<std::vector<PoolId>>& pools_by_types() const { return pools_; }
  /// Why the request can never run; empty when it can.
  [[nodiscard]] std::string_view reason_against(const Request& request) const;

 private:
  /// A kind of node, each once.
  struct Shape {
    std::uint32_t devices;
    std::uint32_t cpu_milli;
    std::uint32_t memory_mib;
    bool operator==(const Shape&) const = default;
  };
  [[nodiscard]] bool some_node_fits(PoolId pool, const Request& request) const;

  const Fleet* fleet_;
  std::vector<std::vector<PoolId>> pools_;
  std::vector<std::vector<Shape>> shapes_;  ///< by pool
};

}  // namespace podsim
