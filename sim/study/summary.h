// The headline numbers of one run.
#pragma once

#include <string>
#include <vector>

#include "sim/core/column.h"
#include "sim/core/metrics.h"
#include "sim/core/tree.h"
#include "sim/datacenter/outcome.h"
#include "sim/study/build.h"
#include "sim/study/gates.h"

namespace podsim {

/// Wait and completion of one group of jobs.
struct BreakdownRow {
  std::string dimension;  ///< "size", "user" or "queue"
  std::string group;
  std::int64_t jobs = 0;
  std::int64_t started = 0;
  std::int64_t ended = 0;
  double accelerator_hours = 0.0;
  double wait_mean_s = 0.0;  ///< over the started ones
  double wait_p95_s = 0.0;
  double jct_mean_s = 0.0;  ///< over the ended ones
};

/// What the process needed; kept apart because it differs from run to run.
struct RunCost {
  double wall_s = 0.0;
  std::int64_t peak_rss_bytes = 0;
};

struct RunSummary {
  MetricList metrics;
  std::vector<GateResult> gates;
  std::vector<BreakdownRow> breakdown;

  [[nodiscard]] bool gates_passed() const;
};

RunSummary summarise(const BuiltRun& run, const RunResult& result, const RunCost& cost);

/// Why a run counts as failed although it ended: empty when it does not.
std::string failure_of(const BuiltRun& run, const RunResult& result);

/// The list as nested maps of typed scalars.
Tree metrics_tree(const MetricList& metrics);
/// The JSON document as a tree of typed scalars.
Tree summary_tree(const RunSummary& summary);
/// For people: a table of the headline numbers.
std::string summary_text(const RunSummary& summary);

/// Tables of the result file, a column at a time.
std::vector<Column> job_columns(const BuiltRun& run, const RunResult& result);
std::vector<Column> node_columns(const Fleet& fleet);
std::vector<Column> breakdown_columns(const std::vector<BreakdownRow>& rows);

}  // namespace podsim
