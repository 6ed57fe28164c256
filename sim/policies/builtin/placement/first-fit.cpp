// The lowest free devices in row order.
#include "sim/policies/place_common.h"
#include "sim/policies/registry.h"

namespace podsim {
namespace {

class FirstFit final : public PlacementPolicy {
 public:
  FirstFit(NoParams /*config*/, const PolicyContext& /*context*/) {}

  bool place(const Capacity& capacity, const Request& request, std::span<const PoolId> pools,
             Placement& placement) override {
    if (request.node_bound()) {
      const NodeId node = best_node(capacity, pools, request, [](NodeId) { return 0; });
      if (!node.valid()) return false;
      take_on_node(capacity, node, request, Order::ByIndex, placement);
      return true;
    }
    const auto pool = first_pool_with(capacity, pools, request.devices);
    if (!pool) return false;
    placement.clear();
    placement.pool = *pool;
    take_lowest(capacity, *pool, 0, capacity.fleet().pool(*pool).devices, request.devices,
                placement);
    return true;
  }
};

}  // namespace

PolicyEntry placement_first_fit() {
  return placement_entry<FirstFit, NoParams>(
      "first-fit", "The first node row that fits; a gang takes the lowest free devices.", "");
}

}  // namespace podsim
