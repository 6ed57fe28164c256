#include "sim/study/gates.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "sim/core/units_text.h"

namespace podsim {
namespace {

bool holds(double value, const Gate& gate) {
  if (gate.op == "<") return value < gate.bound;
  if (gate.op == "<=") return value <= gate.bound;
  if (gate.op == ">") return value > gate.bound;
  if (gate.op == ">=") return value >= gate.bound;
  return value == gate.bound;
}

}  // namespace

std::vector<Gate> parse_gates(const std::vector<std::string>& texts, const Tree& document,
                              Diagnostics& diagnostics) {
  std::vector<Gate> gates;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::istringstream words(texts[i]);
    Gate gate;
    gate.text = texts[i];
    std::string number;
    std::string rest;
    words >> gate.path >> gate.op >> number;
    const auto bound = parse_number(number);
    static constexpr std::string_view kOps[] = {"<", "<=", ">", ">=", "=="};
    if (!bound || words >> rest || std::ranges::find(kOps, gate.op) == std::end(kOps)) {
      diagnostics.error("E-CFG-014", document.mark_of(fmt::format("expect[{}]", i)),
                        fmt::format("'{}' is not a gate", texts[i]),
                        "write KEY OP NUMBER with OP one of < <= > >= ==, e.g. 'wait_s.p95 <= 600'");
      continue;
    }
    gate.bound = *bound;
    gates.push_back(std::move(gate));
  }
  return gates;
}

std::vector<GateResult> judge(std::span<const Gate> gates, const MetricList& metrics) {
  std::vector<GateResult> results;
  for (const Gate& gate : gates) {
    GateResult result{gate.text, metrics.number(gate.path), false, {}};
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
