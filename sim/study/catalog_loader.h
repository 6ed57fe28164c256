// The catalog that is embedded in the binary.
#pragma once

#include "sim/core/diagnostics.h"
#include "sim/hardware/models.h"

namespace podsim {

/// Parses all embedded catalog files; a broken one is a finding.
Catalog load_catalog(Diagnostics& diagnostics);

}  // namespace podsim
