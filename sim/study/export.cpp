#include "sim/study/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>

#include "sim/core/time.h"
#include "sim/io/csv_writer.h"
#include "sim/io/result_layout.h"
#include "sim/io/result_reader.h"

namespace podsim {
namespace {

bool write_columns(const std::string& path, const std::vector<Column>& columns,
                   Diagnostics& diagnostics) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  if (out) write_csv(out, columns);
  out.close();
  if (out) return true;
  diagnostics.error("E-IO-110", Mark{std::make_shared<const std::string>(path), 0, 0},
                    "cannot be written", "check the folder and its free space");
  return false;
}

template <class T>
const std::vector<T>& data_of(const std::vector<Column>& columns, std::string_view name) {
  const auto found = std::ranges::find(columns, name, &Column::name);
  static const std::vector<T> none;
  const auto* data = found == columns.end() ? nullptr : std::get_if<std::vector<T>>(&found->data);
  return data == nullptr ? none : *data;
}

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::string final_state(const std::string& state, const std::string& reason) {
  if (state == "completed") return "COMPLETED_SUCCESSFULLY";
  if (state == "failed")
    return reason == "walltime" ? "COMPLETED_WALLTIME_REACHED" : "COMPLETED_KILLED";
  if (state == "rejected") return "REJECTED";
  return "NOT_" + std::string(state == "running" ? "FINISHED" : "STARTED");
}

/// By job, what it held as Batsim writes it: "0-3 8 10-11".
std::vector<std::string> allocations(const std::vector<Column>& placements, std::size_t jobs) {
  const auto& job = data_of<std::int64_t>(placements, "job");
  const auto& first = data_of<std::int64_t>(placements, "first");
  const auto& count = data_of<std::int64_t>(placements, "count");
  std::vector<std::string> texts(jobs);
  for (std::size_t i = 0; i < job.size(); ++i) {
    if (count[i] == 0) continue;
    std::string& text = texts.at(static_cast<std::size_t>(job[i]));
    if (!text.empty()) text += ' ';
    text += fmt::format("{}", first[i]);
    if (count[i] > 1) text += fmt::format("-{}", first[i] + count[i] - 1);
  }
  return texts;
}

/// Batsim's jobs.csv. Times in seconds; unknown ones are empty fields.
std::vector<Column> batsim_columns(const std::vector<Column>& jobs,
                                   const std::vector<Column>& placements,
                                   const std::string& workload) {
  const auto& state = data_of<std::string>(jobs, "state");
  const auto& reason = data_of<std::string>(jobs, "reason");
  const auto& submit = data_of<double>(jobs, "submit_s");
  const auto& start = data_of<double>(jobs, "start_s");
  const auto& end = data_of<double>(jobs, "end_s");
  const std::size_t count = state.size();
  std::vector<std::int64_t> id(count);
  std::vector<std::int64_t> success(count);
  std::vector<std::string> name(count, workload);
  std::vector<std::string> profile(count, "opaque");
  std::vector<std::string> final(count);
  std::vector<double> execution(count);
  std::vector<double> turnaround(count);
  std::vector<double> stretch(count);
  std::vector<double> energy = data_of<double>(jobs, "energy_j");
  energy.resize(count, kUnknown);  // a fleet without power figures has none
  for (std::size_t i = 0; i < count; ++i) {
    id[i] = static_cast<std::int64_t>(i);
    success[i] = state[i] == "completed" ? 1 : 0;
    final[i] = final_state(state[i], reason[i]);
    execution[i] = end[i] - start[i];  // NaN where a job did not end
    turnaround[i] = end[i] - submit[i];
    // Without a length there is no stretch: an empty field.
    stretch[i] = execution[i] == 0.0 ? kUnknown : turnaround[i] / execution[i];
  }
  return {{"job_id", "", "", std::move(id)},
          {"workload_name", "", "", std::move(name)},
          {"profile", "", "", std::move(profile)},
          {"submission_time", "s", "", submit},
          {"requested_number_of_resources", "1", "", data_of<double>(jobs, "accelerators")},
          {"requested_time", "s", "", data_of<double>(jobs, "requested_s")},
          {"success", "1", "", std::move(success)},
          {"final_state", "", "", std::move(final)},
          {"starting_time", "s", "", start},
          {"execution_time", "s", "", std::move(execution)},
          {"finish_time", "s", "", end},
          {"waiting_time", "s", "", data_of<double>(jobs, "wait_s")},
          {"turnaround_time", "s", "", std::move(turnaround)},
          {"stretch", "1", "", std::move(stretch)},
          {"allocated_resources", "", "", allocations(placements, count)},
          {"consumed_energy", "J", "", std::move(energy)}};
}

std::vector<Column> series_columns(const StoredSeries& series, const std::string& unit) {
  std::vector<double> time;
  for (const SimTime at : series.time) time.push_back(to_seconds(at));
  std::vector<std::string> entity;
  for (const std::uint32_t index : series.entity) entity.push_back(series.entity_names.at(index));
  return {{"time_s", "s", "", std::move(time)},
          {"entity", "", "", std::move(entity)},
          {"value", unit, "", series.value}};
}

}  // namespace

bool export_csv(const std::string& result_path, const std::string& folder,
                Diagnostics& diagnostics) {
  auto reader = ResultReader::open(result_path, diagnostics);
  if (!reader) return false;
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  const std::filesystem::path base(folder);
  const MetricValue* name = reader->meta().find("scenario");
  const std::string workload = name == nullptr ? "w0" : std::get<std::string>(*name);
  std::map<std::string, std::vector<Column>> tables;
  for (const std::string& table : reader->table_names()) {
    auto columns = reader->read_table(table, diagnostics);
    if (!columns) return false;
    tables.emplace(table, std::move(*columns));
  }
  if (tables.contains("jobs")) {
    tables["jobs"] = batsim_columns(tables["jobs"], tables["placements"], workload);
  }
  for (const auto& [table, columns] : tables) {
    if (columns.empty()) continue;
    if (!write_columns((base / (table + ".csv")).string(), columns, diagnostics)) return false;
  }
  for (std::size_t i = 0; i < result_layout::kSeries.size(); ++i) {
    const result_layout::SeriesFacts& facts = result_layout::kSeries[i];
    const auto metric = static_cast<Metric>(i);
    if (!reader->has_series(metric)) continue;
    const auto series = reader->read_series(metric, diagnostics);
    if (!series) return false;
    const std::string path = (base / (std::string(facts.name) + ".csv")).string();
    if (!write_columns(path, series_columns(*series, std::string(facts.unit)), diagnostics))
      return false;
  }
  return true;
}

}  // namespace podsim
