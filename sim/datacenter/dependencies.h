// Jobs that wait for another job's end before they join the queue.
#pragma once

#include <vector>

#include "sim/workload/job_table.h"

namespace podsim {

class Dependencies {
 public:
  explicit Dependencies(const JobTable& jobs);

  /// `job` arrives; true when it must be held back.
  bool hold(JobId job);
  /// `job` has ended (or will never run); appends the held jobs that are now free to `freed`.
  void ended(JobId job, std::vector<JobId>& freed);

 private:
  struct Edge {
    JobId before;
    JobId after;
    auto operator<=>(const Edge&) const = default;
  };
  const JobTable* jobs_;
  std::vector<Edge> edges_;  // sorted
  std::vector<bool> gone_;   // by JobId; empty when nobody depends on anybody
  std::vector<bool> held_;
};

}  // namespace podsim
