// What the scheduler knows: who waits, who runs, what is free. Changed only by validated actions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/datacenter/feasibility.h"
#include "sim/datacenter/outcome.h"
#include "sim/hardware/capacity.h"
#include "sim/policies/placement_policy.h"
#include "sim/policies/view.h"
#include "sim/workload/job_table.h"
#include "sim/workload/running_jobs.h"
#include "sim/workload/waiting_list.h"

namespace podsim {

struct SchedulerState {
  SchedulerState(const Fleet& fleet, const JobTable& table);

  [[nodiscard]] SchedulingView view(SimTime now) const {
    return {now,     VisibleJobs(*jobs, estimates), capacity, waiting,
            running, feasibility.pools_by_types()};
  }
  /// The outcome of a job and its reason's number, reasons numbered as they appear.
  void set_reason(JobId job, std::string_view reason);

  const JobTable* jobs;
  Feasibility feasibility;
  Capacity capacity;
  WaitingList waiting;
  RunningJobs running;
  std::vector<Duration> estimates;  ///< by JobId, set at submit
  std::vector<JobOutcome> outcomes;
  std::vector<std::string> reasons{""};
  std::vector<JobId> borrowers;  ///< running jobs with over-capacity accelerators, in start order
};

/// Tries to put a job's missing accelerators on free ones; true when it borrows no more.
bool pay_back(SchedulerState& state, PlacementPolicy& placement, RunningJob& job);

}  // namespace podsim
