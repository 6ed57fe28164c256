#include "sim/study/output.h"

#include <fmt/format.h>

#include <utility>

#include "sim/io/bytes.h"
#include "sim/io/json.h"
#include "sim/io/trace.h"
#include "sim/study/catalog_loader.h"
#include "sim/study/totals.h"

namespace podsim {
namespace {

std::vector<std::string> split_commas(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::optional<Workload> any_workload(const TraceQuery& query, Diagnostics& diagnostics) {
  if (query.file.ends_with(".yaml") || query.file.ends_with(".yml")) {
    const LoadedScenario loaded = load_scenario(query.file, {query.sets, {}, {}}, diagnostics);
    if (diagnostics.has_errors()) return std::nullopt;
    return build_workload(loaded, diagnostics);
  }
  TraceOptions options;
  options.format = query.format;
  options.columns = split_commas(query.columns);
  auto trace = read_trace(query.file, options, diagnostics);
  if (!trace) return std::nullopt;
  return Workload{std::move(trace->jobs), std::move(trace->report)};
}

}  // namespace

std::string json_text(const Tree& tree) {
  return to_json(tree);
}

TraceInfo inspect_trace(const TraceQuery& query, Diagnostics& diagnostics) {
  TraceInfo info;
  const auto workload = any_workload(query, diagnostics);
  std::optional<Fleet> fleet;
  if (!query.scenario.empty()) {
    const LoadedScenario loaded = load_scenario(query.scenario, {query.sets, {}, {}}, diagnostics);
    if (!diagnostics.has_errors())
      fleet = build_fleet(loaded, load_catalog(diagnostics), diagnostics);
  }
  if (!workload || diagnostics.has_errors()) return info;
  const Fleet* against = fleet ? &*fleet : nullptr;
  info.text = trace_text(workload->report, workload->jobs, against);
  info.json = json_text(trace_tree(workload->report, workload->jobs, against));
  return info;
}

std::string convert_to_csv(const TraceQuery& query, Diagnostics& diagnostics) {
  const auto workload = any_workload(query, diagnostics);
  if (!workload || diagnostics.has_errors()) return {};
  for (const DirtyRows& rows : workload->report.dirty) {
    if (rows.fate != RowFate::Refused) continue;
    diagnostics.warning("W-TRC-001", {},
                        fmt::format("{} rows are not converted: {}", rows.count, rows.rule));
  }
  return to_podsim_csv(workload->jobs);
}

bool write_output(const std::string& path, const std::string& text, Diagnostics& diagnostics) {
  return write_text_file(path, text, diagnostics);
}

}  // namespace podsim
