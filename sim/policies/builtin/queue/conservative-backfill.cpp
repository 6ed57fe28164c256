// Conservative backfilling: every waiting job has a reservation that later jobs may not delay.
#include <algorithm>
#include <vector>

#include "sim/policies/capacity_profile.h"
#include "sim/policies/registry.h"

namespace podsim {
namespace {

/// Reservations are by count of accelerators in a pool. They are kept as long as jobs end as expected;
/// any surprise makes them anew in queue order, which compresses the schedule.
class ConservativeBackfill final : public QueuePolicy {
 public:
  ConservativeBackfill(NoParams /*config*/, const PolicyContext& /*context*/) {}

  void job_waiting(const SchedulingView& /*view*/, JobId job) override { fresh_.push_back(job); }

  void decide(const SchedulingView& view, Triggers triggers, Draft& draft) override {
    if (planned_.empty()) planned_.resize(view.jobs.size());
    if (profiles_.empty() || triggers.surprise) {
      rebuild(view);
    } else {
      for (CapacityProfile& profile : profiles_) profile.forget_before(view.now);
      for (const JobId job : fresh_) plan(view, job);
    }
    fresh_.clear();
    start_due(view, draft);
  }

 private:
  struct Plan {
    SimTime start = kTimeNever;
    PoolId pool;
  };

  static std::int64_t devices(const SchedulingView& view, JobId job) {
    return view.jobs.request(job).devices;
  }

  void rebuild(const SchedulingView& view) {
    const auto& pools = view.capacity.fleet().pools();
    profiles_.resize(pools.size());
    for (std::size_t pool = 0; pool < pools.size(); ++pool) {
      profiles_[pool].reset(view.now, view.capacity.free_devices(PoolId{pool}));
    }
    for (const RunningJob& job : view.running.by_end()) {
      const Holding holding = view.running.holding(job);
      if (holding.pieces.empty()) continue;
      profiles_[holding.pool.index()].add_from(view.expected_end(job),
                                               static_cast<std::int64_t>(holding.devices()));
    }
    for (JobId job = view.waiting.front(); job.valid(); job = view.waiting.after(job)) plan(view, job);
  }

  /// Reserves the earliest start over the pools that the job may use; ties: the first pool.
  void plan(const SchedulingView& view, JobId job) {
    Plan best;
    const Duration length = view.jobs.estimate(job);
    for (const PoolId pool : view.pools(job)) {
      const SimTime start = profiles_[pool.index()].earliest(view.now, length, devices(view, job));
      if (start < best.start) best = {start, pool};
    }
    planned_[job.index()] = best;
    if (best.start != kTimeNever) {
      profiles_[best.pool.index()].reserve(best.start, length, devices(view, job));
    }
  }

  void start_due(const SchedulingView& view, Draft& draft) {
    SimTime wake = kTimeNever;
    JobId job = view.waiting.front();
    while (job.valid()) {
      const JobId next = view.waiting.after(job);
      const SimTime start = planned_[job.index()].start;
      if (start <= view.now) {
        draft.start(job);  // where fragments hinder it, it is tried again at the next event
      } else {
        wake = std::min(wake, start);
      }
      job = next;
    }
    if (wake != kTimeNever) draft.wake_at(wake);
  }

  std::vector<CapacityProfile> profiles_;
  std::vector<Plan> planned_;
  std::vector<JobId> fresh_;
};

}  // namespace

PolicyEntry queue_conservative_backfill() {
  auto entry = queue_entry<ConservativeBackfill, NoParams>(
      "conservative-backfill",
      "Every waiting job has a reservation; later jobs may pass if they delay none of them.",
      "Mu'alem and Feitelson, IEEE TPDS 12(6), 2001");
  entry.uses_estimates = true;
  return entry;
}

}  // namespace podsim
