// From a scenario to the things that run: fleet, jobs, policies, window.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sim/core/diagnostics.h"
#include "sim/datacenter/datacenter.h"
#include "sim/hardware/fleet.h"
#include "sim/hardware/models.h"
#include "sim/study/scenario.h"
#include "sim/workload/trace_report.h"

namespace podsim {

/// The jobs and what their reader found.
struct Workload {
  JobTable jobs;
  TraceReport report;
};

/// The run's window on the simulated clock, and the calendar time of its zero.
struct Window {
  RunSettings settings;
  std::optional<std::int64_t> zero_unix_ns;  ///< UTC; empty when no calendar time is known
};

std::optional<Fleet> build_fleet(const LoadedScenario& loaded, const Catalog& catalog,
                                 Diagnostics& diagnostics);

/// For a fleet that cannot be built: are at least its node models there?
void check_node_models(const LoadedScenario& loaded, const Catalog& catalog,
                       Diagnostics& diagnostics);

std::optional<Workload> build_workload(const LoadedScenario& loaded, Diagnostics& diagnostics);

std::optional<Window> build_window(const LoadedScenario& loaded, const TraceReport& report,
                                   Diagnostics& diagnostics);

/// Everything a run needs; the parts point into fleet and workload, so it stays where it is.
struct BuiltRun {
  LoadedScenario loaded;
  Fleet fleet;
  Workload workload;
  Window window;
  std::unique_ptr<QueuePolicy> queue;
  std::unique_ptr<PlacementPolicy> placement;
  std::unique_ptr<RuntimePredictor> predictor;
  /// The complete effective scenario, defaults filled in.
  std::string resolved_yaml;
};

/// Builds all parts, reporting every finding; nullptr when there is an error.
std::unique_ptr<BuiltRun> build_run(LoadedScenario loaded, Diagnostics& diagnostics);

/// The complete effective scenario as YAML.
std::string resolve_yaml(const Scenario& scenario, Diagnostics& diagnostics);

}  // namespace podsim
