#include <fmt/format.h>

#include <array>

#include "sim/study/summary.h"

namespace podsim {
namespace {

Tree value_tree(const MetricValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return Tree::scalar(fmt::format("{}", *real));
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    return Tree::scalar(fmt::format("{}", *whole));
  }
  return Tree::scalar(std::get<std::string>(value), {}, true);
}

Tree number(double value) {
  return Tree::scalar(fmt::format("{}", value));
}
Tree number(std::int64_t value) {
  return Tree::scalar(fmt::format("{}", value));
}
Tree text(const std::string& value) {
  return Tree::scalar(value, {}, true);
}

Tree gate_tree(const GateResult& gate) {
  std::vector<Tree::Entry> entries{{"expr", {}, text(gate.expr)}};
  if (gate.value) entries.push_back({"value", {}, number(*gate.value)});
  entries.push_back({"passed", {}, Tree::scalar(gate.passed ? "true" : "false")});
  return Tree::map(std::move(entries));
}

Tree breakdown_tree(const BreakdownRow& row) {
  std::vector<Tree::Entry> entries{{"by", {}, text(row.dimension)},
                                   {"group", {}, text(row.group)},
                                   {"jobs", {}, number(row.jobs)},
                                   {"accelerator_hours", {}, number(row.accelerator_hours)}};
  if (row.started > 0) {
    entries.push_back({"wait_mean_s", {}, number(row.wait_mean_s)});
    entries.push_back({"wait_p95_s", {}, number(row.wait_p95_s)});
  }
  if (row.ended > 0) entries.push_back({"jct_mean_s", {}, number(row.jct_mean_s)});
  return Tree::map(std::move(entries));
}

std::string value_text(const MetricValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{:.6g}", *real);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  return std::get<std::string>(value);
}

/// "-" where a group has no such job.
std::string or_dash(std::int64_t jobs, double value) {
  return jobs > 0 ? fmt::format("{:.6g}", value) : std::string("-");
}

std::string breakdown_text(const std::vector<BreakdownRow>& rows) {
  std::string out;
  std::string dimension;
  for (const BreakdownRow& row : rows) {
    if (row.dimension != dimension) {
      dimension = row.dimension;
      out += fmt::format("\nby {:<22}{:>10}{:>14}{:>14}{:>14}{:>14}\n", dimension, "jobs",
                         "accel. h", "wait mean s", "wait p95 s", "jct mean s");
    }
    out += fmt::format("   {:<22}{:>10}{:>14.6g}{:>14}{:>14}{:>14}\n",
                       row.group.empty() ? "(none)" : row.group, row.jobs, row.accelerator_hours,
                       or_dash(row.started, row.wait_mean_s), or_dash(row.started, row.wait_p95_s),
                       or_dash(row.ended, row.jct_mean_s));
  }
  return out;
}

}  // namespace

Tree metrics_tree(const MetricList& metrics) {
  Tree tree = Tree::map({});
  Diagnostics none;
  for (const NamedMetric& entry : metrics.entries()) {
    tree = tree.with(entry.path, value_tree(entry.value), none);
  }
  return tree;
}

Tree summary_tree(const RunSummary& summary) {
  Tree tree = metrics_tree(summary.metrics);
  Diagnostics none;
  std::vector<Tree> rows;
  for (const BreakdownRow& row : summary.breakdown) rows.push_back(breakdown_tree(row));
  tree = tree.with("breakdown", Tree::sequence(std::move(rows)), none);
  std::vector<Tree> gates;
  for (const GateResult& gate : summary.gates) gates.push_back(gate_tree(gate));
  return tree.with("gates", Tree::sequence(std::move(gates)), none);
}

std::string summary_text(const RunSummary& summary) {
  std::string out;
  std::string block;
  for (const NamedMetric& entry : summary.metrics.entries()) {
    const std::string now = entry.path.substr(0, entry.path.find('.'));
    if (!out.empty() && now != block && (entry.path != now || block == "podsim")) out += '\n';
    block = now;
    out += fmt::format("{:<42}{}\n", entry.path, value_text(entry.value));
  }
  out += breakdown_text(summary.breakdown);
  if (!summary.gates.empty()) out += "\ngates\n";
  for (const GateResult& gate : summary.gates) {
    const std::string value = gate.value ? fmt::format("{:.6g}", *gate.value) : gate.hint;
    out += fmt::format("   {} {:<38}{}\n", gate.passed ? "ok    " : "BROKEN", gate.expr, value);
  }
  return out;
}

std::vector<Column> breakdown_columns(const std::vector<BreakdownRow>& rows) {
  std::vector<std::string> by;
  std::vector<std::string> group;
  std::vector<std::int64_t> jobs;
  std::array<std::vector<double>, 4> numbers;
  for (const BreakdownRow& row : rows) {
    by.push_back(row.dimension);
    group.push_back(row.group);
    jobs.push_back(row.jobs);
    numbers[0].push_back(row.accelerator_hours);
    numbers[1].push_back(row.wait_mean_s);
    numbers[2].push_back(row.wait_p95_s);
    numbers[3].push_back(row.jct_mean_s);
  }
  return {{"by", "", "dimension of the group", std::move(by)},
          {"group", "", "name of the group", std::move(group)},
          {"jobs", "1", "jobs submitted in the window", std::move(jobs)},
          {"accelerator_hours", "h", "accelerator-hours in the window", std::move(numbers[0])},
          {"wait_mean_s", "s", "mean wait of the started jobs; 0 if none", std::move(numbers[1])},
          {"wait_p95_s", "s", "95th percentile of those waits", std::move(numbers[2])},
          {"jct_mean_s", "s", "mean completion time of the ended jobs; 0 if none",
           std::move(numbers[3])}};
}

}  // namespace podsim
