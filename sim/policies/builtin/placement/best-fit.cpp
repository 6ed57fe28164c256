// The fullest node that fits; a larger gang fills the smallest holes first.
#include "sim/policies/place_common.h"
#include "sim/policies/registry.h"

namespace podsim {
namespace {

class BestFit final : public PlacementPolicy {
 public:
  BestFit(NoParams /*config*/, const PolicyContext& /*context*/) {}

  bool place(const Capacity& capacity, const Request& request, std::span<const PoolId> pools,
             Placement& placement) override {
    if (!request.node_bound()) {
      return place_gang(capacity, request.devices, pools, Spread::FullestFirst,
                        Spread::FullestFirst, placement);
    }
    const NodeId node =
        best_node(capacity, pools, request, [&](NodeId at) { return free_milli_on(capacity, at); });
    if (!node.valid()) return false;
    take_on_node(capacity, node, request, placement);
    return true;
  }
};

}  // namespace

PolicyEntry placement_best_fit() {
  return placement_entry<BestFit, NoParams>(
      "best-fit", "The fullest node that fits; a larger gang fills the smallest holes first.", "");
}

}  // namespace podsim
