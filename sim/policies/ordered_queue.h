// Shared by the policies that serve the waiting jobs in an order of their own.
#pragma once

#include <functional>
#include <memory_resource>
#include <set>

#include "sim/policies/queue_policy.h"

namespace podsim {

/// Starts the waiting jobs in the order (key, arrival, file row); stops at the first that does not
/// fit.
class OrderedQueue final : public QueuePolicy {
 public:
  /// Smaller keys first; the key of a job must not change while it waits.
  using Key = std::function<std::int64_t(const VisibleJobs&, JobId)>;

  explicit OrderedQueue(Key key) : key_(std::move(key)) {}

  void job_waiting(const SchedulingView& view, JobId job) override;
  void decide(const SchedulingView& view, Triggers triggers, Draft& draft) override;

 private:
  struct Entry {
    std::int64_t key;
    JobId job;
    auto operator<=>(const Entry&) const = default;
  };
  Key key_;
  // Nodes come from a pool that keeps what it once had: no allocation per job after warm-up.
  std::pmr::unsynchronized_pool_resource memory_;
  std::pmr::set<Entry> order_{&memory_};
};

}  // namespace podsim
