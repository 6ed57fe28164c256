// A scheduler's state to ask policies about, without a run.
#pragma once

#include <utility>
#include <vector>

#include "sim/datacenter/scheduler_state.h"
#include "tests/datacenter/mini.h"

namespace podsim::mini {

struct Bench {
  Bench(Fleet made, std::vector<Job> rows, NameTable types = {})
      : fleet(std::move(made)),
        jobs(table_of(std::move(rows), std::move(types))),
        state(fleet, jobs) {
    for (std::size_t id = 0; id < jobs.size(); ++id) state.estimates[id] = jobs[JobId{id}].runtime;
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  /// Job `id` runs since `start`, is expected to end at `end`, and holds `pieces`.
  void run(std::uint32_t id, std::int64_t start, SimTime end, std::vector<Piece> pieces,
           NodeId node = {}, PoolId pool = PoolId{0U}) {
    const Request& request = jobs[JobId{id}].request;
    const Holding holding{pool, node, request.milli, request.cpu_milli, request.memory_mib, pieces};
    REQUIRE(state.capacity.claim(holding));
    state.running.add(JobId{id}, at(start), end, holding);
  }
  void run(std::uint32_t id, std::int64_t start, std::int64_t end, std::vector<Piece> pieces,
           NodeId node = {}, PoolId pool = PoolId{0U}) {
    run(id, start, at(end), std::move(pieces), node, pool);
  }
  [[nodiscard]] SchedulingView view(std::int64_t now) const { return state.view(at(now)); }

  Fleet fleet;
  JobTable jobs;
  SchedulerState state;
};

}  // namespace podsim::mini
