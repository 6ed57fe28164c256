// Whole columns into a group of a result file.
#pragma once

#include <cstddef>
#include <string>

#include "sim/core/column.h"
#include "sim/io/hdf5_file.h"

namespace podsim {

/// Pieces of about 512 KiB, compressed; a small dataset is one piece, uncompressed.
hdf5::Layout column_layout(const hdf5::Element& element, std::size_t size);

/// The dataset, with its attributes `units` and `long_name` where there is something to say.
hdf5::Handle write_column(hdf5::File& file, const hdf5::Handle& group, const Column& column);

/// 0, 1, 2... as the coordinate of `size` rows.
hdf5::Handle write_row_numbers(hdf5::File& file, const hdf5::Handle& group, const std::string& name,
                               std::size_t size);

void describe(hdf5::File& file, const hdf5::Handle& dataset, const std::string& unit,
              const std::string& doc);

}  // namespace podsim
