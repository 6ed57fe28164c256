// The one validator between every queue policy and the state.
#pragma once

#include <string>
#include <vector>

#include "sim/datacenter/scheduler_state.h"
#include "sim/policies/draft.h"

namespace podsim {

/// Checks each action of a policy against the state and claims its capacity. The datacenter
/// executes the started jobs when the policy returns.
class Decision final : public Draft {
 public:
  Decision(SchedulerState& state, PlacementPolicy& placement);

  /// Begins a new decision at `now`.
  void begin(SimTime now);

  Verdict start(JobId job) override { return try_start(job, {}, nullptr); }
  Verdict start_in(JobId job, PoolId pool) override { return try_start(job, pool, nullptr); }
  Verdict start_if(JobId job, const Admission& admits) override {
    return try_start(job, {}, &admits);
  }
  Verdict start_over_capacity(JobId job) override;
  void reject(JobId job, std::string reason) override;
  void fail_run(JobId job, std::string reason) override;
  void wake_at(SimTime when) override { wake_ = std::min(wake_, when); }

  [[nodiscard]] const std::vector<JobId>& started() const { return started_; }
  [[nodiscard]] const std::vector<JobId>& rejected() const { return rejected_; }
  [[nodiscard]] SimTime wake() const { return wake_; }
  /// Why the run must end; empty when it goes on.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  /// `only`: the pool that it must be, unless it is invalid.
  Verdict try_start(JobId job, PoolId only, const Admission* admits);
  [[nodiscard]] bool is_waiting(JobId job) const;
  /// Some admitted pool has enough free: a cheap test before the placement policy is asked.
  [[nodiscard]] bool may_fit(const Request& request, std::span<const PoolId> pools) const;
  /// The place is what the request asks for.
  [[nodiscard]] bool matches(const Request& request, std::span<const PoolId> pools,
                             const Holding& holding) const;
  void commit(JobId job, const Holding& holding, std::uint64_t borrowed_milli);

  SchedulerState* state_;
  PlacementPolicy* placement_;
  SimTime now_ = kTimeZero;
  Placement place_;
  std::vector<JobId> started_;
  std::vector<JobId> rejected_;
  SimTime wake_ = kTimeNever;
  std::string failure_;
};

}  // namespace podsim
