// What is free: whole accelerators as a bitmap, shares of accelerators, CPUs and memory per node.
// An operation costs its runs of devices, not its devices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/core/bitset.h"
#include "sim/core/ids.h"
#include "sim/hardware/fleet.h"

namespace podsim {

/// A run of neighbouring devices on a pool's line.
struct Piece {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  bool operator==(const Piece&) const = default;
};

/// What one job holds. With milli < 1000 the pieces name one device, of which it holds a share.
struct Holding {
  PoolId pool;
  NodeId node;  ///< where cpu_milli and memory_mib are held; invalid when it holds neither
  std::uint32_t milli = 1000;
  std::uint32_t cpu_milli = 0;
  std::uint32_t memory_mib = 0;
  std::span<const Piece> pieces;

  [[nodiscard]] std::uint64_t devices() const;
  [[nodiscard]] std::uint64_t total_milli() const { return devices() * milli; }
};

class Capacity {
 public:
  explicit Capacity(const Fleet& fleet);

  [[nodiscard]] const Fleet& fleet() const { return *fleet_; }
  /// Accelerators of the pool that are wholly free.
  [[nodiscard]] std::uint32_t free_devices(PoolId pool) const { return state(pool).free_devices; }
  /// Free milli-accelerators, shares included.
  [[nodiscard]] std::uint64_t free_milli(PoolId pool) const { return state(pool).free_milli; }
  [[nodiscard]] std::uint64_t free_milli() const;
  /// Wholly free devices on the pool's line.
  [[nodiscard]] const HierarchicalBitset& free_map(PoolId pool) const { return state(pool).free; }
  /// Places in Pool::nodes of the nodes with exactly `devices` (1 or more) wholly free devices.
  [[nodiscard]] const HierarchicalBitset& nodes_with_free(PoolId pool,
                                                          std::uint32_t devices) const {
    const PoolState& asked = state(pool);
    if (asked.uniform == 1) return asked.free;
    if (asked.by_free.empty()) index_nodes(pool);
    return asked.by_free[devices - 1];
  }
  [[nodiscard]] std::uint32_t free_on(NodeId node) const;
  [[nodiscard]] std::uint32_t free_cpu_milli(NodeId node) const { return free_cpu_[node.index()]; }
  [[nodiscard]] std::uint32_t free_memory_mib(NodeId node) const {
    return free_memory_[node.index()];
  }
  /// Free milli of one device: 1000 when wholly free.
  [[nodiscard]] std::uint32_t free_milli_of(PoolId pool, std::uint32_t device) const;
  /// CPUs and memory of a node suffice; kinds that do not list them are not checked.
  [[nodiscard]] bool host_fits(NodeId node, std::uint32_t cpu_milli,
                               std::uint32_t memory_mib) const;

  /// All of `holding` is free now.
  [[nodiscard]] bool can_claim(const Holding& holding) const;
  /// Takes it; false, and nothing taken, when some of it is not free.
  [[nodiscard]] bool claim(const Holding& holding);
  /// Gives back what was claimed; giving back what is free is a broken invariant.
  void release(const Holding& holding);

 private:
  struct PoolState {
    HierarchicalBitset free;
    /// [c - 1]: nodes with exactly c free devices. Kept from the first time that somebody asks;
    /// never when every node has one device, where it would equal `free`.
    mutable std::vector<HierarchicalBitset> by_free;
    std::vector<std::uint16_t> share_left;  ///< of a device that is not wholly free
    std::uint32_t uniform = 0;              ///< devices a node when all nodes agree, else 0
    std::uint32_t free_devices = 0;
    std::uint64_t free_milli = 0;
  };

  [[nodiscard]] const PoolState& state(PoolId pool) const { return pools_[pool.index()]; }
  /// Moves the whole devices [first, last) between free and held.
  void take_run(PoolId pool, std::uint32_t first, std::uint32_t last);
  void give_run(PoolId pool, std::uint32_t first, std::uint32_t last);
  void index_nodes(PoolId pool) const;
  /// Keep by_free up to date after the change of a run.
  void nodes_lose(PoolId pool, std::uint32_t first, std::uint32_t last);
  void nodes_gain(PoolId pool, std::uint32_t first, std::uint32_t last);
  /// Notes that the node's free devices have become `after`.
  static void move_node(PoolState& pool, std::uint32_t place, std::uint32_t before,
                        std::uint32_t after);
  struct DeviceRange {
    std::uint32_t first;
    std::uint32_t last;
  };
  /// Applies `edge(place, devices of the node, how many of them)` to nodes partly covered and
  /// `inner(first, last)` to a run of places that [first, last) covers wholly.
  template <class Edge, class Inner>
  void for_each_node(PoolId pool, std::uint32_t first, std::uint32_t last, Edge&& edge,
                     Inner&& inner);
  void change_host(const Holding& holding, bool take);
  [[nodiscard]] bool host_is_free(const Holding& holding) const;
  [[nodiscard]] bool piece_is_free(const Holding& holding, const Piece& piece) const;
  void take_piece(const Holding& holding, const Piece& piece);
  void give_piece(const Holding& holding, const Piece& piece);

  const Fleet* fleet_;
  std::vector<PoolState> pools_;
  std::vector<std::uint32_t> free_cpu_;
  std::vector<std::uint32_t> free_memory_;
};

}  // namespace podsim
