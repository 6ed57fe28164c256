// When a job that does not fit now will fit, if the running jobs end as expected.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/policies/view.h"

namespace podsim {

/// A place kept for one job at a later time, and what is to spare beside it at that time.
struct Reservation {
  SimTime shadow = kTimeNever;  ///< the earliest time at which the job fits
  PoolId pool;
  NodeId node;                      ///< valid when the job must fit into one node
  std::uint64_t extra_devices = 0;  ///< whole devices to spare in the pool, or on the node
  std::uint64_t extra_cpu_milli = 0;
  std::uint64_t extra_memory_mib = 0;

  /// Whether a job that outlasts the shadow may take this place.
  [[nodiscard]] bool admits(const Holding& holding, const Capacity& capacity) const;
  /// Counts such a job against what is to spare.
  void use(const Holding& holding, const Capacity& capacity);

 private:
  /// What the holding takes from the reserved pool or node: whole devices (a share counts as one).
  [[nodiscard]] std::uint64_t devices_taken(const Holding& holding, const Capacity& capacity) const;
};

struct ExpectedEnd {
  SimTime end;
  const RunningJob* job;
};

/// Replays the expected releases in order. Keeps its storage from call to call.
class ReleaseForecast {
 public:
  /// The reservation for `job`, all releases at the shadow's instant counted. shadow is kTimeNever
  /// when no finite set of releases makes room.
  Reservation reserve(const SchedulingView& view, JobId job);

 private:
  Reservation reserve_gang(const SchedulingView& view, JobId job);
  Reservation reserve_node(const SchedulingView& view, JobId job);
  /// Counts one release into `free_devices_` (by pool); a share frees its device when all of it is.
  void release_gang(const SchedulingView& view, const RunningJob& job);
  void release_node(const SchedulingView& view, const RunningJob& job);

  struct NodeState {
    std::uint32_t devices = 0;
    std::uint64_t cpu_milli = 0;
    std::uint64_t memory_mib = 0;
  };
  NodeState& node_state(const SchedulingView& view, NodeId node);
  std::uint32_t& share_state(const SchedulingView& view, PoolId pool, std::uint32_t device);
  bool node_fits(const SchedulingView& view, NodeId node, const Request& request);

  // Only looked up, never iterated: iteration order would be the hash's.
  std::unordered_map<std::uint64_t, std::uint32_t> shares_;
  std::unordered_map<std::uint32_t, NodeState> nodes_;
  std::vector<std::uint64_t> free_devices_;
  std::vector<NodeId> touched_;
  std::vector<ExpectedEnd> overdue_;
};

}  // namespace podsim
