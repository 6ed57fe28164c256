// IT power of opaque jobs: a job draws load x nameplate on its share of the node, a free share
// draws the node's idle power. Whole nanowatts, so that sums and their integrals are exact.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/ids.h"
#include "sim/hardware/fleet.h"

namespace podsim {

/// The share of nameplate that a job without a load of its own draws. Heavy work on 8xH100 nodes
/// sits at 76 % of the rating (arXiv:2506.14551); used as an estimate for every kind.
inline constexpr double kDefaultLoad = 0.76;

class ItPower {
 public:
  /// Requires fleet.has_power().
  explicit ItPower(const Fleet& fleet);

  /// Power of `milli` milli-accelerators of a pool under `load` (fraction of nameplate; at least
  /// the idle power), in nanowatts.
  [[nodiscard]] std::int64_t job_nanowatts(PoolId pool, std::uint64_t milli, double load) const;
  /// Idle power of `milli` free milli-accelerators, in nanowatts.
  [[nodiscard]] std::int64_t idle_nanowatts(PoolId pool, std::uint64_t milli) const;
  /// Nameplate power of the whole fleet.
  [[nodiscard]] Watts nameplate() const;

 private:
  const Fleet* fleet_;
  std::vector<std::int64_t> idle_per_milli_;  ///< nanowatts
};

}  // namespace podsim
