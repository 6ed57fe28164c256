// Which devices a job gets.
#pragma once

#include <span>
#include <vector>

#include "sim/hardware/capacity.h"
#include "sim/workload/job_table.h"

namespace podsim {

/// A proposed place; the vector keeps its storage from job to job.
struct Placement {
  PoolId pool;
  NodeId node;
  std::vector<Piece> pieces;

  void clear() {
    pool = PoolId{};
    node = NodeId{};
    pieces.clear();
  }
};

class PlacementPolicy {
 public:
  PlacementPolicy() = default;
  PlacementPolicy(const PlacementPolicy&) = delete;
  PlacementPolicy& operator=(const PlacementPolicy&) = delete;
  virtual ~PlacementPolicy() = default;

  /// Finds free devices for `request` in one of `pools` (in fleet order). False when there are
  /// none; `placement` is then unspecified. Only called for requests that need a device or a host.
  virtual bool place(const Capacity& capacity, const Request& request,
                     std::span<const PoolId> pools, Placement& placement) = 0;
};

}  // namespace podsim
