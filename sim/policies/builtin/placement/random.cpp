// A node drawn among all that fit; a gang begins at a drawn device.
#include "sim/core/random.h"
#include "sim/policies/place_common.h"
#include "sim/policies/registry.h"

namespace podsim {
namespace {

class RandomPlacement final : public PlacementPolicy {
 public:
  RandomPlacement(NoParams /*config*/, const PolicyContext& context)
      : stream_(context.seed, "placement", "random") {}

  bool place(const Capacity& capacity, const Request& request, std::span<const PoolId> pools,
             Placement& placement) override {
    return request.node_bound() ? place_on_node(capacity, request, pools, placement)
                                : place_anywhere(capacity, request, pools, placement);
  }

 private:
  bool place_on_node(const Capacity& capacity, const Request& request,
                     std::span<const PoolId> pools, Placement& placement) {
    fitting_.clear();
    for (const PoolId pool : pools) {
      for (const NodeId node : capacity.fleet().pool(pool).nodes) {
        if (fits_on(capacity, node, request)) fitting_.push_back(node);
      }
    }
    if (fitting_.empty()) return false;
    take_on_node(capacity, fitting_[stream_.below(fitting_.size())], request, Order::ByIndex,
                 placement);
    return true;
  }

  bool place_anywhere(const Capacity& capacity, const Request& request,
                      std::span<const PoolId> pools, Placement& placement) {
    const auto pool = first_pool_with(capacity, pools, request.devices);
    if (!pool) return false;
    const std::uint32_t devices = capacity.fleet().pool(*pool).devices;
    const auto origin = static_cast<std::uint32_t>(stream_.below(devices));
    placement.clear();
    placement.pool = *pool;
    const std::uint32_t taken =
        take_lowest(capacity, *pool, origin, devices, request.devices, placement);
    take_lowest(capacity, *pool, 0, origin, request.devices - taken, placement);
    return true;
  }

  RandomStream stream_;
  std::vector<NodeId> fitting_;
};

}  // namespace

PolicyEntry placement_random() {
  return placement_entry<RandomPlacement, NoParams>(
      "random", "A node drawn among all that fit; a gang begins at a drawn device.", "");
}

}  // namespace podsim
