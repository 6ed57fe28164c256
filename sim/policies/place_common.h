// Steps that placement policies share.
#pragma once

#include <optional>
#include <span>

#include "sim/policies/placement_policy.h"

namespace podsim {

/// A node-bound request fits on the node: devices (or a share of one), CPUs and memory together.
bool fits_on(const Capacity& capacity, NodeId node, const Request& request);

/// Which node, or which device for a share, is taken first. Ties: the lowest row or index.
enum class Order : std::uint8_t { ByIndex, FullestFirst, EmptiestFirst };

/// Fills `placement` on a node that fits: whole devices by index, a share on the device that comes
/// first in `order` of those that have it free.
void take_on_node(const Capacity& capacity, NodeId node, const Request& request, Order order,
                  Placement& placement);

/// Appends the lowest free devices of [first, last) on the pool's line, at most `wanted` of them;
/// returns how many it took.
std::uint32_t take_lowest(const Capacity& capacity, PoolId pool, std::uint32_t first,
                          std::uint32_t last, std::uint32_t wanted, Placement& placement);

/// The first of `pools` with at least `devices` wholly free.
std::optional<PoolId> first_pool_with(const Capacity& capacity, std::span<const PoolId> pools,
                                      std::uint32_t devices);

/// Among all nodes of `pools` on which the request fits, the one with the least score; ties: the
/// lowest row. `score(node)` must be a pure function.
template <class Score>
NodeId best_node(const Capacity& capacity, std::span<const PoolId> pools, const Request& request,
                 Score&& score) {
  NodeId best;
  std::int64_t best_score = 0;
  for (const PoolId pool : pools) {
    for (const NodeId node : capacity.fleet().pool(pool).nodes) {
      if (!fits_on(capacity, node, request)) continue;
      const std::int64_t value = score(node);
      if (best.valid() && (value > best_score || (value == best_score && node > best))) continue;
      best = node;
      best_score = value;
    }
  }
  return best;
}

/// One node if a node can hold the request: the first in the order `single` that fits; a share lies
/// on a device in that order too. Otherwise nodes in the order `several` until the gang is
/// complete. Neither may be ByIndex.
bool place_ranked(const Capacity& capacity, const Request& request, std::span<const PoolId> pools,
                  Order single, Order several, Placement& placement);

}  // namespace podsim
