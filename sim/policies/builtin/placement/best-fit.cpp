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
    return place_ranked(capacity, request, pools, Order::FullestFirst, Order::FullestFirst,
                        placement);
  }
};

}  // namespace

PolicyEntry placement_best_fit() {
  return placement_entry<BestFit, NoParams>(
      "best-fit", "The fullest node that fits; a larger gang fills the smallest holes first.", "");
}

}  // namespace podsim
