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
    return place_ranked(capacity, request, pools, Order::EmptiestFirst, Order::EmptiestFirst,
                        placement);
  }
};

}  // namespace

PolicyEntry placement_worst_fit() {
  return placement_entry<WorstFit, NoParams>(
      "worst-fit", "The emptiest node that fits; a larger gang takes the emptiest nodes.", "");
}

}  // namespace podsim
