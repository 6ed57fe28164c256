// Rows that come one by one, into columns of a group of an HDF5 file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "sim/io/hdf5_file.h"

namespace podsim {

struct StreamColumn {
  const char* name;
  hdf5::Element element;
  const char* unit;
  const char* doc;
};

/// Keeps rows in buffers that are made once. Full buffers go to the file; the group is made with
/// the first of them, so that a stream without rows leaves no trace.
class ColumnStream {
 public:
  ColumnStream(std::string group, std::vector<StreamColumn> columns);

  /// A cell of the next row; `T` has the width of the column's element.
  template <class T>
  void put(std::size_t column, T value) {
    static_assert(std::is_arithmetic_v<T>);
    std::memcpy(buffers_[column].data() + used_ * sizeof(T), &value, sizeof(T));
  }
  void end_row(hdf5::File& file, const hdf5::Handle& parent);
  [[nodiscard]] std::uint64_t rows() const { return written_ + used_; }

  /// Writes what is buffered; no rows can follow. Makes the group if there were rows.
  void flush(hdf5::File& file, const hdf5::Handle& parent);
  [[nodiscard]] const hdf5::Handle& group() const { return group_; }
  [[nodiscard]] const std::vector<hdf5::Handle>& columns() const { return datasets_; }
  void close();

 private:
  void begin(hdf5::File& file, const hdf5::Handle& parent, bool grows);
  void write(hdf5::File& file);

  std::string name_;
  std::vector<StreamColumn> columns_;
  std::vector<std::vector<std::byte>> buffers_;  ///< by column
  std::size_t used_ = 0;                         ///< rows in the buffers
  std::uint64_t written_ = 0;                    ///< rows in the file
  bool grows_ = false;
  hdf5::Handle group_;
  std::vector<hdf5::Handle> datasets_;  ///< by column
};

}  // namespace podsim
