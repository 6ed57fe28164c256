#include "sim/policies/release_forecast.h"

#include <algorithm>

namespace podsim {
namespace {

/// To spare of what a pool does not account: more than any jobs can take.
constexpr std::uint64_t kUncounted = std::uint64_t{1} << 62;

/// Calls `visit(node, devices)` for each node that the holding's whole devices lie on.
template <class Visit>
void for_each_node(const Fleet& fleet, const Holding& holding, Visit&& visit) {
  for (const Piece& piece : holding.pieces) {
    std::uint32_t device = piece.first;
    const std::uint32_t last = piece.first + piece.count;
    while (device < last) {
      const NodeId id = fleet.node_of(holding.pool, device);
      const Node& node = fleet.node(id);
      const std::uint32_t end = std::min(last, node.first_device + node.devices);
      visit(id, end - device);
      device = end;
    }
  }
}

/// The running jobs in the order (expected end, job). What is overdue stands at the front of the
/// running jobs but takes its place by its new expected end.
class Releases {
 public:
  Releases(const SchedulingView& view, std::vector<ExpectedEnd>& overdue)
      : overdue_(&overdue),
        next_(view.running.by_end().begin()),
        last_(view.running.by_end().end()) {
    overdue.clear();
    for (; next_ != last_ && next_->expected_end <= view.now; ++next_) {
      overdue.push_back({view.expected_end(*next_), &*next_});
    }
    std::ranges::sort(overdue, [](const ExpectedEnd& a, const ExpectedEnd& b) {
      return a.end != b.end ? a.end < b.end : a.job->job < b.job->job;
    });
  }

  /// When the next one ends; kTimeNever when none is expected to.
  [[nodiscard]] SimTime next_time() const {
    const SimTime on_time = next_ == last_ ? kTimeNever : next_->expected_end;
    return late() ? std::min(on_time, (*overdue_)[at_].end) : on_time;
  }
  const RunningJob& take() {
    const bool from_overdue =
        late() && (next_ == last_ || (*overdue_)[at_].end <= next_->expected_end);
    return from_overdue ? *(*overdue_)[at_++].job : *next_++;
  }

 private:
  [[nodiscard]] bool late() const { return at_ < overdue_->size(); }

