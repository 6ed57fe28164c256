// Conservative backfilling beside one that plans everything anew at each event.
#include <map>
#include <memory>

#include "tests/property/scheduler_workload.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

/// Plans all waiting jobs in queue order at every call, on a list of intervals; by count, per pool.
class PlansAnew final : public QueuePolicy {
 public:
  explicit PlansAnew(std::map<std::uint32_t, SimTime>& first_plan) : first_plan_(&first_plan) {}

  void decide(const SchedulingView& view, Triggers /*triggers*/, Draft& draft) override {
    taken_.clear();
    for (const RunningJob& job : view.running.by_end()) {
      taken_.push_back({job.pool, view.now, job.start + view.jobs.estimate(job.job),
                        view.jobs.request(job.job).devices});
    }
    std::vector<std::pair<JobId, PoolId>> due;
    for (JobId job = view.waiting.front(); job.valid(); job = view.waiting.after(job)) {
      const Taken plan = earliest(view, job);
      first_plan_->emplace(job.value(), plan.from);
      taken_.push_back(plan);
      if (plan.from == view.now) {
        due.emplace_back(job, plan.pool);
      } else {
        draft.wake_at(plan.from);
      }
    }
    for (const auto& [job, pool] : due) (void)draft.start_in(job, pool);
  }

 private:
  struct Taken {
    PoolId pool;
    SimTime from;
    SimTime to;
    std::uint64_t devices = 0;
  };

  std::uint64_t used(PoolId pool, SimTime when) const {
    std::uint64_t sum = 0;
    for (const Taken& each : taken_) {
      if (each.pool == pool && each.from <= when && when < each.to) sum += each.devices;
    }
    return sum;
  }
  /// Use only rises where an interval begins.
  bool fits(const SchedulingView& view, const Taken& plan) const {
    const std::uint64_t all = view.capacity.fleet().pool(plan.pool).devices;
    if (used(plan.pool, plan.from) + plan.devices > all) return false;
    return std::ranges::none_of(taken_, [&](const Taken& each) {
      return plan.from <= each.from && each.from < plan.to &&
             used(plan.pool, each.from) + plan.devices > all;
    });
  }
  /// Candidates for a start are now and the ends of intervals.
  Taken earliest(const SchedulingView& view, JobId job) const {
    Taken best{PoolId{}, kTimeNever, kTimeNever};
    const Duration length = view.jobs.estimate(job);
    std::vector<SimTime> candidates{view.now};
    for (const Taken& each : taken_) candidates.push_back(each.to);
    for (const PoolId pool : view.pools(job)) {
      for (const SimTime from : candidates) {
        const Taken plan{pool, from, from + length, view.jobs.request(job).devices};
        if (from >= view.now && from < best.from && fits(view, plan)) best = plan;
      }
    }
    return best;
  }

  std::vector<Taken> taken_;
  std::map<std::uint32_t, SimTime>* first_plan_;
};

/// Gangs with some length: one without takes nothing from a plan, so a later job may be planned
/// across its instant, and it alone may then come later than it was told, by count and by pool
/// alike.
std::vector<Job> gangs_with_length() {
  std::vector<Job> jobs = any_gangs();
  for (Job& each : jobs) each.runtime = std::max(each.runtime, seconds(1));
  return jobs;
}
Case one_pool() {
  return one_node(kDevices, gangs_with_length(), "conservative-backfill");
}

/// Pools of 8 and 4; gangs want the first, the second or either.
Case two_pools() {
  NameTable types;
  const std::vector<TypeSetId> kinds{kAnyType, TypeSetId{types.intern("x")},
                                     TypeSetId{types.intern("y")}};
  std::vector<Job> jobs = gangs_with_length();
  for (Job& each : jobs) {
    each.request.types = *rc::gen::elementOf(kinds);
    if (each.request.types == kinds[2]) each.request.devices = (each.request.devices + 1) / 2;
  }
  return {fleet_of({group(1, kDevices, "x"), group(1, kDevices / 2, "y")}), table_of(jobs, types),
          choice("conservative-backfill")};
}

/// The schedule is that of a policy that plans anew, and no job is later than its first plan.
void check_against_plans(const Case& test) {
  std::map<std::uint32_t, SimTime> first_plan;
  const Times anew = starts(test.run_with(std::make_unique<PlansAnew>(first_plan)));
  const RunResult result = test.run();
  RC_ASSERT(starts(result) == anew);
  for (const auto& [job, planned] : first_plan) RC_ASSERT(result.jobs[job].start <= planned);
}

}  // namespace

TEST_CASE(
    "conservative: kept reservations are those made anew at each event, and promises are kept") {
  CHECK(rc::check("one pool", [] { check_against_plans(one_pool()); }));
  CHECK(rc::check("two pools", [] { check_against_plans(two_pools()); }));
}
