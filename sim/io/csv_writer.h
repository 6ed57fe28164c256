// Tables as CSV text (RFC 4180, lines end with LF).
#pragma once

#include <iosfwd>
#include <span>

#include "sim/core/column.h"

namespace podsim {

/// A header of names, then a line per row. Reals are the shortest texts that read back exactly;
/// NaN, which stands for "has none", is an empty field. Columns have equal lengths.
void write_csv(std::ostream& out, std::span<const Column> columns);

}  // namespace podsim
