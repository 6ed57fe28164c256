#include "sim/datacenter/scheduler_state.h"

#include <algorithm>

#include "sim/core/check.h"
#include "sim/policies/place_common.h"

namespace podsim {
namespace {

/// Storage made before the run, so that events need none: most runs hold fewer jobs at once.
constexpr std::size_t kMaxReserve = 1U << 16;

}  // namespace

SchedulerState::SchedulerState(const Fleet& fleet, const JobTable& table)
    : jobs(&table),
      feasibility(fleet, table.types()),
      capacity(fleet),
      waiting(table.size()),
      running(table.size(), std::min<std::size_t>(fleet.accelerators(), kMaxReserve)),
      estimates(table.size()),
      outcomes(table.size()) {}

void SchedulerState::set_reason(JobId job, std::string_view reason) {
  const auto known = std::ranges::find(reasons, reason);
  const auto index = static_cast<std::size_t>(known - reasons.begin());
  if (known == reasons.end()) reasons.emplace_back(reason);
  SIM_CHECK(index < 256, "more than 255 distinct reasons, the last is '{}'", reason);
  outcomes[job.index()].reason = static_cast<std::uint8_t>(index);
}

bool pay_back(SchedulerState& state, PlacementPolicy& placement, RunningJob& job) {
  const Request& request = (*state.jobs)[job.job].request;
  const auto pools = state.feasibility.pools_by_types()[request.types.index()];
  Placement place;
  if (request.node_bound()) {
    if (!placement.place(state.capacity, request, pools, place)) return false;
  } else {
    // A gang takes what is free in its pool and keeps borrowing the rest.
    const auto lacking = static_cast<std::uint32_t>(job.borrowed_milli / kMilliPerDevice);
    place.pool = job.pool.valid() ? job.pool : pools.front();
    const std::uint32_t devices = state.capacity.fleet().pool(place.pool).devices;
    if (take_lowest(state.capacity, place.pool, 0, devices, lacking, place) == 0) return false;
  }
  const Holding more{place.pool,        place.node,         request.milli,
                     request.cpu_milli, request.memory_mib, place.pieces};
  SIM_CHECK(state.capacity.claim(more), "pay-back of job {} is not free", job.job.value());
  job.borrowed_milli -= more.total_milli();
  const Holding held = state.running.holding(job);
  std::vector<Piece> pieces(held.pieces.begin(), held.pieces.end());
  pieces.insert(pieces.end(), place.pieces.begin(), place.pieces.end());
  Holding all = more;
  all.pieces = pieces;
  state.running.replace(job, all);
  return job.borrowed_milli == 0;
}

}  // namespace podsim
