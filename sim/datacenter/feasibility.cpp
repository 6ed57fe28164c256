#include "sim/datacenter/feasibility.h"

#include <algorithm>

namespace podsim {

Feasibility::Feasibility(const Fleet& fleet, const NameTable& types)
    : fleet_(&fleet), shapes_(fleet.pools().size()) {
  for (std::uint32_t id = 0; id < types.size(); ++id) {
    const std::vector<std::string> wanted = split_types(types.name(id));
    std::vector<PoolId> admitted;
    for (std::size_t pool = 0; pool < fleet.pools().size(); ++pool) {
      const Pool& facts = fleet.pools()[pool];
      const bool match = wanted.empty() ||
                         std::ranges::find(wanted, facts.accelerator) != wanted.end() ||
                         std::ranges::find(wanted, facts.name) != wanted.end();
      if (match) admitted.push_back(PoolId{pool});
    }
    pools_.push_back(std::move(admitted));
  }
  for (const Node& node : fleet.nodes()) {
    auto& shapes = shapes_[node.pool.index()];
    const Shape shape{node.devices, node.cpu_milli, node.memory_mib};
    if (std::ranges::find(shapes, shape) == shapes.end()) shapes.push_back(shape);
  }
}

bool Feasibility::some_node_fits(PoolId id, const Request& request) const {
  const Pool& pool = fleet_->pool(id);
  return std::ranges::any_of(shapes_[id.index()], [&](const Shape& shape) {
    return request.devices <= shape.devices &&
           (!pool.accounts_cpu || request.cpu_milli <= shape.cpu_milli) &&
           (!pool.accounts_memory || request.memory_mib <= shape.memory_mib);
  });
}

std::string_view Feasibility::reason_against(const Request& request) const {
  if (request.devices == 0 && !request.node_bound()) return {};
  const auto& pools = pools_[request.types.index()];
  if (pools.empty()) return "no-such-accelerator-type";
  const bool enough = std::ranges::any_of(
      pools, [&](PoolId pool) { return request.devices <= fleet_->pool(pool).devices; });
  if (!enough) return "more-accelerators-than-any-pool-has";
  if (!request.node_bound()) return {};
  const bool fits =
      std::ranges::any_of(pools, [&](PoolId pool) { return some_node_fits(pool, request); });
  return fits ? std::string_view{} : "no-node-is-large-enough";
}

}  // namespace podsim
