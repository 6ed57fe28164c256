#include "sim/policies/place_common.h"

#include <algorithm>

namespace podsim {
namespace {

/// The device of the node for a share of `milli`.
std::optional<std::uint32_t> share_on(const Capacity& capacity, const Node& node,
                                      std::uint32_t milli, Order order) {
  std::optional<std::uint32_t> best;
  std::uint32_t best_free = 0;
  for (std::uint32_t d = node.first_device; d < node.first_device + node.devices; ++d) {
    const std::uint32_t free = capacity.free_milli_of(node.pool, d);
    if (free < milli) continue;
    if (best && (order == Order::FullestFirst ? free >= best_free : free <= best_free)) continue;
    best = d;
    best_free = free;
    if (order == Order::ByIndex) break;
  }
  return best;
}

/// Free milli-accelerators on a node, shares included.
std::int64_t free_milli_on(const Capacity& capacity, NodeId id) {
  const Node& node = capacity.fleet().node(id);
  std::int64_t free = 0;
  for (std::uint32_t d = node.first_device; d < node.first_device + node.devices; ++d) {
    free += capacity.free_milli_of(node.pool, d);
  }
  return free;
}

/// Takes up to `wanted` devices from the nodes with exactly `free` free ones, in row order.
std::uint32_t take_from_nodes(const Capacity& capacity, PoolId pool, std::uint32_t free,
                              std::uint32_t wanted, Placement& placement) {
  const HierarchicalBitset& nodes = capacity.nodes_with_free(pool, free);
  const auto& places = capacity.fleet().pool(pool).nodes;
  std::uint32_t taken = 0;
  for (std::uint32_t at = nodes.next(0); at != HierarchicalBitset::kNone && taken < wanted;
       at = nodes.next(at + 1)) {
    const Node& node = capacity.fleet().node(places[at]);
    taken += take_lowest(capacity, pool, node.first_device, node.first_device + node.devices,
                         wanted - taken, placement);
  }
  return taken;
}

bool place_gang(const Capacity& capacity, std::uint32_t devices, std::span<const PoolId> pools,
                Order single, Order several, Placement& placement) {
  const auto found = first_pool_with(capacity, pools, devices);
  if (!found) return false;
  const PoolId pool = *found;
  const std::uint32_t most = capacity.fleet().pool(pool).max_devices_per_node;
  placement.clear();
  placement.pool = pool;
  for (std::uint32_t step = 0; devices <= most && step <= most - devices; ++step) {
    const std::uint32_t free = single == Order::FullestFirst ? devices + step : most - step;
    if (take_from_nodes(capacity, pool, free, devices, placement) >= devices) {
      // Only one node's devices: several nodes with `free` free ones are never needed here.
      return true;
    }
  }
  std::uint32_t left = devices;
  for (std::uint32_t step = 0; left > 0 && step < most; ++step) {
    const std::uint32_t free = several == Order::FullestFirst ? step + 1 : most - step;
    left -= take_from_nodes(capacity, pool, free, left, placement);
  }
  return left == 0;
}

}  // namespace

bool fits_on(const Capacity& capacity, NodeId id, const Request& request) {
  if (!capacity.host_fits(id, request.cpu_milli, request.memory_mib)) return false;
  if (request.devices == 0) return true;
  if (request.milli == kMilliPerDevice) return capacity.free_on(id) >= request.devices;
  return share_on(capacity, capacity.fleet().node(id), request.milli, Order::ByIndex).has_value();
}

void take_on_node(const Capacity& capacity, NodeId id, const Request& request, Order order,
                  Placement& placement) {
  const Node& node = capacity.fleet().node(id);
  placement.clear();
  placement.pool = node.pool;
  placement.node = id;
  if (request.devices == 0) return;
  if (request.milli < kMilliPerDevice) {
    placement.pieces.push_back({*share_on(capacity, node, request.milli, order), 1});
    return;
  }
  take_lowest(capacity, node.pool, node.first_device, node.first_device + node.devices,
              request.devices, placement);
}

std::uint32_t take_lowest(const Capacity& capacity, PoolId pool, std::uint32_t first,
                          std::uint32_t last, std::uint32_t wanted, Placement& placement) {
  const HierarchicalBitset& free = capacity.free_map(pool);
  std::uint32_t taken = 0;
  for (std::uint32_t end = first; taken < wanted;) {
    const std::uint32_t at = free.next(end);
    if (at >= last) break;  // kNone is beyond every `last`
    end = free.next_gap(at, std::min(last, at + (wanted - taken)));
    if (!placement.pieces.empty() &&
        placement.pieces.back().first + placement.pieces.back().count == at) {
      placement.pieces.back().count += end - at;
    } else {
      placement.pieces.push_back({at, end - at});
    }
    taken += end - at;
  }
  return taken;
}

std::optional<PoolId> first_pool_with(const Capacity& capacity, std::span<const PoolId> pools,
                                      std::uint32_t devices) {
  for (const PoolId pool : pools) {
    if (capacity.free_devices(pool) >= devices) return pool;
  }
  return std::nullopt;
}

bool place_ranked(const Capacity& capacity, const Request& request, std::span<const PoolId> pools,
                  Order single, Order several, Placement& placement) {
  if (!request.node_bound()) {
    return place_gang(capacity, request.devices, pools, single, several, placement);
  }
  const std::int64_t sign = single == Order::FullestFirst ? 1 : -1;
  const NodeId node = best_node(capacity, pools, request,
                                [&](NodeId at) { return sign * free_milli_on(capacity, at); });
  if (!node.valid()) return false;
  take_on_node(capacity, node, request, single, placement);
  return true;
}

}  // namespace podsim
