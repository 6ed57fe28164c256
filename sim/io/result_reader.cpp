#include "sim/io/result_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "sim/core/math.h"
#include "sim/io/bytes.h"
#include "sim/io/result_layout.h"

namespace podsim {

using hdf5::File;
using hdf5::Handle;

namespace {

/// Whether there is a file that can be read.
bool check_path(const std::string& path, Diagnostics& diagnostics) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(status)) {
    diagnostics.error("E-IO-001", file_mark(path), fmt::format("there is no file '{}'", path));
  } else if (std::filesystem::is_directory(status)) {
    diagnostics.error("E-IO-002", file_mark(path), fmt::format("'{}' is a directory", path),
                      "expected a file");
  } else if (!std::ifstream(path).is_open()) {
    diagnostics.error("E-IO-003", file_mark(path), fmt::format("cannot open '{}'", path));
  } else if (!std::filesystem::is_regular_file(status) || !File::has_signature(path)) {
    diagnostics.error("E-IO-103", file_mark(path), fmt::format("'{}' is not an HDF5 file", path),
                      "expected what 'podsim run --out' wrote");
  } else {
    return true;
  }
  return false;
}

std::size_t size_of(const Column& column) {
  return std::visit([](const auto& data) { return data.size(); }, column.data);
}

std::optional<SimTime> time_of(double seconds) {
  const auto since_start = duration_from_seconds(seconds);
  if (!since_start) return std::nullopt;
  return kTimeZero + *since_start;
}

}  // namespace

std::optional<ResultReader> ResultReader::open(const std::string& path, Diagnostics& diagnostics) {
  if (!check_path(path, diagnostics)) return std::nullopt;
  ResultReader reader(path, File::open(path));
  if (!reader.file_.good()) {
    reader.damaged("", diagnostics);
    return std::nullopt;
  }
  if (!reader.check_format(diagnostics) || !reader.read_stored(diagnostics)) return std::nullopt;
  return reader;
}

void ResultReader::damaged(const std::string& part, Diagnostics& diagnostics) {
  const std::string where = part.empty() ? "" : fmt::format(" at '{}'", part);
  diagnostics.error("E-IO-107", file_mark(path_),
                    fmt::format("'{}' is cut off or damaged{}", path_, where),
                    file_.take_failure());
}

bool ResultReader::check_format(Diagnostics& diagnostics) {
  if (text_attribute(file_.root(), "format") != result_layout::kFormat) {
    diagnostics.error("E-IO-104", file_mark(path_),
                      fmt::format("'{}' is an HDF5 file, but not a result of podsim", path_),
                      "expected what 'podsim run --out' wrote");
    return false;
  }
  const auto version = file_.attribute(file_.root(), "format_version");
  const auto* number = version ? std::get_if<std::int64_t>(&*version) : nullptr;
  if (number != nullptr && *number == result_layout::kFormatVersion) return true;
  diagnostics.error("E-IO-105", file_mark(path_),
                    fmt::format("'{}' has format version {}; this podsim reads version {}", path_,
                                number != nullptr ? fmt::format("{}", *number) : "(none)",
                                result_layout::kFormatVersion),
                    "read it with the podsim that wrote it, or run the scenario again");
  return false;
}

Handle ResultReader::open_part(const std::string& name, Diagnostics& diagnostics) {
  // A link may only be asked for below a group that exists.
  for (std::size_t slash = name.find('/', 1); true; slash = name.find('/', slash + 1)) {
    if (!file_.has(file_.root(), name.substr(0, slash))) {
      diagnostics.error("E-IO-106", file_mark(path_), fmt::format("'{}' has no '{}'", path_, name));
      return {};
    }
    if (slash == std::string::npos) break;
  }
  Handle part = file_.open_object(file_.root(), name);
  if (!part) damaged(name, diagnostics);
  return part;
}

bool ResultReader::read_list(const std::string& name, MetricList& out, Diagnostics& diagnostics) {
  const Handle group = open_part(name, diagnostics);
  if (!group) return false;
  for (NamedMetric& entry : file_.attributes(group)) {
    const auto* real = std::get_if<double>(&entry.value);
    if (real != nullptr && !math::is_finite(*real)) continue;  // not ours: we store finite ones
    std::visit([&](auto& value) { out.set(std::move(entry.path), std::move(value)); }, entry.value);
  }
  if (!file_.good()) damaged(name, diagnostics);
  return file_.good();
}

