// The reference that the descriptions yield: `list`, `explain`, `schema`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/core/diagnostics.h"
#include "sim/core/tree.h"

namespace podsim {

/// The topics of `podsim list`.
const std::vector<std::string>& list_topics();
/// A line an entry; empty when there is no such topic.
std::optional<std::string> list_text(const std::string& topic);

/// What a policy, catalog entry, scenario block or metric is. Unknown names are a finding with the
/// nearest one. Policies may be named "kind/name".
std::optional<std::string> explain_text(const std::string& name, Diagnostics& diagnostics);

/// JSON Schema (draft-07) of the scenario file.
Tree scenario_json_schema();

}  // namespace podsim
