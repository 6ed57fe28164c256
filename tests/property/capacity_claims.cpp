// Random claims and releases beside one number a device.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <vector>

#include "sim/hardware/capacity.h"

using namespace podsim;

namespace {

constexpr PoolId kPool{0U};

struct Held {
  Holding facts;  ///< without its pieces
  std::vector<Piece> pieces;

  [[nodiscard]] Holding holding() const {
    Holding all = facts;
    all.pieces = pieces;
    return all;
  }
};

/// Nodes of one size or of several, with or without CPUs.
Fleet any_fleet() {
  Fleet fleet;
  const bool uniform = *rc::gen::arbitrary<bool>();
  const auto cpus = *rc::gen::element(0U, 5000U);
  const auto groups = *rc::gen::inRange(1, 4);
  const auto first_size = *rc::gen::inRange(1U, 9U);
  for (int i = 0; i < groups; ++i) {
    NodeGroup group;
    group.pool_name = group.accelerator = group.node_name = "gpu";
    group.nodes = *rc::gen::inRange(1U, 40U);
    group.devices_per_node = uniform ? first_size : *rc::gen::inRange(0U, 9U);
    group.cpu_milli_per_node = group.memory_mib_per_node = cpus;
    fleet.add(group);
  }
  return fleet;
}

/// One number a device and two a node: what is free.
struct Naive {
  explicit Naive(const Fleet& fleet) : fleet_(&fleet), milli(fleet.pools().front().devices, 1000) {
    for (const Node& node : fleet.nodes()) cpu.push_back(node.cpu_milli);
    for (const Node& node : fleet.nodes()) memory.push_back(node.memory_mib);
  }

  bool claim(const Holding& holding) {
    const Naive before = *this;
    if (change(holding, -1)) return true;
    *this = before;
    return false;
  }
  void release(const Holding& holding) { (void)change(holding, 1); }

  /// False when something would fall below nothing.
  bool change(const Holding& holding, std::int64_t sign) {
    bool good = true;
    for (const Piece& piece : holding.pieces) {
      if (piece.count == 0 || (holding.milli < 1000 && piece.count > 1)) return false;
      for (std::uint32_t d = piece.first; d < piece.first + piece.count; ++d) {
        if (d >= milli.size()) return false;
        milli[d] += sign * holding.milli;
        good &= milli[d] >= 0;
      }
    }
    if (holding.node.valid() && fleet_->pools().front().accounts_cpu) {
      cpu[holding.node.index()] += sign * holding.cpu_milli;
      memory[holding.node.index()] += sign * holding.memory_mib;
      good &= cpu[holding.node.index()] >= 0 && memory[holding.node.index()] >= 0;
    }
    return good;
  }

  const Fleet* fleet_;
  std::vector<std::int64_t> milli;
  std::vector<std::int64_t> cpu;
  std::vector<std::int64_t> memory;
};

void compare(const Fleet& fleet, const Capacity& capacity, const Naive& naive) {
  std::int64_t sum = 0;
  std::uint32_t whole = 0;
  for (std::uint32_t d = 0; d < naive.milli.size(); ++d) {
    RC_ASSERT(capacity.free_milli_of(kPool, d) == naive.milli[d]);
    RC_ASSERT(capacity.free_map(kPool).contains(d) == (naive.milli[d] == 1000));
    sum += naive.milli[d];
    whole += naive.milli[d] == 1000;
  }
  RC_ASSERT(capacity.free_milli(kPool) == static_cast<std::uint64_t>(sum));
  RC_ASSERT(capacity.free_devices(kPool) == whole);
  const Pool& pool = fleet.pool(kPool);
  for (std::uint32_t place = 0; place < pool.nodes.size(); ++place) {
    const Node& node = fleet.node(pool.nodes[place]);
    std::uint32_t free = 0;
    for (std::uint32_t d = 0; d < node.devices; ++d)
      free += naive.milli[node.first_device + d] == 1000;
    RC_ASSERT(capacity.free_on(pool.nodes[place]) == free);
    for (std::uint32_t n = 1; n <= pool.max_devices_per_node; ++n) {
      RC_ASSERT(capacity.nodes_with_free(kPool, n).contains(place) == (free == n));
    }
    RC_ASSERT(capacity.free_cpu_milli(pool.nodes[place]) == naive.cpu[pool.nodes[place].index()]);
    RC_ASSERT(capacity.free_memory_mib(pool.nodes[place]) ==
              naive.memory[pool.nodes[place].index()]);
  }
}

/// Often right, sometimes beyond the pool, empty or twice the same.
Held any_request(const Fleet& fleet) {
  const std::uint32_t devices = fleet.pool(kPool).devices;
  Held made;
  made.facts.pool = kPool;
  made.facts.milli =
      *rc::gen::weightedElement<std::uint32_t>({{3, 1000U}, {1, 250U}, {1, 300U}, {1, 999U}});
  const auto pieces = *rc::gen::inRange(0, 4);
  for (int i = 0; i < pieces; ++i) {
    const auto first = *rc::gen::inRange(0U, devices + 2);
    const auto count = made.facts.milli < 1000 ? 1U : *rc::gen::inRange(0U, 20U);
    made.pieces.push_back({first, count});
  }
  if (*rc::gen::arbitrary<bool>()) {
    made.facts.node = NodeId{*rc::gen::inRange<std::size_t>(0, fleet.nodes().size())};
    made.facts.cpu_milli = *rc::gen::inRange(0U, 4000U);
    made.facts.memory_mib = *rc::gen::inRange(0U, 4000U);
  }
  return made;
}

}  // namespace

TEST_CASE("capacity: random claims and releases agree with one number a device") {
  CHECK(rc::check("claims", [] {
    const Fleet fleet = any_fleet();
    Capacity capacity(fleet);
    Naive naive(fleet);
    std::vector<Held> held;
    const auto steps = *rc::gen::inRange(1, 60);
    for (int i = 0; i < steps; ++i) {
      if (!held.empty() && *rc::gen::inRange(0, 3) == 0) {
        const auto gone = *rc::gen::inRange<std::size_t>(0, held.size());
        capacity.release(held[gone].holding());
        naive.release(held[gone].holding());
        held.erase(held.begin() + static_cast<std::ptrdiff_t>(gone));
      } else {
        const Held wanted = any_request(fleet);
        const bool taken = naive.claim(wanted.holding());
        RC_ASSERT(capacity.claim(wanted.holding()) == taken);
        if (taken) held.push_back(wanted);
      }
    }
    compare(fleet, capacity, naive);
    for (const Held& each : held) capacity.release(each.holding());
    compare(fleet, capacity, Naive(fleet));
  }));
}
