// The `expect:` gates: one comparison of a summary key with a number.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/core/diagnostics.h"
#include "sim/core/metrics.h"
#include "sim/core/tree.h"

namespace podsim {

struct Gate {
  std::string text;
  std::string path;
  std::string op;  ///< <, <=, >, >=, ==
  double bound = 0.0;
};

/// What a gate came to. A key that the run does not have breaks its gate.
struct GateResult {
  std::string expr;
  std::string path;
  std::optional<double> value;
  bool passed = false;
  std::string hint;  ///< the nearest key, when the key is absent
};

/// Parses all gates; a malformed one, or one over a metric that no run has, is a finding at its
/// place in `document`.
std::vector<Gate> parse_gates(const std::vector<std::string>& texts, const Tree& document,
                              Diagnostics& diagnostics);

std::vector<GateResult> judge(std::span<const Gate> gates, const MetricList& metrics);

}  // namespace podsim
