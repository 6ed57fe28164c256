// A decision under construction. Every action passes the one validator at once, and its verdict
// tells the policy whether the action stands; the datacenter executes the actions afterwards.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/core/ids.h"
#include "sim/core/time.h"
#include "sim/hardware/capacity.h"

namespace podsim {

enum class Verdict : std::uint8_t {
  Started,      ///< the capacity is claimed, the job leaves the waiting list
  DoesNotFit,   ///< the placement policy found no place
  NotAdmitted,  ///< the admission test refused the place
  NotWaiting,   ///< no such waiting job
};

/// Says whether a job may take this place (for reservations).
using Admission = std::function<bool(const Holding&)>;

class Draft {
 public:
  Draft() = default;
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  virtual ~Draft() = default;

  /// Starts a waiting job now where the placement policy puts it.
  virtual Verdict start(JobId job) = 0;
  /// The same, in this pool and no other.
  virtual Verdict start_in(JobId job, PoolId pool) = 0;
  /// Starts a waiting job now, if `admits` accepts the place. `admits` is called at most once.
  virtual Verdict start_if(JobId job, const Admission& admits) = 0;
  /// Starts a waiting job now even beyond the capacity: what does not fit is borrowed, counted as
  /// over-capacity and paid back from the next releases. NotWaiting or Started.
  virtual Verdict start_over_capacity(JobId job) = 0;
  /// Takes a waiting job out for good.
  virtual void reject(JobId job, std::string reason) = 0;
  /// Ends the run with an error that names the job.
  virtual void fail_run(JobId job, std::string reason) = 0;
  /// Asks to be called at `when` even if nothing else happens.
  virtual void wake_at(SimTime when) = 0;
};

}  // namespace podsim
