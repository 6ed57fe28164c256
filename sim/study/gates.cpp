#include "sim/study/gates.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "sim/core/units_text.h"
#include "sim/study/metric_docs.h"

namespace podsim {
namespace {

bool holds(double value, const Gate& gate) {
  if (gate.op == "<") return value < gate.bound;
  if (gate.op == "<=") return value <= gate.bound;
  if (gate.op == ">") return value > gate.bound;
  if (gate.op == ">=") return value >= gate.bound;
  return value == gate.bound;
}

/// The gate's key is one that some run can have.
bool names_a_metric(const Gate& gate, const Mark& mark, std::string_view where,
                    Diagnostics& diagnostics) {
  std::vector<std::string> known;
  for (const MetricDoc& metric : metric_docs()) {
    if (metric.path == gate.path) return true;
    known.push_back(metric.path);
  }
  const std::string nearest = nearest_name(gate.path, known);
  diagnostics.error(
      "E-CFG-008", mark, fmt::format("{}: there is no metric '{}'", where, gate.path),
      nearest.empty() ? "see `podsim list metrics`" : fmt::format("did you mean '{}'?", nearest));
  return false;
}

}  // namespace

std::vector<Gate> parse_gates(const std::vector<std::string>& texts, const Tree& document,
                              Diagnostics& diagnostics) {
  std::vector<Gate> gates;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string where = fmt::format("expect[{}]", i);
    const Tree* written = document.at(where);
    if (written != nullptr && !written->is_scalar()) continue;  // a finding already
    const Mark mark = document.mark_of(where);
    std::istringstream words(texts[i]);
    Gate gate;
    gate.text = texts[i];
    std::string number;
    std::string rest;
    words >> gate.path >> gate.op >> number;
    const auto bound = parse_number(number);
    static constexpr std::string_view kOps[] = {"<", "<=", ">", ">=", "=="};
    if (!bound || words >> rest || std::ranges::find(kOps, gate.op) == std::end(kOps)) {
      diagnostics.error(
          "E-CFG-014", mark, fmt::format("{}: '{}' is not a gate", where, texts[i]),
          "write KEY OP NUMBER with OP one of < <= > >= ==, e.g. 'wait_s.p95 <= 600'");
      continue;
    }
    gate.bound = *bound;
    if (!names_a_metric(gate, mark, where, diagnostics)) continue;
    gates.push_back(std::move(gate));
  }
  return gates;
}

std::vector<GateResult> judge(std::span<const Gate> gates, const MetricList& metrics) {
  std::vector<GateResult> results;
  for (const Gate& gate : gates) {
    GateResult result{gate.text, gate.path, metrics.number(gate.path), false, {}};
    if (result.value) {
      result.passed = holds(*result.value, gate);
    } else {
      result.hint = fmt::format("this run has no '{}'; {}", gate.path,
                                suggest(gate.path, metrics.numeric_paths()));
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace podsim
