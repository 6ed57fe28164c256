#include "sim/datacenter/decision.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/core/check.h"

namespace podsim {
namespace {

/// Storage made before the run, so that decisions need none.
constexpr std::size_t kMaxReserve = 1U << 16;

}  // namespace

Decision::Decision(SchedulerState& state, PlacementPolicy& placement)
    : state_(&state), placement_(&placement) {
  // A place is at most every second device of a pool.
  std::size_t devices = 0;
  for (const Pool& pool : state.capacity.fleet().pools()) {
    devices = std::max<std::size_t>(devices, pool.devices);
  }
  place_.pieces.reserve(std::min<std::size_t>(devices / 2 + 1, kMaxReserve));
  started_.reserve(std::min(state.jobs->size(), kMaxReserve));
}

void Decision::begin(SimTime now) {
  now_ = now;
  started_.clear();
  rejected_.clear();
  wake_ = kTimeNever;
}

bool Decision::is_waiting(JobId job) const {
  return state_->waiting.contains(job);
}

bool Decision::may_fit(const Request& request, std::span<const PoolId> pools) const {
  return std::ranges::any_of(pools, [&](PoolId pool) {
    return request.milli == kMilliPerDevice
               ? state_->capacity.free_devices(pool) >= request.devices
               : state_->capacity.free_milli(pool) >= request.total_milli();
  });
}

bool Decision::matches(const Request& request, std::span<const PoolId> pools,
                       const Holding& holding) const {
  if (holding.devices() != request.devices) return false;
  if (!request.node_bound()) return std::ranges::find(pools, holding.pool) != pools.end();
  if (!holding.node.valid()) return false;
  const Node& node = state_->capacity.fleet().node(holding.node);
  if (std::ranges::find(pools, node.pool) == pools.end()) return false;
  return std::ranges::all_of(holding.pieces, [&](const Piece& piece) {
    return holding.pool == node.pool && piece.first >= node.first_device &&
           piece.first + piece.count <= node.first_device + node.devices;
  });
}

Verdict Decision::try_start(JobId job, PoolId only, const Admission* admits) {
  if (!is_waiting(job)) return Verdict::NotWaiting;
  const Request& request = (*state_->jobs)[job].request;
  if (request.devices == 0 && !request.node_bound()) {
    commit(job, {}, 0);
    return Verdict::Started;
  }
  std::span<const PoolId> pools = state_->feasibility.pools_by_types()[request.types.index()];
  if (only.valid()) {
    if (std::ranges::find(pools, only) == pools.end()) return Verdict::DoesNotFit;
    pools = {&only, 1};
  }
  if (!may_fit(request, pools)) return Verdict::DoesNotFit;
  if (!placement_->place(state_->capacity, request, pools, place_)) return Verdict::DoesNotFit;
  const Holding holding{place_.pool,       place_.node,        request.milli,
                        request.cpu_milli, request.memory_mib, place_.pieces};
  SIM_CHECK(
      matches(request, pools, holding),
      "the placement policy gave job {} (line {}) {} accelerators of pool {}, not what it asks for",
      job.value(), (*state_->jobs)[job].line, holding.devices(), holding.pool.value());
  if (admits != nullptr && !(*admits)(holding)) return Verdict::NotAdmitted;
  SIM_CHECK(state_->capacity.claim(holding),
            "the placement policy gave job {} (line {}) accelerators that are not free",
            job.value(), (*state_->jobs)[job].line);
  commit(job, holding, 0);
  return Verdict::Started;
}

Verdict Decision::start_over_capacity(JobId job) {
  const Verdict verdict = try_start(job, {}, nullptr);
  if (verdict != Verdict::DoesNotFit) return verdict;
  const Request& request = (*state_->jobs)[job].request;
  commit(job, {PoolId{}, NodeId{}, request.milli, 0, 0, {}}, request.total_milli());
  state_->borrowers.push_back(job);
  // What is free now is taken at once; only the excess is borrowed.
  if (pay_back(*state_, *placement_, state_->running.find(job))) state_->borrowers.pop_back();
  return Verdict::Started;
}

void Decision::commit(JobId job, const Holding& holding, std::uint64_t borrowed_milli) {
  JobOutcome& outcome = state_->outcomes[job.index()];
  outcome.overtook = state_->waiting.front() != job;
  outcome.start = now_;
  outcome.state = JobState::Running;
  state_->waiting.remove(job);
  const SimTime expected = saturating_add(now_, state_->estimates[job.index()]);
  state_->running.add(job, now_, expected, holding).borrowed_milli = borrowed_milli;
  started_.push_back(job);
}

void Decision::reject(JobId job, std::string reason) {
  if (!is_waiting(job)) return;
  state_->waiting.remove(job);
  state_->outcomes[job.index()].state = JobState::Rejected;
  state_->set_reason(job, reason);
  rejected_.push_back(job);
}

void Decision::fail_run(JobId job, std::string reason) {
  if (!failure_.empty()) return;
  failure_ = fmt::format("job {} (line {} of the trace) {}", job.value() + 1,
                         (*state_->jobs)[job].line, reason);
}

}  // namespace podsim
