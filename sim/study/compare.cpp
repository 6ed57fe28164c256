#include "sim/study/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/core/check.h"
#include "sim/core/math.h"
#include "sim/core/units_text.h"
#include "sim/io/result_reader.h"
#include "sim/io/yaml.h"
#include "sim/study/gates.h"
#include "sim/study/metric_docs.h"

namespace podsim {
namespace {

using Flat = std::map<std::string, std::string>;

void flatten(const Tree& tree, const std::string& path, Flat& out) {
  if (tree.is_map()) {
    for (const Tree::Entry& entry : tree.entries()) {
      // `queue: fcfs` and `queue: {name: fcfs, ...}` say the same.
      if (entry.key == "name" && !path.empty() && entry.value.is_scalar()) {
        out[path] = entry.value.text();
        continue;
      }
      flatten(entry.value, path.empty() ? entry.key : path + "." + entry.key, out);
    }
  } else if (tree.is_sequence()) {
    for (std::size_t i = 0; i < tree.items().size(); ++i) {
      flatten(tree.items()[i], fmt::format("{}[{}]", path, i), out);
    }
  } else {
    out[path] = tree.text();
  }
}

std::string configuration_text(const Tree& before, const Tree& after) {
  Flat a;
  Flat b;
  flatten(before, "", a);
  flatten(after, "", b);
  std::string out;
  for (const auto& [path, value] : a) {
    const auto other = b.find(path);
    const std::string now = other == b.end() ? "(absent)" : other->second;
    if (now != value) out += fmt::format("  {:<44}{} -> {}\n", path, value, now);
  }
  for (const auto& [path, value] : b) {
    if (!a.contains(path)) out += fmt::format("  {:<44}(absent) -> {}\n", path, value);
  }
  return "configuration\n" + (out.empty() ? std::string("  the same\n") : out);
}

/// What differs between two runs of the same scenario says nothing about the scenario.
bool volatile_metric(const std::string& path) {
  return path == "wall_s" || path == "events_per_s" || path == "peak_rss_bytes" || path == "events";
}

bool known_metric(const std::string& path, Diagnostics& diagnostics) {
  std::vector<std::string> known;
  for (const MetricDoc& metric : metric_docs()) {
    if (metric.path == path) return true;
    known.push_back(metric.path);
  }
  const std::string nearest = nearest_name(path, known);
  diagnostics.error(
      "E-CLI-003", {}, fmt::format("--tolerance: there is no metric '{}'", path),
      nearest.empty() ? "see `podsim list metrics`" : fmt::format("did you mean '{}'?", nearest));
  return false;
}

const double* tolerance_of(const std::vector<Tolerance>& tolerances, const std::string& path) {
  const double* found = nullptr;
  for (const Tolerance& tolerance : tolerances) {
    if (tolerance.path == path) return &tolerance.fraction;
    if (tolerance.path.empty()) found = &tolerance.fraction;
  }
  return found;
}

/// The change relative to `before`; to the larger magnitude when `before` is zero.
double relative_change(double before, double after) {
  const double base = before != 0.0 ? math::abs(before) : math::abs(after);
  return base == 0.0 ? 0.0 : (after - before) / base;
}

void compare_metrics(const ComparedResult& before, const ComparedResult& after,
                     const std::vector<Tolerance>& tolerances, Comparison& out) {
  out.text += fmt::format("\n{:<44}{:>16}{:>16}{:>11}\n", "metrics", "A", "B", "change");
  const auto line = [&](const std::string& path, const std::string& a, const std::string& b,
                        const std::string& change) {
    out.text += fmt::format("  {:<42}{:>16}{:>16}{:>11}\n", path, a, b, change);
  };
  for (const std::string& path : before.metrics.numeric_paths()) {
    if (volatile_metric(path)) continue;
    const double a = *before.metrics.number(path);
    const auto b = after.metrics.number(path);
    const double* limit = tolerance_of(tolerances, path);
    if (!b) {
      line(path, fmt::format("{:.6g}", a), "absent", "");
      if (limit != nullptr) out.broken.push_back(path);
      continue;
    }
    const double change = relative_change(a, *b);
    const bool broken = limit != nullptr && math::abs(change) > *limit;
    if (broken) out.broken.push_back(path);
    if (change == 0.0) continue;
    const std::string by = a == 0.0 ? "from 0" : fmt::format("{:+.2f}%", change * 100.0);
    line(path, fmt::format("{:.6g}", a), fmt::format("{:.6g}", *b), by + (broken ? "!" : ""));
  }
  for (const std::string& path : after.metrics.numeric_paths()) {
    if (volatile_metric(path) || before.metrics.find(path) != nullptr) continue;
    line(path, "absent", fmt::format("{:.6g}", *after.metrics.number(path)), "");
    if (tolerance_of(tolerances, path) != nullptr) out.broken.push_back(path);
  }
  for (const Tolerance& tolerance : tolerances) {
    if (tolerance.path.empty()) continue;
    if (!before.metrics.number(tolerance.path) && !after.metrics.number(tolerance.path)) {
      line(tolerance.path, "absent", "absent", "");
      out.broken.push_back(tolerance.path);
    }
  }
}

const std::vector<double>* reals(const std::vector<Column>& columns, std::string_view name) {
  for (const Column& column : columns) {
    if (column.name == name) return std::get_if<std::vector<double>>(&column.data);
  }
  return nullptr;
}

std::string jobs_text(const ComparedResult& before, const ComparedResult& after) {
  const auto* a = reals(before.jobs, "wait_s");
  const auto* b = reals(after.jobs, "wait_s");
  if (a == nullptr || b == nullptr) return {};
  if (a->size() != b->size()) {
    return fmt::format("\njobs\n  {} against {} jobs: not compared one by one\n", a->size(),
                       b->size());
  }
  std::size_t sooner = 0;
  std::size_t later = 0;
  std::size_t only_one = 0;
  for (std::size_t i = 0; i < a->size(); ++i) {
    const bool started_a = (*a)[i] == (*a)[i];
    const bool started_b = (*b)[i] == (*b)[i];
    only_one += started_a != started_b ? 1 : 0;
    sooner += started_a && started_b && (*b)[i] < (*a)[i] ? 1 : 0;
    later += started_a && started_b && (*b)[i] > (*a)[i] ? 1 : 0;
  }
  return fmt::format(
      "\njobs\n  {} wait less, {} wait longer, {} start in only one of the two, {} the same\n",
      sooner, later, only_one, a->size() - sooner - later - only_one);
}

std::vector<GateResult> gates_of(const ComparedResult& side) {
  std::vector<std::string> texts;
  if (const Tree* expect = side.scenario.find("expect"); expect != nullptr) {
    for (const Tree& item : expect->items()) texts.push_back(item.text());
  }
  Diagnostics seen_before;  // they were checked when the scenario was run
  return judge(parse_gates(texts, side.scenario, seen_before), side.metrics);
}

void compare_gates(const ComparedResult& before, const ComparedResult& after, Comparison& out) {
  const std::vector<GateResult> gates = gates_of(after);
  if (gates.empty()) return;
  out.text += fmt::format("\n{:<44}{:>16}{:>16}\n", "gates of B", "A", "B");
  for (const GateResult& gate : gates) {
    const auto value = before.metrics.number(gate.path);
    out.text += fmt::format("  {} {:<35}{:>16}{:>16}\n", gate.passed ? "ok    " : "BROKEN",
                            gate.expr, value ? fmt::format("{:.6g}", *value) : "absent",
                            gate.value ? fmt::format("{:.6g}", *gate.value) : "absent");
    if (!gate.passed) out.broken.push_back(gate.expr);
  }
}

bool is_scenario(const std::string& path) {
  return path.ends_with(".yaml") || path.ends_with(".yml");
}

LoadedResult run_for_comparison(const std::string& path, const Overrides& overrides,
                                RunObserver* observer, Diagnostics& diagnostics) {
  LoadedResult loaded;
  auto run = build_run(load_scenario(path, overrides, diagnostics), diagnostics);
  if (!run) {
    loaded.exit = ExitCode::BadInput;
    return loaded;
  }
  try {
    const RunResult result = simulate(*run, nullptr, observer);
    loaded.error = failure_of(*run, result);
    if (result.status == RunStatus::Interrupted) loaded.exit = ExitCode::Interrupted;
    if (!loaded.error.empty()) loaded.exit = ExitCode::RunFailed;
    if (loaded.exit != ExitCode::Done) return loaded;
    const RunSummary summary = summarise(*run, result, {});
    loaded.result = ComparedResult{path, parse_yaml(run->resolved_yaml, path, diagnostics),
                                   summary.metrics, job_columns(*run, result)};
  } catch (const InvariantError& broken) {
    loaded.exit = ExitCode::RunFailed;
    loaded.error = broken.what();
  }
  return loaded;
}

}  // namespace

LoadedResult load_result(const std::string& path, const Overrides& overrides, RunObserver* observer,
                         Diagnostics& diagnostics) {
  if (is_scenario(path)) return run_for_comparison(path, overrides, observer, diagnostics);
  LoadedResult loaded;
  auto reader = ResultReader::open(path, diagnostics);
  if (reader) {
    auto jobs = reader->read_table("jobs", diagnostics);
    if (jobs) {
      loaded.result = ComparedResult{path, parse_yaml(reader->scenario(), path, diagnostics),
                                     reader->summary(), std::move(*jobs)};
    }
  }
  if (!loaded.result) loaded.exit = ExitCode::BadInput;
  return loaded;
}

std::optional<Tolerance> parse_tolerance(const std::string& text, Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  Tolerance tolerance;
  std::string number = text;
  if (equals != std::string::npos) {
    tolerance.path = text.substr(0, equals);
    number = text.substr(equals + 1);
    if (!known_metric(tolerance.path, diagnostics)) return std::nullopt;
    if (volatile_metric(tolerance.path)) {
      diagnostics.error("E-CLI-003", {},
                        fmt::format("--tolerance: {} is not compared", tolerance.path),
                        "it differs between equal runs");
      return std::nullopt;
    }
  }
  const bool percent = number.ends_with('%');
  if (percent) number.pop_back();
  const auto value = parse_number(number);
  if (!value || *value < 0.0) {
    diagnostics.error("E-CLI-003", {}, fmt::format("--tolerance: '{}' is not a share", text),
                      "write 1%, 0.01 or wait_s.mean=5%");
    return std::nullopt;
  }
  tolerance.fraction = percent ? *value / 100.0 : *value;
  return tolerance;
}

Comparison compare(const ComparedResult& before, const ComparedResult& after,
                   const std::vector<Tolerance>& tolerances) {
  Comparison out;
  out.text = fmt::format("A = {}\nB = {}\n\n", before.label, after.label) +
             configuration_text(before.scenario, after.scenario);
  compare_metrics(before, after, tolerances, out);
  out.text += jobs_text(before, after);
  for (const std::string& path : out.broken) {
    const bool both = before.metrics.number(path) && after.metrics.number(path);
    out.text +=
        fmt::format("BROKEN: {} {}\n", path, both ? "moved beyond its tolerance" : "is absent");
  }
  compare_gates(before, after, out);
  return out;
}

}  // namespace podsim
