#include "sim/hardware/fleet.h"

#include <fmt/format.h>

#include <algorithm>

namespace podsim {

Pool& Fleet::pool_named(const NodeGroup& group) {
  for (Pool& pool : pools_) {
    if (pool.name == group.pool_name) return pool;
  }
  Pool made;
  made.name = group.pool_name;
  made.accelerator = group.accelerator;
  made.power = group.power;
  made.peak_per_device = group.peak_per_device;
  made.memory_per_device = group.memory_per_device;
  pools_.push_back(std::move(made));
  node_of_device_.emplace_back();
  return pools_.back();
}

void Fleet::add(const NodeGroup& group) {
  Pool& pool = pool_named(group);
  const PoolId id{static_cast<std::size_t>(&pool - pools_.data())};
  auto& node_of_device = node_of_device_[id.index()];
  for (std::uint32_t i = 0; i < group.nodes; ++i) {
    const NodeId node{nodes_.size()};
    nodes_.push_back({group.nodes > 1 ? fmt::format("{}{}", group.node_name, i) : group.node_name,
                      id, static_cast<std::uint32_t>(pool.nodes.size()), pool.devices,
                      group.devices_per_node, group.cpu_milli_per_node, group.memory_mib_per_node});
    pool.nodes.push_back(node);
    pool.devices += group.devices_per_node;
    node_of_device.insert(node_of_device.end(), group.devices_per_node, node.value());
  }
  pool.max_devices_per_node = std::max(pool.max_devices_per_node, group.devices_per_node);
  pool.accounts_cpu = pool.accounts_cpu || group.cpu_milli_per_node > 0;
  pool.accounts_memory = pool.accounts_memory || group.memory_mib_per_node > 0;
  accelerators_ += std::uint64_t{group.nodes} * group.devices_per_node;
}

std::uint64_t Fleet::accelerator(PoolId pool, std::uint32_t device) const {
  std::uint64_t number = device;
  for (std::size_t i = 0; i < pool.index(); ++i) number += pools_[i].devices;
  return number;
}

std::vector<std::string> Fleet::kinds() const {
  std::vector<std::string> names;
  for (const Pool& pool : pools_) {
    if (std::ranges::find(names, pool.accelerator) == names.end())
      names.push_back(pool.accelerator);
  }
  return names;
}

bool Fleet::has_power() const {
  return std::ranges::all_of(pools_, [](const Pool& pool) { return pool.power.has_value(); });
}

std::vector<std::string> Fleet::kinds_without_power() const {
  std::vector<std::string> names;
  for (const Pool& pool : pools_) {
    if (!pool.power) names.push_back(pool.accelerator);
  }
  return names;
}

}  // namespace podsim
