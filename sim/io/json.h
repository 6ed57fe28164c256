// JSON text out. Keys keep their order, numbers are the shortest texts that read back exactly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/core/metrics.h"
#include "sim/core/tree.h"

namespace podsim {

/// `text` as a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
std::string json_quote(std::string_view text);

/// Indented by two spaces, with a line feed at the end. A scalar that is not quoted is a number,
/// true, false or null where it reads as one.
std::string to_json(const Tree& tree);

/// {"wait_s": {"mean": 1.5}, ..., "gates": [{"expr", "value", "passed"}]}: metrics nest at dots.
/// A path may not be both a value and a block (broken invariant).
std::string summary_json(const MetricList& summary, const std::vector<GateRow>& gates);

}  // namespace podsim
