// Small random workloads with everything in them: gangs, shares, CPUs, kinds, priorities, users.
#pragma once

#include <vector>

#include "sim/core/random.h"
#include "tests/datacenter/mini.h"

namespace podsim::mini {

/// Two pools of unlike nodes: "x" of 3 nodes of 4 devices, 8 CPUs and 64 MiB, "y" of 2 nodes of 2
/// devices without a list of CPUs.
inline Fleet mixed_fleet() {
  NodeGroup x = group(3, 4, "x");
  x.cpu_milli_per_node = 8000;
  x.memory_mib_per_node = 64;
  return fleet_of({x, group(2, 2, "y")});
}

/// Draws `count` jobs over about `span` seconds. All times are whole seconds, so that many
/// coincide.
inline std::vector<Job> random_jobs(RandomStream& stream, std::size_t count, std::uint64_t span,
                                    NameTable& types, NameTable& users) {
  const std::vector<TypeSetId> kinds{kAnyType, TypeSetId{types.intern("x")},
                                     TypeSetId{types.intern("y")}, TypeSetId{types.intern("x|y")}};
  const std::vector<UserId> people{UserId{users.intern("u")}, UserId{users.intern("v")}};
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < count; ++i) {
    const auto arrival = static_cast<std::int64_t>(stream.below(span));
    const auto runtime = static_cast<std::int64_t>(stream.below(20));  // some without length
    const auto devices = static_cast<std::uint32_t>(1 + stream.below(6));
    Job made = job(arrival, runtime, devices);
    const std::uint64_t shape = stream.below(8);
    if (shape == 0) made.request.devices = 13;  // more than any pool has
    if (shape == 1 || shape == 2) {
      made.request.devices = 1;
      made.request.milli = static_cast<std::uint32_t>(100 * (1 + stream.below(9)));
    }
    if (shape == 3 || shape == 4) {
      made.request.devices = static_cast<std::uint32_t>(stream.below(4));
      made.request.cpu_milli = static_cast<std::uint32_t>(1000 * stream.below(9));
      made.request.memory_mib = static_cast<std::uint32_t>(stream.below(64));
    }
    made.request.types = kinds[stream.below(kinds.size())];
    made.user = people[stream.below(people.size())];
    made.priority = static_cast<std::int32_t>(stream.below(3));
    if (stream.below(2) == 0)
      made.requested = made.runtime + seconds(static_cast<std::int64_t>(stream.below(10)));
    if (i > 0 && stream.below(10) == 0)
      made.after = JobId{static_cast<std::size_t>(stream.below(i))};
    jobs.push_back(made);
  }
  return jobs;
}

/// Every node, device, CPU and MiB is held by no more than there is, judged from the outcomes: at
/// each start, what runs in the pools together is at most their capacity.
inline bool within_capacity(const Case& test, const RunResult& result) {
  std::uint64_t all = 1000 * test.fleet.accelerators();
  for (const JobOutcome& now : result.jobs) {
    if (now.start == kTimeNever) continue;
    std::uint64_t held = 0;
    for (std::size_t i = 0; i < result.jobs.size(); ++i) {
      const JobOutcome& other = result.jobs[i];
      if (other.start <= now.start && now.start < other.end) {
        held += test.jobs[JobId{i}].request.total_milli();
      }
    }
    if (held > all) return false;
  }
  return true;
}

}  // namespace podsim::mini