  std::vector<ExpectedEnd>* overdue_;
  std::size_t at_ = 0;
  RunningJobs::ByEnd::const_iterator next_;
  RunningJobs::ByEnd::const_iterator last_;
};

}  // namespace

std::uint64_t Reservation::devices_taken(const Holding& holding, const Capacity& capacity) const {
  if (holding.pieces.empty() || holding.pool != pool) return 0;
  if (!node.valid()) return holding.devices();
  std::uint64_t taken = 0;
  for_each_node(capacity.fleet(), holding, [&](NodeId at, std::uint32_t devices) {
    if (at == node) taken += devices;
  });
  return taken;
}

bool Reservation::admits(const Holding& holding, const Capacity& capacity) const {
  if (devices_taken(holding, capacity) > extra_devices) return false;
  if (!node.valid() || holding.node != node) return true;
  return holding.cpu_milli <= extra_cpu_milli && holding.memory_mib <= extra_memory_mib;
}

void Reservation::use(const Holding& holding, const Capacity& capacity) {
  extra_devices -= devices_taken(holding, capacity);
  if (!node.valid() || holding.node != node) return;
  extra_cpu_milli -= holding.cpu_milli;
  extra_memory_mib -= holding.memory_mib;
}

Reservation ReleaseForecast::reserve(const SchedulingView& view, JobId job) {
  shares_.clear();
  nodes_.clear();
  return view.jobs.request(job).node_bound() ? reserve_node(view, job) : reserve_gang(view, job);
}

std::uint32_t& ReleaseForecast::share_state(const SchedulingView& view, PoolId pool,
                                            std::uint32_t device) {
  const std::uint64_t key = (std::uint64_t{pool.value()} << 32) | device;
  return shares_.try_emplace(key, view.capacity.free_milli_of(pool, device)).first->second;
}

void ReleaseForecast::release_gang(const SchedulingView& view, const RunningJob& job) {
  const Holding holding = view.running.holding(job);
  if (holding.pieces.empty()) return;
  if (holding.milli == kMilliPerDevice) {
    free_devices_[holding.pool.index()] += holding.devices();
    return;
  }
  std::uint32_t& free = share_state(view, holding.pool, holding.pieces.front().first);
  free += holding.milli;
  if (free == kMilliPerDevice) ++free_devices_[holding.pool.index()];
}

Reservation ReleaseForecast::reserve_gang(const SchedulingView& view, JobId job) {
  const std::uint64_t wanted = view.jobs.request(job).devices;
  const auto pools = view.pools(job);
  free_devices_.clear();
  for (std::size_t pool = 0; pool < view.capacity.fleet().pools().size(); ++pool) {
    free_devices_.push_back(view.capacity.free_devices(PoolId{pool}));
  }
  const auto fitting = [&] {
    return std::ranges::find_if(pools,
                                [&](PoolId p) { return free_devices_[p.index()] >= wanted; });
  };
  Releases releases(view, overdue_);
  while (releases.next_time() != kTimeNever) {
    const SimTime instant = releases.next_time();
    while (releases.next_time() == instant) release_gang(view, releases.take());
    const auto pool = fitting();
    if (pool == pools.end()) continue;
    return {instant, *pool, NodeId{}, free_devices_[pool->index()] - wanted, 0, 0};
  }
  return {};
}

ReleaseForecast::NodeState& ReleaseForecast::node_state(const SchedulingView& view, NodeId node) {
  return nodes_
      .try_emplace(node.value(),
                   NodeState{view.capacity.free_on(node), view.capacity.free_cpu_milli(node),
                             view.capacity.free_memory_mib(node)})
      .first->second;
}

void ReleaseForecast::release_node(const SchedulingView& view, const RunningJob& job) {
  const Holding holding = view.running.holding(job);
  if (holding.node.valid()) {
    NodeState& state = node_state(view, holding.node);
    state.cpu_milli += holding.cpu_milli;
    state.memory_mib += holding.memory_mib;
    touched_.push_back(holding.node);
  }
  if (holding.pieces.empty()) return;
  if (holding.milli < kMilliPerDevice) {
    const std::uint32_t device = holding.pieces.front().first;
    std::uint32_t& free = share_state(view, holding.pool, device);
    free += holding.milli;
    const NodeId node = view.capacity.fleet().node_of(holding.pool, device);
    if (free == kMilliPerDevice) ++node_state(view, node).devices;
    touched_.push_back(node);
    return;
  }
  for_each_node(view.capacity.fleet(), holding, [&](NodeId node, std::uint32_t devices) {
    node_state(view, node).devices += devices;
    touched_.push_back(node);
  });
}

bool ReleaseForecast::node_fits(const SchedulingView& view, NodeId id, const Request& request) {
  const Node& node = view.capacity.fleet().node(id);
  const Pool& pool = view.capacity.fleet().pool(node.pool);
  const NodeState& state = node_state(view, id);
  if (pool.accounts_cpu && request.cpu_milli > state.cpu_milli) return false;
  if (pool.accounts_memory && request.memory_mib > state.memory_mib) return false;
  if (request.milli == kMilliPerDevice) return request.devices <= state.devices;
  for (std::uint32_t d = node.first_device; d < node.first_device + node.devices; ++d) {
    if (share_state(view, node.pool, d) >= request.milli) return true;
  }
  return false;
}

Reservation ReleaseForecast::reserve_node(const SchedulingView& view, JobId job) {
  const Request& request = view.jobs.request(job);
  const auto pools = view.pools(job);
  Releases releases(view, overdue_);
  while (releases.next_time() != kTimeNever) {
    const SimTime instant = releases.next_time();
    touched_.clear();
    while (releases.next_time() == instant) release_node(view, releases.take());
    std::ranges::sort(touched_);
    for (const NodeId id : touched_) {
      const PoolId pool = view.capacity.fleet().node(id).pool;
      if (std::ranges::find(pools, pool) == pools.end() || !node_fits(view, id, request)) continue;
      const NodeState& state = node_state(view, id);
      const std::uint64_t devices = std::min(request.devices, state.devices);
      const Pool& facts = view.capacity.fleet().pool(pool);
      return {instant,
              pool,
              id,
              state.devices - devices,
              facts.accounts_cpu ? state.cpu_milli - request.cpu_milli : kUncounted,
              facts.accounts_memory ? state.memory_mib - request.memory_mib : kUncounted};
    }
  }
  return {};
}

}  // namespace podsim
