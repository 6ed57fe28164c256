#include "sim/study/run.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <utility>

#include "sim/core/check.h"
#include "sim/io/result_writer.h"
#include "sim/study/version.h"

namespace podsim {
namespace {

std::int64_t peak_rss_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

std::vector<std::string> pool_names(const Fleet& fleet) {
  std::vector<std::string> names;
  for (const Pool& pool : fleet.pools()) names.push_back(pool.name);
  return names;
}

MetricList meta_of(const BuiltRun& run, const RunResult& result) {
  MetricList meta;
  meta.set("version", version());
  meta.set("revision", revision());
  meta.set("scenario", run.loaded.scenario.name);
  meta.set("seed", run.loaded.scenario.run.seed);
  meta.set("fingerprint", fmt::format("{:016x}", result.fingerprint));
  if (run.window.zero_unix_ns) meta.set("zero_unix_ns", *run.window.zero_unix_ns);
  return meta;
}

/// The summary without what differs from run to run, so that equal runs give equal files.
MetricList lasting(const MetricList& metrics) {
  MetricList kept;
  for (const NamedMetric& entry : metrics.entries()) {
    if (entry.path == "wall_s" || entry.path == "events_per_s" || entry.path == "peak_rss_bytes")
      continue;
    std::visit([&](const auto& value) { kept.set(entry.path, value); }, entry.value);
  }
  return kept;
}

bool store(ResultWriter& writer, const BuiltRun& run, const RunResult& result,
           const RunSummary& summary, Diagnostics& diagnostics) {
  writer.write_meta(meta_of(run, result));
  writer.write_scenario(run.resolved_yaml);
  writer.write_summary(lasting(summary.metrics));
  writer.write_table("jobs", job_columns(run, result));
  writer.write_table("nodes", node_columns(run.fleet));
  writer.write_table("breakdown", breakdown_columns(summary.breakdown));
  return writer.close(diagnostics);
}

}  // namespace

RunResult simulate(BuiltRun& run, ResultSink* sink, RunObserver* observer) {
  DatacenterParts parts;
  parts.fleet = &run.fleet;
  parts.jobs = &run.workload.jobs;
  parts.queue = std::move(run.queue);
  parts.queue_name = run.loaded.scenario.policies.queue.name;
  parts.placement = std::move(run.placement);
  parts.predictor = std::move(run.predictor);
  const auto& plant = run.loaded.scenario.plant;
  if (plant) parts.plant = std::make_unique<ConstantPue>(plant->pue);
  parts.settings = run.window.settings;
  parts.sink = sink;
  parts.observer = observer;
  return Datacenter(std::move(parts)).run();
}

RunOutcome run_scenario(const RunRequest& request, Diagnostics& diagnostics) {
  RunOutcome outcome;
  LoadedScenario loaded = load_scenario(request.scenario_path, request.overrides, diagnostics);
  const auto gates = parse_gates(loaded.scenario.expect, loaded.document, diagnostics);
  const auto run = build_run(std::move(loaded), diagnostics);
  std::unique_ptr<ResultWriter> writer;
  if (run && !request.out.empty()) {
    writer = ResultWriter::create(request.out, pool_names(run->fleet), diagnostics);
  }
  if (diagnostics.has_errors()) {
    outcome.exit = ExitCode::BadInput;
    return outcome;
  }
  const auto began = std::chrono::steady_clock::now();
  RunResult result;
  try {
    result = simulate(*run, writer.get(), request.observer);
  } catch (const InvariantError& broken) {
    outcome.exit = ExitCode::RunFailed;
    outcome.error = broken.what();
    return outcome;
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
  outcome.error = failure_of(*run, result);
  if (!outcome.error.empty()) {
    outcome.exit = ExitCode::RunFailed;
    return outcome;
  }
  outcome.summary = summarise(*run, result, {wall.count(), peak_rss_bytes()});
  outcome.summary.gates = judge(gates, outcome.summary.metrics);
  if (writer && !store(*writer, *run, result, outcome.summary, diagnostics)) {
    outcome.exit = ExitCode::RunFailed;
    outcome.error = "the result file could not be written";
  } else if (result.status == RunStatus::Interrupted) {
    outcome.exit = ExitCode::Interrupted;
  } else if (!outcome.summary.gates_passed()) {
    outcome.exit = ExitCode::GateBroken;
  }
  return outcome;
}

}  // namespace podsim
