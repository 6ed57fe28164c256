// Result files back into memory (layout: result_layout.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/core/column.h"
#include "sim/core/diagnostics.h"
#include "sim/core/metrics.h"
#include "sim/datacenter/sink.h"
#include "sim/io/hdf5_file.h"

namespace podsim {

/// What is small and read at once.
struct StoredResult {
  MetricList meta;
  MetricList summary;
  std::string scenario_yaml;
};

/// A step function of one metric: `value` holds for `entity` from `time` on.
struct StoredSeries {
  std::vector<std::uint32_t> entity;
  std::vector<SimTime> time;  ///< stored as seconds: whole nanoseconds up to some 50 days
  std::vector<double> value;
  std::vector<std::string> entity_names;
};

/// Findings name the file: E-IO-001 absent, 002 a directory, 003 unreadable, 103 not HDF5, 104 not
/// a result of podsim, 105 another format version, 106 a part is missing, 107 damaged.
class ResultReader {
 public:
  static std::optional<ResultReader> open(const std::string& path, Diagnostics& diagnostics);

  [[nodiscard]] const MetricList& meta() const { return stored_.meta; }
  [[nodiscard]] const MetricList& summary() const { return stored_.summary; }
  [[nodiscard]] const std::string& scenario() const { return stored_.scenario_yaml; }
  [[nodiscard]] const StoredResult& stored() const { return stored_; }

  /// In the order in which they were written.
  [[nodiscard]] std::vector<std::string> table_names();
  std::optional<std::vector<Column>> read_table(const std::string& name, Diagnostics& diagnostics);
  /// A run stores only the metrics it has.
  [[nodiscard]] bool has_series(Metric metric);
  std::optional<StoredSeries> read_series(Metric metric, Diagnostics& diagnostics);

 private:
  ResultReader(std::string path, hdf5::File file)
      : path_(std::move(path)), file_(std::move(file)) {}
  bool check_format(Diagnostics& diagnostics);
  bool read_stored(Diagnostics& diagnostics);
  bool read_list(const std::string& name, MetricList& out, Diagnostics& diagnostics);
  hdf5::Handle open_part(const std::string& name, Diagnostics& diagnostics);
  bool read_column(const hdf5::Handle& dataset, Column& column);
  template <class Number>
  bool read_numbers(const hdf5::Handle& group, const std::string& name,
                    const hdf5::Element& element, std::vector<Number>& out);
  bool read_names(const hdf5::Handle& group, const std::string& name,
                  std::vector<std::string>& out);
  std::string text_attribute(const hdf5::Handle& object, const std::string& name);
  void damaged(const std::string& part, Diagnostics& diagnostics);

  std::string path_;
  hdf5::File file_;
  StoredResult stored_;
};

}  // namespace podsim
