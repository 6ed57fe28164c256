// What `podsim check` and `podsim trace info` derive from a scenario before anything runs.
#pragma once

#include <string>
#include <vector>

#include "sim/study/build.h"

namespace podsim {

/// Demand of the jobs that may use one kind, against its capacity.
struct KindDemand {
  std::string kind;  ///< accelerator kind, or the alternatives of a constraint
  std::uint64_t capacity = 0;
  std::int64_t jobs = 0;
  double accelerator_hours = 0.0;  ///< over the jobs with an end
  double largest = 0.0;            ///< accelerators of the largest job
  double peak = 0.0;               ///< in use at once if every job started at its submission
};

/// By type constraint, "any" first.
std::vector<KindDemand> demand_by_type(const JobTable& jobs, const Fleet* fleet);

/// The derived totals, for people.
std::string totals_text(const BuiltRun& run);

/// Reports jobs that can never run on the fleet, by reason.
void check_demand(const BuiltRun& run, Diagnostics& diagnostics);

/// What is in a trace: counts, dirty rows, statistics, demand (against the fleet when given).
std::string trace_text(const TraceReport& report, const JobTable& jobs, const Fleet* fleet);
Tree trace_tree(const TraceReport& report, const JobTable& jobs, const Fleet* fleet);

}  // namespace podsim
