// A small datacenter for tests: times in whole seconds, policies by name.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/datacenter/datacenter.h"
#include "sim/policies/registry.h"

namespace podsim::mini {

constexpr std::int64_t kSecond = 1'000'000'000;
/// Milli-accelerators x nanoseconds of one accelerator-second.
constexpr std::int64_t kDeviceSecond = 1000 * kSecond;

constexpr Duration seconds(std::int64_t s) {
  return Duration{s * kSecond};
}
constexpr SimTime at(std::int64_t s) {
  return SimTime{seconds(s)};
}

/// A gang of `devices` accelerators.
inline Job job(std::int64_t arrival, std::int64_t runtime, std::uint32_t devices) {
  Job made;
  made.arrival = at(arrival);
  made.runtime = seconds(runtime);
  made.request.devices = devices;
  return made;
}
/// The same with a limit that the user requested.
inline Job job(std::int64_t arrival, std::int64_t runtime, std::uint32_t devices,
               std::int64_t requested) {
  Job made = job(arrival, runtime, devices);
  made.requested = seconds(requested);
  return made;
}
inline Job forever(std::int64_t arrival, std::uint32_t devices) {
  Job made = job(arrival, 0, devices);
  made.runtime = kForever;
  return made;
}
inline Job share(std::int64_t arrival, std::int64_t runtime, std::uint32_t milli) {
  Job made = job(arrival, runtime, 1);
  made.request.milli = milli;
  return made;
}

/// Nodes of one kind, named and typed `kind`.
inline NodeGroup group(std::uint32_t nodes, std::uint32_t devices, std::string kind = "gpu") {
  NodeGroup made;
  made.pool_name = kind;
  made.accelerator = kind;
  made.nodes = nodes;
  made.devices_per_node = devices;
  made.node_name = std::move(kind);
  return made;
}
inline Fleet fleet_of(const std::vector<NodeGroup>& groups) {
  Fleet fleet;
  for (const NodeGroup& each : groups) fleet.add(each);
  return fleet;
}
inline Fleet fleet_of(std::uint32_t nodes, std::uint32_t devices) {
  return fleet_of({group(nodes, devices)});
}

/// A table in which each job's line is its row, counted from 1, unless it has one.
inline JobTable table_of(std::vector<Job> jobs, NameTable types = {}, NameTable users = {}) {
  std::uint32_t row = 0;
  for (Job& each : jobs) {
    ++row;
    if (each.line == 0) each.line = row;
  }
  return JobTable::from(std::move(jobs), std::move(users), {}, std::move(types));
}

inline Choice choice(std::string name, std::vector<Tree::Entry> params = {}) {
  return {std::move(name), Tree::map(std::move(params)), {}};
}
inline Choice choice(std::string name, std::string key, std::string value) {
  return choice(std::move(name), {{std::move(key), {}, Tree::scalar(std::move(value))}});
}

/// Makes a policy of the registry; a finding fails the test.
template <class Make>
auto make_policy(PolicyKind kind, const Choice& chosen, const PolicyContext& context,
                 Make PolicyEntry::*make) {
  Diagnostics diagnostics;
  const PolicyEntry* entry = find_policy(kind, chosen, diagnostics);
  REQUIRE(entry != nullptr);
  auto made = (entry->*make)(chosen.params, context, diagnostics);
  REQUIRE_MESSAGE(!diagnostics.has_errors(), diagnostics.to_string());
  return made;
}

/// One run; change what the test is about, keep the rest.
struct Case {
  Fleet fleet;
  JobTable jobs;
  Choice queue = choice("fcfs");
  Choice placement = choice("first-fit");
  Choice predictor = choice("oracle");
  RunSettings settings{};
  double pue = 1.25;
  std::uint64_t seed = 1;
  ResultSink* sink = nullptr;
  RunObserver* observer = nullptr;

  [[nodiscard]] RunResult run() const {
    const PolicyContext context{seed, &jobs};
    return run_with(make_policy(PolicyKind::Queue, queue, context, &PolicyEntry::queue));
  }
  [[nodiscard]] RunResult run_with(std::unique_ptr<QueuePolicy> own) const {
    const PolicyContext context{seed, &jobs};
    return run_with(std::move(own), make_policy(PolicyKind::Placement, placement, context,
                                                &PolicyEntry::placement));
  }
  [[nodiscard]] RunResult run_with(std::unique_ptr<QueuePolicy> own,
                                   std::unique_ptr<PlacementPolicy> own_placement) const {
    const PolicyContext context{seed, &jobs};
    DatacenterParts parts;
    parts.fleet = &fleet;
    parts.jobs = &jobs;
    parts.queue = std::move(own);
    parts.placement = std::move(own_placement);
    parts.predictor =
        make_policy(PolicyKind::Predictor, predictor, context, &PolicyEntry::predictor);
    parts.plant = std::make_unique<ConstantPue>(pue);
    parts.settings = settings;
    parts.sink = sink;
    parts.observer = observer;
    return Datacenter(std::move(parts)).run();
  }
};

/// A case of gangs on one node of `devices` under a queue policy.
inline Case one_node(std::uint32_t devices, std::vector<Job> jobs, std::string queue) {
  return {fleet_of(1, devices), table_of(std::move(jobs)), choice(std::move(queue))};
}

using Times = std::vector<std::int64_t>;
constexpr std::int64_t kNever = -1;

inline std::int64_t whole_seconds(SimTime time) {
  if (time == kTimeNever) return kNever;
  CHECK(ticks(time) % kSecond == 0);
  return ticks(time) / kSecond;
}
/// Starts by job, in seconds; kNever for a job that did not start.
inline Times starts(const RunResult& result) {
  Times times;
  for (const JobOutcome& outcome : result.jobs) times.push_back(whole_seconds(outcome.start));
  return times;
}
inline Times ends(const RunResult& result) {
  Times times;
  for (const JobOutcome& outcome : result.jobs) times.push_back(whole_seconds(outcome.end));
  return times;
}
inline std::vector<JobState> states(const RunResult& result) {
  std::vector<JobState> found;
  for (const JobOutcome& outcome : result.jobs) found.push_back(outcome.state);
  return found;
}
inline std::string reason(const RunResult& result, std::size_t job) {
  return result.reasons[result.jobs[job].reason];
}
/// Whole accelerator-seconds of an integral.
inline std::int64_t device_seconds(Int128 integral) {
  CHECK(integral % kDeviceSecond == 0);
  return static_cast<std::int64_t>(integral / kDeviceSecond);
}
/// The text of the broken invariant; empty when none broke.
template <class Action>
std::string broken_invariant(Action&& action) {
  try {
    action();
  } catch (const InvariantError& error) {
    return error.what();
  }
  return {};
}

}  // namespace podsim::mini

namespace doctest {
template <>
struct StringMaker<std::vector<std::int64_t>> {
  static String convert(const std::vector<std::int64_t>& times) {
    std::string text = "{";
    for (const std::int64_t time : times) text += std::to_string(time) + " ";
    return (text + "}").c_str();
  }
};
template <>
struct StringMaker<podsim::JobState> {
  static String convert(podsim::JobState state) {
    return std::string(podsim::state_name(state)).c_str();
  }
};
}  // namespace doctest
