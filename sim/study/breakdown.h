// Wait and completion by job size, tenant and queue.
#pragma once

#include <vector>

#include "sim/study/summary.h"

namespace podsim {

/// Rows by dimension (size, user, queue); dimensions that the trace does not have are absent. Jobs
/// submitted before the window's opening are not counted.
std::vector<BreakdownRow> break_down(const JobTable& jobs, const RunResult& result);

}  // namespace podsim
