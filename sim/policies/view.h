// What a policy may see: const references to the lower layers, and never a true run time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/hardware/capacity.h"
#include "sim/workload/job_table.h"
#include "sim/workload/running_jobs.h"
#include "sim/workload/waiting_list.h"

namespace podsim {

/// A job without its true run time.
class VisibleJobs {
 public:
  VisibleJobs(const JobTable& jobs, const std::vector<Duration>& estimates)
      : jobs_(&jobs), estimates_(&estimates) {}

  [[nodiscard]] std::size_t size() const { return jobs_->size(); }
  [[nodiscard]] const Request& request(JobId job) const { return (*jobs_)[job].request; }
  [[nodiscard]] SimTime arrival(JobId job) const { return (*jobs_)[job].arrival; }
  /// The user's limit; kNoDuration when there is none.
  [[nodiscard]] Duration requested(JobId job) const { return (*jobs_)[job].requested; }
  [[nodiscard]] std::int32_t priority(JobId job) const { return (*jobs_)[job].priority; }
  [[nodiscard]] UserId user(JobId job) const { return (*jobs_)[job].user; }
  [[nodiscard]] QueueId queue(JobId job) const { return (*jobs_)[job].queue; }
  /// When the trace says that it started; kTimeNever when it does not say.
  [[nodiscard]] SimTime recorded_start(JobId job) const { return (*jobs_)[job].recorded_start; }
  /// What the runtime predictor said when the job was submitted.
  [[nodiscard]] Duration estimate(JobId job) const { return (*estimates_)[job.index()]; }

 private:
  const JobTable* jobs_;
  const std::vector<Duration>* estimates_;
};

/// Why a policy is asked, as a set.
struct Triggers {
  bool arrival = false;
  bool end = false;
  bool surprise = false;  ///< a job ended at another time than expected
  bool wake = false;      ///< the policy asked for this instant
};

struct SchedulingView {
  SimTime now;
  VisibleJobs jobs;
  const Capacity& capacity;
  const WaitingList& waiting;
  const RunningJobs& running;
  /// Pools that a type set admits, in fleet order, by TypeSetId.
  const std::vector<std::vector<PoolId>>& pools_by_types;

  [[nodiscard]] std::span<const PoolId> pools(JobId job) const {
    return pools_by_types[jobs.request(job).types.index()];
  }
  /// When a running job is expected to end, never before now: an overdue job is expected to need
  /// as long again as it has run (at least a second). A job without length that has just started is
  /// not overdue: it ends within this instant.
  [[nodiscard]] SimTime expected_end(const RunningJob& job) const {
    if (job.expected_end > now || job.start == now) return job.expected_end;
    return now + std::max<Duration>(now - job.start, std::chrono::seconds(1));
  }
};

}  // namespace podsim
