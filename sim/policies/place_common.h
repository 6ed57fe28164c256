// Steps that placement policies share.
#pragma once

#include <optional>
#include <span>

#include "sim/policies/placement_policy.h"

namespace podsim {

/// A node-bound request fits on the node: devices (or a share of one), CPUs and memory together.
bool fits_on(const Capacity& capacity, NodeId node, const Request& request);

/// Fills `placement` with the lowest free device indices of a node that fits.
void take_on_node(const Capacity& capacity, NodeId node, const Request& request,
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

/// Free milli-accelerators on a node, shares included.
std::int64_t free_milli_on(const Capacity& capacity, NodeId node);

/// How a gang is spread over nodes when no CPUs or memory tie it to one.
enum class Spread : std::uint8_t { FullestFirst, EmptiestFirst };

/// One node if a node can hold the gang: the fullest (FullestFirst) or the emptiest that fits.
/// Otherwise nodes in that order of their free devices until the gang is complete.
bool place_gang(const Capacity& capacity, std::uint32_t devices, std::span<const PoolId> pools,
                Spread single, Spread several, Placement& placement);

}  // namespace podsim
