// Results to one HDF5 file (layout: result_layout.h), which is there as a whole or not at all.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/core/column.h"
#include "sim/core/diagnostics.h"
#include "sim/core/metrics.h"
#include "sim/datacenter/sink.h"
#include "sim/io/column_stream.h"
#include "sim/io/draft_file.h"
#include "sim/io/hdf5_file.h"
#include "sim/io/result_layout.h"

namespace podsim {

/// Writes to PATH.part, which close() renames to PATH. A writer that dies before leaves PATH as it
/// was. Errors on the way are kept; close() reports them.
class ResultWriter final : public ResultSink {
 public:
  /// E-IO-101 when the file cannot be made or another run writes it; then there is no writer.
  static std::unique_ptr<ResultWriter> create(const std::string& path,
                                              std::vector<std::string> pool_names,
                                              Diagnostics& diagnostics);

  /// Allocates nothing; full buffers go to the file.
  void sample(Metric metric, std::uint32_t entity, SimTime time, double value) override;
  void held(JobId job, NodeId node, std::uint64_t first, std::uint32_t count) override;
  void write_meta(const MetricList& meta);
  void write_scenario(const std::string& yaml);
  void write_summary(const MetricList& summary);
  /// Columns of equal length; none may be called like the table, which is its dimension's name.
  void write_table(const std::string& name, std::span<const Column> columns);
  /// E-IO-102, and no file, when anything could not be written.
  bool close(Diagnostics& diagnostics);

 private:
  ResultWriter(const std::string& path, std::vector<std::string> pool_names);
  void begin_file();
  void end_series(std::size_t index);
  void end_placements();
  void write_entity_names(std::size_t index);

  std::string path_;
  std::vector<std::string> pool_names_;
  DraftFile draft_;
  hdf5::File file_;
  hdf5::Handle meta_;
  hdf5::Handle scenario_;
  hdf5::Handle summary_;
  hdf5::Handle tables_;
  hdf5::Handle all_series_;
  std::vector<ColumnStream> series_;  ///< by metric
  ColumnStream placements_;
};

}  // namespace podsim
