#include "sim/hardware/capacity.h"

#include <algorithm>

#include "sim/core/check.h"

namespace podsim {
namespace {

constexpr std::uint16_t kWhole = 1000;

/// Devices a node when all nodes of the pool agree, else 0.
std::uint32_t uniform_devices(const Fleet& fleet, const Pool& pool) {
  const bool agree = std::ranges::all_of(
      pool.nodes, [&](NodeId id) { return fleet.node(id).devices == pool.max_devices_per_node; });
  return agree ? pool.max_devices_per_node : 0;
}

}  // namespace

std::uint64_t Holding::devices() const {
  std::uint64_t total = 0;
  for (const Piece& piece : pieces) total += piece.count;
  return total;
}

Capacity::Capacity(const Fleet& fleet) : fleet_(&fleet) {
  for (const Pool& pool : fleet.pools()) {
    PoolState made;
    made.free = HierarchicalBitset(pool.devices);
    made.free.insert_range(0, pool.devices);
    made.uniform = uniform_devices(fleet, pool);
    made.share_left.assign(pool.devices, 0);
    made.free_devices = pool.devices;
    made.free_milli = std::uint64_t{pool.devices} * kWhole;
    pools_.push_back(std::move(made));
  }
  for (const Node& node : fleet.nodes()) {
    free_cpu_.push_back(node.cpu_milli);
    free_memory_.push_back(node.memory_mib);
  }
}

std::uint64_t Capacity::free_milli() const {
  std::uint64_t total = 0;
  for (const PoolState& pool : pools_) total += pool.free_milli;
  return total;
}

std::uint32_t Capacity::free_on(NodeId node) const {
  const Node& facts = fleet_->node(node);
  return state(facts.pool).free.count(facts.first_device, facts.first_device + facts.devices);
}

std::uint32_t Capacity::free_milli_of(PoolId pool, std::uint32_t device) const {
  return state(pool).free.contains(device) ? kWhole : state(pool).share_left[device];
}

bool Capacity::host_fits(NodeId node, std::uint32_t cpu_milli, std::uint32_t memory_mib) const {
  const Pool& pool = fleet_->pool(fleet_->node(node).pool);
  if (pool.accounts_cpu && cpu_milli > free_cpu_[node.index()]) return false;
  return !pool.accounts_memory || memory_mib <= free_memory_[node.index()];
}

bool Capacity::piece_is_free(const Holding& holding, const Piece& piece) const {
  const HierarchicalBitset& free = state(holding.pool).free;
  if (piece.count == 0 || piece.first >= free.size() || piece.count > free.size() - piece.first) {
    return false;
  }
  if (holding.milli < kWhole) {
    return piece.count == 1 && free_milli_of(holding.pool, piece.first) >= holding.milli;
  }
  return free.contains_range(piece.first, piece.first + piece.count);
}

bool Capacity::host_is_free(const Holding& holding) const {
  return !holding.node.valid() || host_fits(holding.node, holding.cpu_milli, holding.memory_mib);
}

bool Capacity::can_claim(const Holding& holding) const {
  return host_is_free(holding) && std::ranges::all_of(holding.pieces, [&](const Piece& piece) {
           return piece_is_free(holding, piece);
         });
}

template <class Edge, class Inner>
void Capacity::for_each_node(PoolId pool, std::uint32_t first, std::uint32_t last, Edge&& edge,
                             Inner&& inner) {
  const std::uint32_t uniform = state(pool).uniform;
  if (uniform == 0) {
    while (first < last) {
      const Node& node = fleet_->node(fleet_->node_of(pool, first));
      const std::uint32_t node_end = node.first_device + node.devices;
      const std::uint32_t end = std::min(last, node_end);
      edge(node.place, {node.first_device, node_end}, end - first);
      first = end;
    }
    return;
  }
  const auto edge_at = [&](std::uint32_t place, std::uint32_t devices) {
    edge(place, {place * uniform, (place + 1) * uniform}, devices);
  };
  const std::uint32_t first_full = (first + uniform - 1) / uniform;
  const std::uint32_t last_full = last / uniform;
  if (first_full > last_full) {  // inside one node
    edge_at(last_full, last - first);
    return;
  }
  if (first < first_full * uniform) edge_at(first_full - 1, first_full * uniform - first);
  if (first_full < last_full) inner(first_full, last_full);
  if (last > last_full * uniform) edge_at(last_full, last - last_full * uniform);
}

void Capacity::index_nodes(PoolId id) const {
  const Pool& pool = fleet_->pool(id);
  const auto nodes = static_cast<std::uint32_t>(pool.nodes.size());
  auto& by_free = state(id).by_free;
  by_free.assign(pool.max_devices_per_node, HierarchicalBitset(nodes));
  for (std::uint32_t place = 0; place < nodes; ++place) {
    const std::uint32_t devices = free_on(pool.nodes[place]);
    if (devices > 0) by_free[devices - 1].insert(place);
  }
}

void Capacity::move_node(PoolState& pool, std::uint32_t place, std::uint32_t before,
                         std::uint32_t after) {
  if (before > 0) pool.by_free[before - 1].erase(place);
  if (after > 0) pool.by_free[after - 1].insert(place);
}

void Capacity::take_run(PoolId id, std::uint32_t first, std::uint32_t last) {
  PoolState& pool = pools_[id.index()];
  pool.free.erase_range(first, last);
  pool.free_devices -= last - first;
  pool.free_milli -= std::uint64_t{last - first} * kWhole;
  if (!pool.by_free.empty()) nodes_lose(id, first, last);
}

void Capacity::give_run(PoolId id, std::uint32_t first, std::uint32_t last) {
  PoolState& pool = pools_[id.index()];
  pool.free.insert_range(first, last);
  pool.free_devices += last - first;
  pool.free_milli += std::uint64_t{last - first} * kWhole;
  if (!pool.by_free.empty()) nodes_gain(id, first, last);
}

void Capacity::nodes_lose(PoolId id, std::uint32_t first, std::uint32_t last) {
  PoolState& pool = pools_[id.index()];
  for_each_node(
      id, first, last,
      [&](std::uint32_t place, DeviceRange node, std::uint32_t taken) {
        const std::uint32_t after = pool.free.count(node.first, node.last);
        move_node(pool, place, after + taken, after);
      },
      [&](std::uint32_t begin, std::uint32_t end) {
        pool.by_free[pool.uniform - 1].erase_range(begin, end);
      });
}

void Capacity::nodes_gain(PoolId id, std::uint32_t first, std::uint32_t last) {
  PoolState& pool = pools_[id.index()];
  for_each_node(
      id, first, last,
      [&](std::uint32_t place, DeviceRange node, std::uint32_t given) {
        const std::uint32_t after = pool.free.count(node.first, node.last);
        move_node(pool, place, after - given, after);
      },
      [&](std::uint32_t begin, std::uint32_t end) {
        pool.by_free[pool.uniform - 1].insert_range(begin, end);
      });
}

void Capacity::change_host(const Holding& holding, bool take) {
  if (!holding.node.valid()) return;
  const Node& node = fleet_->node(holding.node);
  const Pool& pool = fleet_->pool(node.pool);
  std::uint32_t& cpu = free_cpu_[holding.node.index()];
  std::uint32_t& memory = free_memory_[holding.node.index()];
  if (pool.accounts_cpu) cpu = take ? cpu - holding.cpu_milli : cpu + holding.cpu_milli;
  if (pool.accounts_memory)
    memory = take ? memory - holding.memory_mib : memory + holding.memory_mib;
  SIM_CHECK(cpu <= node.cpu_milli && memory <= node.memory_mib,
            "release of CPUs or memory of node {} that are free", node.name);
}

void Capacity::take_piece(const Holding& holding, const Piece& piece) {
  if (holding.milli == kWhole) {
    take_run(holding.pool, piece.first, piece.first + piece.count);
    return;
  }
  PoolState& pool = pools_[holding.pool.index()];
  if (pool.free.contains(piece.first)) {
    take_run(holding.pool, piece.first, piece.first + 1);
    pool.share_left[piece.first] = kWhole;
    pool.free_milli += kWhole;
  }
  pool.share_left[piece.first] =
      static_cast<std::uint16_t>(pool.share_left[piece.first] - holding.milli);
  pool.free_milli -= holding.milli;
}

void Capacity::give_piece(const Holding& holding, const Piece& piece) {
  PoolState& pool = pools_[holding.pool.index()];
  SIM_CHECK(pool.free.next(piece.first) >= piece.first + piece.count,
            "release of devices [{}, {}) that are free", piece.first, piece.first + piece.count);
  if (holding.milli == kWhole) {
    give_run(holding.pool, piece.first, piece.first + piece.count);
    return;
  }
  const std::uint32_t left = pool.share_left[piece.first] + holding.milli;
  SIM_CHECK(left <= kWhole, "release of {} milli of device {}, of which {} are free", holding.milli,
            piece.first, pool.share_left[piece.first]);
  pool.share_left[piece.first] = static_cast<std::uint16_t>(left);
  pool.free_milli += holding.milli;
  if (left == kWhole) {
    pool.share_left[piece.first] = 0;
    pool.free_milli -= kWhole;
    give_run(holding.pool, piece.first, piece.first + 1);
  }
}

bool Capacity::claim(const Holding& holding) {
  if (!host_is_free(holding)) return false;
  for (std::size_t taken = 0; taken < holding.pieces.size(); ++taken) {
    if (piece_is_free(holding, holding.pieces[taken])) {
      take_piece(holding, holding.pieces[taken]);
      continue;
    }
    // Held by another job or by an earlier piece: give back what was taken.
    while (taken > 0) give_piece(holding, holding.pieces[--taken]);
    return false;
  }
  change_host(holding, true);
  return true;
}

void Capacity::release(const Holding& holding) {
  change_host(holding, false);
  for (const Piece& piece : holding.pieces) give_piece(holding, piece);
}

}  // namespace podsim
