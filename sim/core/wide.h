// 128-bit integers for exact integrals: milli-accelerators x nanoseconds, nanowatts x nanoseconds.
#pragma once

#include <cstdint>
#include <string>

namespace podsim {

// Only a typedef may carry __extension__, which keeps -Wpedantic quiet.
__extension__ typedef __int128 Int128;            // NOLINT(modernize-use-using)
__extension__ typedef unsigned __int128 UInt128;  // NOLINT(modernize-use-using)

/// a * b without overflow.
constexpr Int128 wide_product(std::int64_t a, std::int64_t b) {
  return Int128{a} * Int128{b};
}

/// The nearest double.
constexpr double to_double(Int128 value) {
  return static_cast<double>(value);
}

/// Decimal digits.
std::string to_string(Int128 value);

}  // namespace podsim
