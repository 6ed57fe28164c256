// Submits the jobs of a table in order.
#pragma once

#include "sim/core/effects.h"
#include "sim/workload/job_table.h"

namespace podsim {

class Arrivals {
 public:
  explicit Arrivals(const JobTable& jobs) : jobs_(&jobs) {}

  [[nodiscard]] SimTime next() const {
    return next_ < jobs_->size() ? (*jobs_)[JobId{next_}].arrival : kTimeNever;
  }
  void advance(SimTime now, Effects& effects) {
    while (next() <= now && next_ < jobs_->size()) effects.push_back(JobArrived{JobId{next_++}});
  }
  /// Jobs submitted so far.
  [[nodiscard]] std::size_t submitted() const { return next_; }

 private:
  const JobTable* jobs_;
  std::size_t next_ = 0;
};

}  // namespace podsim
