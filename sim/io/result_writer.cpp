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

/// 64 KiB of entities, 128 KiB of times and of values.
constexpr std::size_t kSeriesChunk = std::size_t{1} << 14U;
constexpr std::array kSeriesColumns{"entity", "time", "value"};
constexpr std::array kSeriesElements{hdf5::kUInt32, hdf5::kFloat64, hdf5::kFloat64};

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
      file_(draft_.failure().empty() ? hdf5::File::create(draft_.path()) : hdf5::File()) {
  for (Series& series : series_) {
    series.entity.resize(kSeriesChunk);
    series.time.resize(kSeriesChunk);
    series.value.resize(kSeriesChunk);
  }
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
  const std::size_t index = result_layout::series_index(metric);
  Series& series = series_[index];
  series.entity[series.used] = entity;
  series.time[series.used] = seconds_of(time);
  series.value[series.used] = value;
  if (++series.used < kSeriesChunk) return;
  if (!series.group) {
    series.grows = true;
    begin_series(index);
  }
  flush(index);
}

/// A series that fits into its buffer gets its exact size; one that does not will grow.
void ResultWriter::begin_series(std::size_t index) {
  Series& series = series_[index];
  series.group = file_.create_group(all_series_, kSeries[index].name);
  for (std::size_t i = 0; i < series.columns.size(); ++i) {
    const hdf5::Layout layout = series.grows
                                    ? hdf5::Layout{kSeriesElements[i], 0, kSeriesChunk, true}
                                    : column_layout(kSeriesElements[i], series.used);
    series.columns[i] = file_.create_dataset(series.group, kSeriesColumns[i], layout);
  }
  describe(file_, series.columns[0], "", "index into entity_name");
  describe(file_, series.columns[1], "s", "time since the start of the run");
  describe(file_, series.columns[2], kSeries[index].unit, kSeries[index].doc);
  file_.write_attribute(series.columns[2], "coordinates", "time entity");
}

void ResultWriter::flush(std::size_t index) {
  Series& series = series_[index];
  const std::array<const void*, 3> data{series.entity.data(), series.time.data(),
                                        series.value.data()};
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (series.grows) file_.extend(series.columns[i], series.written + series.used);
    file_.write(series.columns[i], kSeriesElements[i], series.written, series.used, data[i]);
  }
  series.written += series.used;
  series.used = 0;
}

void ResultWriter::end_series(std::size_t index) {
  Series& series = series_[index];
  if (series.used + series.written == 0) return;  // a metric that this run does not have
  if (!series.group) begin_series(index);
  flush(index);
  const hdf5::Layout layout{hdf5::kUInt32, series.written, 0, false};
  const Handle scale = file_.create_dataset(series.group, "sample", layout);
  const std::array columns{&std::as_const(series.columns[0]), &std::as_const(series.columns[1]),
                           &std::as_const(series.columns[2])};
  file_.make_scale(scale, without_variable(series.written), columns);
  write_entity_names(index);
}

void ResultWriter::write_entity_names(std::size_t index) {
  const std::vector<std::string> names =
      kSeries[index].by_pool ? pool_names_ : std::vector<std::string>{"fleet"};
  const Handle dataset = file_.create_dataset(series_[index].group, "entity_name",
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
  std::vector<const Handle*> variables;
  for (const Handle& dataset : datasets) variables.push_back(&dataset);
  const Handle rows = write_row_numbers(file_, group, name, size);
  describe(file_, rows, "", "row");
  file_.make_scale(rows, name, variables);
}

bool ResultWriter::close(Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < series_.size(); ++i) end_series(i);
  for (Series& series : series_) {
    for (Handle& column : series.columns) (void)column.close();
    (void)series.group.close();
  }
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
