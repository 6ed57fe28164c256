// The fleet as built: nodes in row order, grouped into pools of one node model. Immutable in a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/core/ids.h"
#include "sim/core/units.h"

namespace podsim {

/// Power of one accelerator's share of its node; absent for kinds without a sourced figure.
struct DevicePower {
  Watts idle{};       ///< the node's idle power over its accelerators
  Watts nameplate{};  ///< the node's rated power over its accelerators
};

struct Node {
  std::string name;
  PoolId pool;
  std::uint32_t place = 0;         ///< position in Pool::nodes
  std::uint32_t first_device = 0;  ///< index on the pool's line of devices
  std::uint32_t devices = 0;
  std::uint32_t cpu_milli = 0;  ///< 0: CPUs are not accounted in a pool without CPUs
  std::uint32_t memory_mib = 0;
};

/// All nodes of one model; a gang never spans two pools.
struct Pool {
  std::string name;         ///< node model, e.g. "dgx-h100"
  std::string accelerator;  ///< what a job's type constraint names
  std::vector<NodeId> nodes;
  std::uint32_t devices = 0;
  std::uint32_t max_devices_per_node = 0;
  bool accounts_cpu = false;  ///< nodes list CPUs, so CPU requests are checked
  bool accounts_memory = false;
  std::optional<DevicePower> power;
  std::optional<FlopPerSec> peak_per_device;
  std::optional<Bytes> memory_per_device;
};

/// A group of nodes to add, all alike.
struct NodeGroup {
  std::string pool_name;
  std::string accelerator;
  std::uint32_t nodes = 0;
  std::uint32_t devices_per_node = 0;
  std::uint32_t cpu_milli_per_node = 0;
  std::uint32_t memory_mib_per_node = 0;
  std::string node_name;  ///< prefix when nodes > 1, else the name itself
  std::optional<DevicePower> power;
  std::optional<FlopPerSec> peak_per_device;
  std::optional<Bytes> memory_per_device;
};

class Fleet {
 public:
  /// Appends nodes; nodes of the same pool_name share a pool, whose facts are the first group's.
  void add(const NodeGroup& group);
  void set_superpods(std::uint32_t count) { superpods_ = count; }

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Pool>& pools() const { return pools_; }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id.index()]; }
  [[nodiscard]] const Pool& pool(PoolId id) const { return pools_[id.index()]; }
  /// The node that carries a device of a pool.
  [[nodiscard]] NodeId node_of(PoolId pool, std::uint32_t device) const {
    return NodeId{node_of_device_[pool.index()][device]};
  }
  [[nodiscard]] std::uint64_t accelerators() const { return accelerators_; }
  /// The number of a pool's device when the fleet's are counted from 0, pool by pool.
  [[nodiscard]] std::uint64_t accelerator(PoolId pool, std::uint32_t device) const;
  [[nodiscard]] std::uint32_t superpods() const { return superpods_; }
  /// Accelerator kinds in the order of their pools, each once.
  [[nodiscard]] std::vector<std::string> kinds() const;
  /// Every pool has a power figure, so the energy of the fleet can be stated.
  [[nodiscard]] bool has_power() const;
  [[nodiscard]] std::vector<std::string> kinds_without_power() const;

 private:
  Pool& pool_named(const NodeGroup& group);

  std::vector<Node> nodes_;
  std::vector<Pool> pools_;
  std::vector<std::vector<std::uint32_t>> node_of_device_;
  std::uint64_t accelerators_ = 0;
  std::uint32_t superpods_ = 0;
};

}  // namespace podsim
