#include "sim/core/wide.h"

#include <doctest/doctest.h>

#include <limits>

using namespace podsim;

TEST_CASE("wide: products of 64-bit numbers are exact") {
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  // (-2^63)^2 = 2^126 = 85070591730234615865843651857942052864.
  CHECK(to_string(wide_product(kMin, kMin)) == "85070591730234615865843651857942052864");
  CHECK(to_string(wide_product(kMin, 1)) == "-9223372036854775808");
  CHECK(to_string(wide_product(0, kMin)) == "0");
}

TEST_CASE("wide: the ends print") {
  // 2^127 - 1, and its negative less one, which has no positive counterpart.
  const auto most = static_cast<Int128>(~UInt128{0} >> 1);
  CHECK(to_string(most) == "170141183460469231731687303715884105727");
  CHECK(to_string(-most - 1) == "-170141183460469231731687303715884105728");
  CHECK(to_double(wide_product(1LL << 62, 4)) == 0x1.0p64);
}
