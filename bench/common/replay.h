// A run of a job table on a plain fleet, without scenario and files: what the simulation costs.
#pragma once

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/common/measure.h"
#include "sim/core/check.h"
#include "sim/datacenter/datacenter.h"
#include "sim/io/trace.h"
#include "sim/policies/registry.h"

namespace podsim::bench {

/// A folder for this process, removed with all that is in it.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "podsim-bench-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder for scratch files");
    folder_ = pattern;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  std::string write(const std::string& name, const std::string& text) const {
    const std::string where = path(name);
    std::ofstream(where, std::ios::binary) << text;
    return where;
  }

 private:
  std::filesystem::path folder_;
};

/// Findings are a mistake of the benchmark.
inline void must_be_clean(const Diagnostics& diagnostics) {
  if (!diagnostics.has_errors()) return;
  throw std::runtime_error("a benchmark's input was refused:\n" + diagnostics.to_string());
}

/// The generator's rows: a podsim CSV without a header line.
inline JobTable read_jobs(const std::string& path) {
  TraceOptions options;
  options.columns = {"arrival", "accelerators", "runtime"};
  Diagnostics diagnostics;
  auto trace = read_trace(path, options, diagnostics);
  must_be_clean(diagnostics);
  return std::move(trace.value().jobs);
}

/// Nodes of one kind, with power figures so that the energy ledger is kept as well.
inline Fleet plain_fleet(std::uint32_t nodes, std::uint32_t devices_per_node) {
  NodeGroup group;
  group.pool_name = "node";
  group.node_name = "node";
  group.accelerator = "accelerator";
  group.nodes = nodes;
  group.devices_per_node = devices_per_node;
  group.power = DevicePower{Watts{100.0}, Watts{700.0}};
  Fleet fleet;
  fleet.add(group);
  return fleet;
}

template <class Policy>
using PolicyFactory =
    std::function<std::unique_ptr<Policy>(const Tree&, const PolicyContext&, Diagnostics&)>;

template <class Policy>
std::unique_ptr<Policy> make_policy(PolicyKind kind, const std::string& name,
                                    PolicyFactory<Policy> PolicyEntry::*make,
                                    const JobTable& jobs) {
  Diagnostics diagnostics;
  const PolicyEntry* entry = find_policy(kind, {name, Tree::map({}), {}}, diagnostics);
  must_be_clean(diagnostics);
  return (entry->*make)(Tree::map({}), {1, &jobs}, diagnostics);
}

struct Replay {
  RunResult result;
  double setup_s = 0.0;  ///< making the datacenter, CPU time
  double run_s = 0.0;    ///< running it, CPU time
};

/// First-fit, true run times as estimates, all ledgers, no sink.
inline Replay replay(const Fleet& fleet, const JobTable& jobs, const std::string& queue,
                     RunObserver* observer = nullptr) {
  DatacenterParts parts;
  parts.fleet = &fleet;
  parts.jobs = &jobs;
  parts.queue = make_policy<QueuePolicy>(PolicyKind::Queue, queue, &PolicyEntry::queue, jobs);
  parts.placement = make_policy<PlacementPolicy>(PolicyKind::Placement, "first-fit",
                                                 &PolicyEntry::placement, jobs);
  parts.predictor =
      make_policy<RuntimePredictor>(PolicyKind::Predictor, "oracle", &PolicyEntry::predictor, jobs);
  parts.plant = std::make_unique<ConstantPue>(1.25);
  parts.observer = observer;
  Replay done;
  const double start = cpu_seconds();
  Datacenter datacenter(std::move(parts));
  const double made = cpu_seconds();
  done.result = datacenter.run();
  done.setup_s = made - start;
  done.run_s = cpu_seconds() - made;
  return done;
}

inline double mean_wait_s(const JobTable& jobs, const RunResult& result) {
  Int128 sum = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    sum += (result.jobs[i].start - jobs[JobId{i}].arrival).count();
  }
  return to_double(sum) * 1e-9 / static_cast<double>(jobs.size());
}

inline double mean_queue(const RunResult& result) {
  return to_double(result.ledger.waiting) /
         static_cast<double>((result.window_close - result.window_open).count());
}

inline std::int64_t overtakers(const RunResult& result) {
  return std::ranges::count_if(result.jobs, &JobOutcome::overtook);
}

/// The most accelerators in use at once, from the jobs' times alone: at equal times ends come
/// first.
inline std::int64_t peak_in_use(const JobTable& jobs, const RunResult& result) {
  std::vector<std::pair<SimTime, std::int64_t>> changes;
  changes.reserve(2 * jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const std::int64_t devices = jobs[JobId{i}].request.devices;
    changes.emplace_back(result.jobs[i].start, devices);
    changes.emplace_back(result.jobs[i].end, -devices);
  }
  std::ranges::sort(changes);
  std::int64_t used = 0;
  std::int64_t peak = 0;
  for (const auto& [time, change] : changes) peak = std::max(peak, used += change);
  return peak;
}

inline bool all_completed(const RunResult& result) {
  return std::ranges::all_of(
      result.jobs, [](const JobOutcome& job) { return job.state == JobState::Completed; });
}

}  // namespace podsim::bench
