// Scenario -> run -> result.
#pragma once

#include <memory>
#include <string>

#include "sim/core/diagnostics.h"
#include "sim/datacenter/sink.h"
#include "sim/study/build.h"
#include "sim/study/scenario.h"
#include "sim/study/summary.h"

namespace podsim {

/// Exit codes of the command line (DESIGN section 2).
enum class ExitCode : int {
  Done = 0,
  BadInput = 2,
  RunFailed = 3,
  GateBroken = 4,
  Interrupted = 130
};

struct RunRequest {
  std::string scenario_path;
  Overrides overrides;
  std::string out;                  ///< result file; empty: none
  RunObserver* observer = nullptr;  ///< progress and interruption
};

struct RunOutcome {
  ExitCode exit = ExitCode::Done;
  std::string error;   ///< why a run failed (exit 3)
  RunSummary summary;  ///< empty unless the run ended or was interrupted
};

/// Runs one scenario. Findings go to `diagnostics`; with errors nothing is run or written (exit 2).
RunOutcome run_scenario(const RunRequest& request, Diagnostics& diagnostics);

/// Runs what was built, without files: the part that tests and benchmarks share.
RunResult simulate(BuiltRun& run, ResultSink* sink, RunObserver* observer);

}  // namespace podsim
