#include "sim/io/column_stream.h"

#include <utility>

#include "sim/io/result_columns.h"

namespace podsim {
namespace {

/// Rows of a buffer and of a chunk of the file: 64 KiB of 32-bit numbers, 128 KiB of doubles.
constexpr std::size_t kRows = std::size_t{1} << 14U;

}  // namespace

ColumnStream::ColumnStream(std::string group, std::vector<StreamColumn> columns)
    : name_(std::move(group)), columns_(std::move(columns)), datasets_(columns_.size()) {
  for (const StreamColumn& column : columns_) buffers_.emplace_back(kRows * column.element.width);
}

void ColumnStream::end_row(hdf5::File& file, const hdf5::Handle& parent) {
  if (++used_ < kRows) return;
  if (!group_) begin(file, parent, true);
  write(file);
}

/// A stream that fits into its buffers gets its exact size; one that does not will grow.
void ColumnStream::begin(hdf5::File& file, const hdf5::Handle& parent, bool grows) {
  grows_ = grows;
  group_ = file.create_group(parent, name_);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const StreamColumn& column = columns_[i];
    datasets_[i] = file.create_dataset(group_, column.name,
                                       grows ? hdf5::Layout{column.element, 0, kRows, true}
                                             : column_layout(column.element, used_));
    describe(file, datasets_[i], column.unit, column.doc);
  }
}

void ColumnStream::write(hdf5::File& file) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (grows_) file.extend(datasets_[i], written_ + used_);
    file.write(datasets_[i], columns_[i].element, written_, used_, buffers_[i].data());
  }
  written_ += used_;
  used_ = 0;
}

void ColumnStream::flush(hdf5::File& file, const hdf5::Handle& parent) {
  if (rows() == 0) return;
  if (!group_) begin(file, parent, false);
  write(file);
}

void ColumnStream::close() {
  for (hdf5::Handle& dataset : datasets_) (void)dataset.close();
  (void)group_.close();
}

}  // namespace podsim
