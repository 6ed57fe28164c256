// Conservative backfilling: every waiting job has a reservation that later jobs may not delay.
#include <memory_resource>
#include <set>
#include <utility>
#include <vector>

#include "sim/policies/capacity_profile.h"
#include "sim/policies/registry.h"

namespace podsim {
namespace {

/// Reservations are by count of accelerators in a pool. They are kept as long as jobs end as
/// expected; any surprise makes them anew in queue order, which compresses the schedule.
class ConservativeBackfill final : public QueuePolicy {
 public:
  ConservativeBackfill(NoParams /*config*/, const PolicyContext& /*context*/) {}

  void job_waiting(const SchedulingView& /*view*/, JobId job) override { fresh_.push_back(job); }

  void decide(const SchedulingView& view, Triggers triggers, Draft& draft) override {
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

  struct Due {
    JobId job;
    PoolId pool;
    auto operator<=>(const Due&) const = default;
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
    future_.clear();
    due_.clear();
    for (JobId job = view.waiting.front(); job.valid(); job = view.waiting.after(job))
      plan(view, job);
  }

  /// Reserves the earliest start over the pools that the job may use; ties: the first pool.
  void plan(const SchedulingView& view, JobId job) {
    Plan best;
    const Duration length = view.jobs.estimate(job);
    for (const PoolId pool : view.pools(job)) {
      const SimTime start = profiles_[pool.index()].earliest(view.now, length, devices(view, job));
      if (start < best.start) best = {start, pool};
    }
    if (best.start == kTimeNever) return;
    future_.emplace(best.start, Due{job, best.pool});
    profiles_[best.pool.index()].reserve(best.start, length, devices(view, job));
  }

  /// Starts a job where it has its reservation. Counts say little about a job that must fit into
  /// one node: where they misled, any pool will do.
  static Verdict start(const SchedulingView& view, Draft& draft, const Due& due) {
    const Verdict verdict = draft.start_in(due.job, due.pool);
    if (verdict != Verdict::DoesNotFit || !view.jobs.request(due.job).node_bound()) return verdict;
    return draft.start(due.job);
  }

  /// Starts whose time has come, in queue order. Where fragments or an overdue job hinder a start,
  /// the job stays due and is tried again at the next event.
  void start_due(const SchedulingView& view, Draft& draft) {
    while (!future_.empty() && future_.begin()->first <= view.now) {
      due_.insert(future_.begin()->second);
      future_.erase(future_.begin());
    }
    for (auto job = due_.begin(); job != due_.end();) {
      const Verdict verdict = start(view, draft, *job);
      job = verdict == Verdict::Started || verdict == Verdict::NotWaiting ? due_.erase(job)
                                                                          : std::next(job);
    }
    if (!future_.empty()) draft.wake_at(future_.begin()->first);
  }

  // Nodes come from a pool that keeps what it once had: no allocation per job after warm-up.
  std::pmr::unsynchronized_pool_resource memory_;
  std::pmr::set<std::pair<SimTime, Due>> future_{&memory_};
  std::pmr::set<Due> due_{&memory_};
  std::vector<CapacityProfile> profiles_;
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
