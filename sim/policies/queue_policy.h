// Which waiting job starts when.
#pragma once

#include "sim/policies/draft.h"
#include "sim/policies/view.h"

namespace podsim {

class QueuePolicy {
 public:
  QueuePolicy() = default;
  QueuePolicy(const QueuePolicy&) = delete;
  QueuePolicy& operator=(const QueuePolicy&) = delete;
  virtual ~QueuePolicy() = default;

  /// `job` has just joined the waiting list. For policies that keep an order of their own.
  virtual void job_waiting(const SchedulingView& view, JobId job);
  /// Called once a round in which something happened, after all releases and arrivals.
  virtual void decide(const SchedulingView& view, Triggers triggers, Draft& draft) = 0;
};

}  // namespace podsim
