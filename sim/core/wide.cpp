#include "sim/core/wide.h"

#include <algorithm>

namespace podsim {

std::string to_string(Int128 value) {
  if (value == 0) return "0";
  const bool negative = value < 0;
  std::string digits;
  while (value != 0) {
    const int digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    value /= 10;
  }
  if (negative) digits += '-';
  std::ranges::reverse(digits);
  return digits;
}

}  // namespace podsim
