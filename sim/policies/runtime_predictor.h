// How long a job will run, as far as the scheduler can know.
#pragma once

#include "sim/workload/job_table.h"

namespace podsim {

class RuntimePredictor {
 public:
  RuntimePredictor() = default;
  RuntimePredictor(const RuntimePredictor&) = delete;
  RuntimePredictor& operator=(const RuntimePredictor&) = delete;
  virtual ~RuntimePredictor() = default;

  /// The prediction at submit; at least 1 ns unless the job is known to have no length.
  virtual Duration estimate(JobId job) = 0;
  /// A job ended after `runtime`.
  virtual void job_ended(JobId job, Duration runtime);
};

}  // namespace podsim
