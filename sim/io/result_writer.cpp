#include "sim/io/result_writer.h"

#include <fmt/format.h>

#include <utility>

#include "sim/core/check.h"
#include "sim/io/bytes.h"
#include "sim/io/result_columns.h"

namespace podsim {

using hdf5::Handle;
using result_layout::kSeries;

namespace {

enum SeriesColumn : std::size_t { kEntity, kTime, kValue };
enum PlacementColumn : std::size_t { kJob, kNode, kFirst, kCount };

ColumnStream series_stream(const result_layout::SeriesFacts& facts) {
  return {facts.name,
          {{"entity", hdf5::kUInt32, "", "index into entity_name"},
           {"time", hdf5::kFloat64, "s", "time since the start of the run"},
           {"value", hdf5::kFloat64, facts.unit, facts.doc}}};
}

ColumnStream placement_stream() {
  return {"placements",
          {{"job", hdf5::kUInt32, "", "row of the job"},
           {"node", hdf5::kUInt32, "", "row of the node of the first accelerator"},
           {"first", hdf5::kInt64, "", "number of the first accelerator in the fleet"},
           {"count", hdf5::kUInt32, "1", "accelerators from there on"}}};
}

/// A division, because whole seconds times 1e-9 are not always whole.
double seconds_of(SimTime time) {
  return static_cast<double>(ticks(time)) / 1e9;
}

std::size_t size_of(const Column& column) {
  return std::visit([](const auto& data) { return data.size(); }, column.data);
}

/// NetCDF's name for a dimension whose coordinate is just its row numbers: nothing is stored.
std::string without_variable(std::uint64_t size) {
  return fmt::format("This is a netCDF dimension but not a netCDF variable.{:>10}", size);
}

std::vector<const Handle*> pointers(const std::vector<Handle>& handles) {
  std::vector<const Handle*> all;
  for (const Handle& handle : handles) all.push_back(&handle);
  return all;
}

}  // namespace

std::unique_ptr<ResultWriter> ResultWriter::create(const std::string& path,
                                                   std::vector<std::string> pool_names,
                                                   Diagnostics& diagnostics) {
  std::unique_ptr<ResultWriter> writer(new ResultWriter(path, std::move(pool_names)));
  std::string reason = writer->draft_.failure();
  if (reason.empty()) reason = writer->file_.failure();
  if (!reason.empty()) {
    diagnostics.error("E-IO-101", file_mark(path), fmt::format("cannot create '{}'", path),
                      std::move(reason));
    return nullptr;
  }
  writer->begin_file();
  return writer;
}

ResultWriter::ResultWriter(const std::string& path, std::vector<std::string> pool_names)
    : path_(path),
      pool_names_(std::move(pool_names)),
      draft_(path),
      file_(draft_.failure().empty() ? hdf5::File::create(draft_.path()) : hdf5::File()),
      placements_(placement_stream()) {
  for (const result_layout::SeriesFacts& facts : kSeries) series_.push_back(series_stream(facts));
}

void ResultWriter::begin_file() {
  file_.write_attribute(file_.root(), "Conventions", "CF-1.10");
  file_.write_attribute(file_.root(), "format", result_layout::kFormat);
  file_.write_attribute(file_.root(), "format_version", result_layout::kFormatVersion);
  meta_ = file_.create_group(file_.root(), "meta");
  scenario_ = file_.create_group(file_.root(), "scenario");
  summary_ = file_.create_group(file_.root(), "summary");
  tables_ = file_.create_group(file_.root(), "tables");
  all_series_ = file_.create_group(file_.root(), "series");
}

void ResultWriter::sample(Metric metric, std::uint32_t entity, SimTime time, double value) {
  ColumnStream& series = series_[result_layout::series_index(metric)];
  series.put(kEntity, entity);
  series.put(kTime, seconds_of(time));
  series.put(kValue, value);
  series.end_row(file_, all_series_);
}

void ResultWriter::held(JobId job, NodeId node, std::uint64_t first, std::uint32_t count) {
  placements_.put(kJob, job.value());
  placements_.put(kNode, node.value());
  placements_.put(kFirst, static_cast<std::int64_t>(first));
  placements_.put(kCount, count);
  placements_.end_row(file_, tables_);
}

void ResultWriter::end_series(std::size_t index) {
  ColumnStream& series = series_[index];
  if (series.rows() == 0) return;  // a metric that this run does not have
  series.flush(file_, all_series_);
  file_.write_attribute(series.columns()[kValue], "coordinates", "time entity");
  const hdf5::Layout layout{hdf5::kUInt32, series.rows(), 0, false};
  const Handle scale = file_.create_dataset(series.group(), "sample", layout);
  file_.make_scale(scale, without_variable(series.rows()), pointers(series.columns()));
  write_entity_names(index);
}

void ResultWriter::end_placements() {
  if (placements_.rows() == 0) return;
  placements_.flush(file_, tables_);
  const hdf5::Layout layout{hdf5::kUInt32, placements_.rows(), 0, false};
  const Handle scale = file_.create_dataset(placements_.group(), "placements", layout);
  file_.make_scale(scale, without_variable(placements_.rows()), pointers(placements_.columns()));
}

void ResultWriter::write_entity_names(std::size_t index) {
  const std::vector<std::string> names =
      kSeries[index].by_pool ? pool_names_ : std::vector<std::string>{"fleet"};
  const Handle dataset = file_.create_dataset(series_[index].group(), "entity_name",
                                              {hdf5::kText, names.size(), 0, false});
  file_.write_texts(dataset, names);
  describe(file_, dataset, "", "name of each entity");
  file_.make_scale(dataset, "entity_name", {});
}

void ResultWriter::write_meta(const MetricList& meta) {
  for (const auto& [path, value] : meta.entries()) file_.write_attribute(meta_, path, value);
}

void ResultWriter::write_scenario(const std::string& yaml) {
  file_.write_text(scenario_, "yaml", yaml);
}

void ResultWriter::write_summary(const MetricList& summary) {
  for (const auto& [path, value] : summary.entries()) {
    file_.write_attribute(summary_, path, value);
  }
}

void ResultWriter::write_table(const std::string& name, std::span<const Column> columns) {
  const Handle group = file_.create_group(tables_, name);
  const std::size_t size = columns.empty() ? 0 : size_of(columns.front());
  std::vector<Handle> datasets;
  for (const Column& column : columns) {
    SIM_CHECK(column.name != name && size_of(column) == size, "table '{}', column '{}': {} of {}",
              name, column.name, size_of(column), size);
    datasets.push_back(write_column(file_, group, column));
  }
  const Handle rows = write_row_numbers(file_, group, name, size);
  describe(file_, rows, "", "row");
  file_.make_scale(rows, name, pointers(datasets));
}

bool ResultWriter::close(Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < series_.size(); ++i) end_series(i);
  end_placements();
  for (ColumnStream& series : series_) series.close();
  placements_.close();
  for (Handle* group : {&meta_, &scenario_, &summary_, &tables_, &all_series_}) {
    (void)group->close();
  }
  std::string reason;
  if (!file_.close()) {
    reason = file_.failure();
  } else if (!draft_.keep()) {
    reason = draft_.failure();
  } else {
    return true;
  }
  diagnostics.error("E-IO-102", file_mark(path_), fmt::format("cannot write '{}'", path_),
                    std::move(reason));
  return false;
}

}  // namespace podsim
