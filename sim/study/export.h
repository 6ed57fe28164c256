// A stored result as files for other tools.
#pragma once

#include <string>

#include "sim/core/diagnostics.h"

namespace podsim {

/// Writes jobs.csv (in Batsim's columns), breakdown.csv and one CSV a series into `folder`.
bool export_csv(const std::string& result_path, const std::string& folder,
                Diagnostics& diagnostics);

}  // namespace podsim
