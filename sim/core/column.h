// One column of a result table.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace podsim {

using ColumnData =
    std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>>;

struct Column {
  std::string name;
  std::string unit;  ///< UDUNITS spelling ("s", "1", ""); empty for texts and ids
  std::string doc;   ///< long_name
  ColumnData data;
};

}  // namespace podsim