bool ResultReader::read_stored(Diagnostics& diagnostics) {
  if (!read_list("/meta", stored_.meta, diagnostics)) return false;
  if (!read_list("/summary", stored_.summary, diagnostics)) return false;
  const Handle yaml = open_part("/scenario/yaml", diagnostics);
  if (!yaml) return false;
  Column text;
  const bool good = read_column(yaml, text);
  const auto* texts = std::get_if<std::vector<std::string>>(&text.data);
  if (!good || texts == nullptr || texts->size() != 1) {
    damaged("/scenario/yaml", diagnostics);
    return false;
  }
  stored_.scenario_yaml = texts->front();
  return true;
}

std::string ResultReader::text_attribute(const Handle& object, const std::string& name) {
  const auto value = file_.attribute(object, name);
  const auto* text = value ? std::get_if<std::string>(&*value) : nullptr;
  return text != nullptr ? *text : std::string();
}

bool ResultReader::read_column(const Handle& dataset, Column& column) {
  const auto facts = file_.facts(dataset);
  if (!facts) return false;
  column.unit = text_attribute(dataset, "units");
  column.doc = text_attribute(dataset, "long_name");
  switch (facts->element.kind) {
    case hdf5::Kind::Int64:
    case hdf5::Kind::UInt32: {
      std::vector<std::int64_t> whole(facts->size);
      const bool good = file_.read(dataset, hdf5::kInt64, whole.data());
      column.data = std::move(whole);
      return good;
    }
    case hdf5::Kind::Float64: {
      std::vector<double> real(facts->size);
      const bool good = file_.read(dataset, hdf5::kFloat64, real.data());
      column.data = std::move(real);
      return good;
    }
    case hdf5::Kind::FixedText:
    case hdf5::Kind::Text:
      break;
  }
  std::vector<std::string> texts;
  const bool good = file_.read_texts(dataset, *facts, texts);
  column.data = std::move(texts);
  return good;
}

std::vector<std::string> ResultReader::table_names() {
  if (!file_.has(file_.root(), "tables")) return {};
  return file_.names(file_.open_object(file_.root(), "tables"));
}

std::optional<std::vector<Column>> ResultReader::read_table(const std::string& name,
                                                            Diagnostics& diagnostics) {
  const Handle group = open_part("/tables/" + name, diagnostics);
  if (!group) return std::nullopt;
  std::vector<Column> columns;
  for (const std::string& column_name : file_.names(group)) {
    const Handle dataset = file_.open_object(group, column_name);
    if (file_.is_scale(dataset)) continue;
    Column column{column_name, "", "", {}};
    if (!read_column(dataset, column) ||
        (!columns.empty() && size_of(column) != size_of(columns.front()))) {
      damaged(fmt::format("/tables/{}/{}", name, column_name), diagnostics);
      return std::nullopt;
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

bool ResultReader::has_series(Metric metric) {
  const std::string name = result_layout::kSeries[result_layout::series_index(metric)].name;
  return file_.has(file_.root(), "series") && file_.has(file_.root(), "series/" + name);
}

template <class Number>
bool ResultReader::read_numbers(const Handle& group, const std::string& name,
                                const hdf5::Element& element, std::vector<Number>& out) {
  if (!file_.has(group, name)) return false;
  const Handle dataset = file_.open_object(group, name);
  const auto facts = file_.facts(dataset);
  if (!facts || facts->element.kind != element.kind) return false;
  out.resize(facts->size);
  return file_.read(dataset, element, out.data());
}

bool ResultReader::read_names(const Handle& group, const std::string& name,
                              std::vector<std::string>& out) {
  if (!file_.has(group, name)) return false;
  Column column;
  if (!read_column(file_.open_object(group, name), column)) return false;
  auto* texts = std::get_if<std::vector<std::string>>(&column.data);
  if (texts == nullptr) return false;
  out = std::move(*texts);
  return true;
}

std::optional<StoredSeries> ResultReader::read_series(Metric metric, Diagnostics& diagnostics) {
  const std::string part =
      std::string("/series/") + result_layout::kSeries[result_layout::series_index(metric)].name;
  const Handle group = open_part(part, diagnostics);
  if (!group) return std::nullopt;
  StoredSeries series;
  std::vector<double> seconds;
  bool good = read_numbers(group, "entity", hdf5::kUInt32, series.entity) &&
              read_numbers(group, "time", hdf5::kFloat64, seconds) &&
              read_numbers(group, "value", hdf5::kFloat64, series.value) &&
              read_names(group, "entity_name", series.entity_names) &&
              series.entity.size() == seconds.size() && seconds.size() == series.value.size();
  series.time.reserve(seconds.size());
  for (std::size_t i = 0; good && i < seconds.size(); ++i) {
    const auto time = time_of(seconds[i]);
    good = time && series.entity[i] < series.entity_names.size();
    if (good) series.time.push_back(*time);
  }
  if (good) return series;
  damaged(part, diagnostics);
  return std::nullopt;
}

}  // namespace podsim
