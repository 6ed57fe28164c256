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
    return place_ranked(capacity, request, pools, Order::FullestFirst, Order::EmptiestFirst,
                        placement);
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
