#include "sim/datacenter/dependencies.h"

#include <algorithm>

namespace podsim {

Dependencies::Dependencies(const JobTable& jobs) : jobs_(&jobs) {
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const JobId id{i};
    if (jobs[id].after.valid()) edges_.push_back({jobs[id].after, id});
  }
  if (edges_.empty()) return;
  std::ranges::sort(edges_);
  gone_.assign(jobs.size(), false);
  held_.assign(jobs.size(), false);
}

bool Dependencies::hold(JobId job) {
  if (edges_.empty()) return false;
  const JobId before = (*jobs_)[job].after;
  if (!before.valid() || gone_[before.index()]) return false;
  held_[job.index()] = true;
  return true;
}

void Dependencies::ended(JobId job, std::vector<JobId>& freed) {
  if (edges_.empty()) return;
  gone_[job.index()] = true;
  auto edge = std::ranges::lower_bound(edges_, job, {}, &Edge::before);
  for (; edge != edges_.end() && edge->before == job; ++edge) {
    if (!held_[edge->after.index()]) continue;
    held_[edge->after.index()] = false;
    freed.push_back(edge->after);
  }
}

}  // namespace podsim
