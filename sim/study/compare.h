// Two results side by side: configuration first, then metrics, then jobs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/core/column.h"
#include "sim/core/diagnostics.h"
#include "sim/core/metrics.h"
#include "sim/core/tree.h"
#include "sim/study/run.h"

namespace podsim {

/// One side of a comparison, from a stored result or from a run made for it.
struct ComparedResult {
  std::string label;
  Tree scenario;
  MetricList metrics;
  std::vector<Column> jobs;
};

/// A stored result (HDF5), or a scenario, which is run. Empty with findings (exit 2) or with `exit`
/// and `error` set when the run failed.
struct LoadedResult {
  std::optional<ComparedResult> result;
  ExitCode exit = ExitCode::Done;
  std::string error;
};
LoadedResult load_result(const std::string& path, const Overrides& overrides, RunObserver* observer,
                         Diagnostics& diagnostics);

/// How far a metric may move: "1%" for all metrics, "wait_s.mean=5%" for one.
struct Tolerance {
  std::string path;  ///< empty: all metrics
  double fraction = 0.0;
};
std::optional<Tolerance> parse_tolerance(const std::string& text, Diagnostics& diagnostics);

struct Comparison {
  std::string text;
  std::vector<std::string> broken;  ///< metrics beyond their tolerance, then broken gates
};

/// The gates that are judged are those of `after`'s scenario; `before` is the baseline.

Comparison compare(const ComparedResult& before, const ComparedResult& after,
                   const std::vector<Tolerance>& tolerances);

}  // namespace podsim
