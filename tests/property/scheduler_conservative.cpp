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

/// Gangs on two pools of 8 and 4, wanting the first, the second or either.
Case two_pools() {
  NameTable types;
  const std::vector<TypeSetId> kinds{kAnyType, TypeSetId{types.intern("x")}, TypeSetId{types.intern("y")}};
  std::vector<Job> jobs = any_gangs();
  for (Job& each : jobs) {
    each.request.types = *rc::gen::elementOf(kinds);
    if (each.request.types == kinds[2]) each.request.devices = (each.request.devices + 1) / 2;
  }
  return {fleet_of({group(1, kDevices, "x"), group(1, kDevices / 2, "y")}), table_of(jobs, types),
          choice("conservative-backfill")};
}

}  // namespace

TEST_CASE("conservative: kept reservations give the schedule of those made anew at each event") {
  CHECK(rc::check("one pool", [] {
    const Case test = any_case("conservative-backfill");
    std::map<std::uint32_t, SimTime> first_plan;
    RC_ASSERT(starts(test.run()) == starts(test.run_with(std::make_unique<PlansAnew>(first_plan))));
  }));
  CHECK(rc::check("two pools", [] {
    const Case test = two_pools();
    std::map<std::uint32_t, SimTime> first_plan;
    RC_ASSERT(starts(test.run()) == starts(test.run_with(std::make_unique<PlansAnew>(first_plan))));
  }));
}

TEST_CASE("conservative: no job starts later than its first reservation") {
  // Jobs without length take nothing from the plan, so that they block nobody and nobody is blocked
  // by them: they alone may come later than planned.
  CHECK(rc::check("promises", [] {
    Case test = two_pools();
    std::vector<Job> jobs = test.jobs.jobs();
    for (Job& each : jobs) each.runtime = std::max(each.runtime, seconds(1));
    test.jobs = table_of(jobs, test.jobs.types());
    std::map<std::uint32_t, SimTime> first_plan;
    (void)test.run_with(std::make_unique<PlansAnew>(first_plan));
    const RunResult result = test.run();
    for (const auto& [job, planned] : first_plan) RC_ASSERT(result.jobs[job].start <= planned);
  }));
}
