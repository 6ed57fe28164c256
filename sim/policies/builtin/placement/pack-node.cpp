// As few nodes as can be: the fullest node that fits; a larger gang takes whole nodes first.
#include "sim/policies/place_common.h"
#include "sim/policies/registry.h"

namespace podsim {
namespace {

class PackNode final : public PlacementPolicy {
 public:
  PackNode(NoParams /*config*/, const PolicyContext& /*context*/) {}

  bool place(const Capacity& capacity, const Request& request, std::span<const PoolId> pools,
             Placement& placement) override {
    if (!request.node_bound()) {
      return place_gang(capacity, request.devices, pools, Spread::FullestFirst,
                        Spread::EmptiestFirst, placement);
    }
    const NodeId node =
        best_node(capacity, pools, request, [&](NodeId at) { return free_milli_on(capacity, at); });
    if (!node.valid()) return false;
    take_on_node(capacity, node, request, placement);
    return true;
  }
};

}  // namespace

PolicyEntry placement_pack_node() {
  return placement_entry<PackNode, NoParams>(
      "pack-node",
      "As few nodes as can be: the fullest node that fits; a larger gang takes whole nodes first.",
      "");
}

}  // namespace podsim
