// The execution of opaque jobs: each is a fluid of known work at rate 1, ended by its completion
// event or by its wall-time limit, whichever comes first.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/effects.h"
#include "sim/core/event_queue.h"
#include "sim/core/fluid.h"
#include "sim/core/ids.h"
#include "sim/core/time.h"

namespace podsim {

class Execution {
 public:
  /// `reserve`: how many jobs may run at once without allocation.
  explicit Execution(std::size_t reserve) { ends_.reserve(reserve); }

  /// Starts `runtime` of work at `now`; killed at now + limit when that comes first
  /// (limit kNoDuration: never killed).
  void start(JobId job, SimTime now, Duration runtime, Duration limit);

  /// When something happens next; kTimeNever when nothing runs.
  [[nodiscard]] SimTime next() const { return ends_.next_time(); }
  /// Ends everything that is due at `now`, in the order in which it started.
  void advance(SimTime now, Effects& effects);

 private:
  struct End {
    JobId job;
    JobEnded::Reason reason;
  };
  EventQueue<End> ends_;
};

}  // namespace podsim
