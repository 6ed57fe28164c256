// The emptiest node that fits; a larger gang takes the emptiest nodes.
#include "sim/policies/place_common.h"
#include "sim/policies/registry.h"

namespace podsim {
namespace {

class WorstFit final : public PlacementPolicy {
 public:
  WorstFit(NoParams /*config*/, const PolicyContext& /*context*/) {}

  bool place(const Capacity& capacity, const Request& request, std::span<const PoolId> pools,
             Placement& placement) override {
    if (!request.node_bound()) {
      return place_gang(capacity, request.devices, pools, Spread::EmptiestFirst,
                        Spread::EmptiestFirst, placement);
    }
    const NodeId node = best_node(capacity, pools, request,
                                  [&](NodeId at) { return -free_milli_on(capacity, at); });
    if (!node.valid()) return false;
    take_on_node(capacity, node, request, placement);
    return true;
  }
};

}  // namespace

PolicyEntry placement_worst_fit() {
  return placement_entry<WorstFit, NoParams>(
      "worst-fit", "The emptiest node that fits; a larger gang takes the emptiest nodes.", "");
}

}  // namespace podsim
