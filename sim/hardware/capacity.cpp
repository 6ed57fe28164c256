#include "sim/hardware/capacity.h"

#include <algorithm>

#include "sim/core/check.h"

namespace podsim {
namespace {

constexpr std::uint16_t kWhole = 1000;

}  // namespace

std::uint64_t Holding::devices() const {
  std::uint64_t total = 0;
  for (const Piece& piece : pieces) total += piece.count;
  return total;
}

Capacity::Capacity(const Fleet& fleet) : fleet_(&fleet) {
  for (const Pool& pool : fleet.pools()) {
    PoolState made;
    const auto nodes = static_cast<std::uint32_t>(pool.nodes.size());
    made.free = HierarchicalBitset(pool.devices);
    made.free.insert_range(0, pool.devices);
    made.by_free.assign(pool.max_devices_per_node, HierarchicalBitset(nodes));
    made.node_free.reserve(nodes);
    made.share_left.assign(pool.devices, 0);
    made.uniform = pool.max_devices_per_node;
    made.free_devices = pool.devices;
    made.free_milli = std::uint64_t{pool.devices} * kWhole;
    for (std::uint32_t place = 0; place < nodes; ++place) {
      const std::uint32_t devices = fleet.node(pool.nodes[place]).devices;
      made.node_free.push_back(static_cast<std::uint16_t>(devices));
      if (devices > 0) made.by_free[devices - 1].insert(place);
      if (devices != pool.max_devices_per_node) made.uniform = 0;
    }
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
  return state(facts.pool).node_free[facts.place];
}

std::uint32_t Capacity::free_milli_of(PoolId pool, std::uint32_t device) const {
  return state(pool).free.contains(device) ? kWhole : state(pool).share_left[device];
}

bool Capacity::host_fits(NodeId node, std::uint32_t cpu_milli, std::uint32_t memory_mib) const {
  const Pool& pool = fleet_->pool(fleet_->node(node).pool);
  if (pool.accounts_cpu && cpu_milli > free_cpu_[node.index()]) return false;
  return !pool.accounts_memory || memory_mib <= free_memory_[node.index()];
}

bool Capacity::can_claim(const Holding& holding) const {
  if (holding.node.valid() &&
      !host_fits(holding.node, holding.cpu_milli, holding.memory_mib)) {
    return false;
  }
  if (holding.pieces.empty()) return true;
  const PoolState& pool = state(holding.pool);
  for (const Piece& piece : holding.pieces) {
    if (piece.count == 0 || piece.first >= pool.free.size() ||
        piece.count > pool.free.size() - piece.first) {
      return false;
    }
    if (holding.milli < kWhole) {
      if (piece.count != 1 || free_milli_of(holding.pool, piece.first) < holding.milli) return false;
    } else if (pool.free.next_gap(piece.first) < piece.first + piece.count) {
      return false;
    }
  }
  return true;
}

template <class Edge, class Inner>
void Capacity::for_each_node(PoolId pool, std::uint32_t first, std::uint32_t last, Edge&& edge,
                             Inner&& inner) {
  const std::uint32_t uniform = state(pool).uniform;
  if (uniform == 0) {
    while (first < last) {
      const Node& node = fleet_->node(fleet_->node_of(pool, first));
      const std::uint32_t end = std::min(last, node.first_device + node.devices);
      edge(node.place, end - first);
      first = end;
    }
    return;
  }
  const std::uint32_t first_full = (first + uniform - 1) / uniform;
  const std::uint32_t last_full = last / uniform;
  if (first_full > last_full) {  // inside one node
    edge(last_full, last - first);
    return;
  }
  if (first < first_full * uniform) edge(first_full - 1, first_full * uniform - first);
  if (first_full < last_full) inner(first_full, last_full);
  if (last > last_full * uniform) edge(last_full, last - last_full * uniform);
}

void Capacity::change_node(PoolState& pool, std::uint32_t place, int delta) {
  const std::uint32_t before = pool.node_free[place];
  const auto after = static_cast<std::uint32_t>(static_cast<int>(before) + delta);
  if (before > 0) pool.by_free[before - 1].erase(place);
  if (after > 0) pool.by_free[after - 1].insert(place);
  pool.node_free[place] = static_cast<std::uint16_t>(after);
}

void Capacity::take_run(PoolId id, std::uint32_t first, std::uint32_t last) {
  PoolState& pool = pools_[id.index()];
  pool.free.erase_range(first, last);
  pool.free_devices -= last - first;
  pool.free_milli -= std::uint64_t{last - first} * kWhole;
  for_each_node(
      id, first, last,
      [&](std::uint32_t place, std::uint32_t n) { change_node(pool, place, -static_cast<int>(n)); },
      [&](std::uint32_t begin, std::uint32_t end) {
        pool.by_free[pool.uniform - 1].erase_range(begin, end);
        std::fill(pool.node_free.begin() + begin, pool.node_free.begin() + end, std::uint16_t{0});
      });
}

void Capacity::give_run(PoolId id, std::uint32_t first, std::uint32_t last) {
  PoolState& pool = pools_[id.index()];
  pool.free.insert_range(first, last);
  pool.free_devices += last - first;
  pool.free_milli += std::uint64_t{last - first} * kWhole;
  for_each_node(
      id, first, last,
      [&](std::uint32_t place, std::uint32_t n) { change_node(pool, place, static_cast<int>(n)); },
      [&](std::uint32_t begin, std::uint32_t end) {
        pool.by_free[pool.uniform - 1].insert_range(begin, end);
        std::fill(pool.node_free.begin() + begin, pool.node_free.begin() + end,
                  static_cast<std::uint16_t>(pool.uniform));
      });
}

void Capacity::change_host(const Holding& holding, bool take) {
  if (!holding.node.valid()) return;
  const Pool& pool = fleet_->pool(fleet_->node(holding.node).pool);
  std::uint32_t& cpu = free_cpu_[holding.node.index()];
  std::uint32_t& memory = free_memory_[holding.node.index()];
  if (pool.accounts_cpu) cpu = take ? cpu - holding.cpu_milli : cpu + holding.cpu_milli;
  if (pool.accounts_memory) memory = take ? memory - holding.memory_mib : memory + holding.memory_mib;
}

bool Capacity::claim(const Holding& holding) {
  if (!can_claim(holding)) return false;
  change_host(holding, true);
  for (const Piece& piece : holding.pieces) {
    if (holding.milli == kWhole) {
      take_run(holding.pool, piece.first, piece.first + piece.count);
      continue;
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
  return true;
}

void Capacity::release(const Holding& holding) {
  change_host(holding, false);
  for (const Piece& piece : holding.pieces) {
    PoolState& pool = pools_[holding.pool.index()];
    SIM_CHECK(pool.free.next(piece.first) >= piece.first + piece.count,
              "release of devices [{}, {}) that are free", piece.first, piece.first + piece.count);
    if (holding.milli == kWhole) {
      give_run(holding.pool, piece.first, piece.first + piece.count);
      continue;
    }
    pool.share_left[piece.first] =
        static_cast<std::uint16_t>(pool.share_left[piece.first] + holding.milli);
    pool.free_milli += holding.milli;
    if (pool.share_left[piece.first] == kWhole) {
      pool.share_left[piece.first] = 0;
      pool.free_milli -= kWhole;
      give_run(holding.pool, piece.first, piece.first + 1);
    }
  }
}

}  // namespace podsim
