#include "sim/core/sums.h"

#include <doctest/doctest.h>

using namespace podsim;

TEST_CASE("sums: a compensated sum keeps what plain addition drops") {
  CompensatedSum sum;
  sum += 1.0;
  sum += 1e100;  // plain: the 1 is gone
  sum += 1.0;
  sum += -1e100;
  CHECK(sum.value() == 2.0);
}

TEST_CASE("sums: a million tenths") {
  // The double nearest to 0.1 is too large by 5.55e-18; over 10^6 terms that is 5.6e-12, below half
  // a unit in the last place of 10^5 (7.3e-12). Plain addition is off by 1e-6.
  CompensatedSum sum;
  for (int i = 0; i < 1'000'000; ++i) sum += 0.1;
  CHECK(sum.value() == 100'000.0);
}

TEST_CASE("sums: two sums join with both rests") {
  CompensatedSum a(1.0);
  a += 1e100;
  CompensatedSum b(1.0);
  b += -1e100;
  a += b;
  CHECK(a.value() == 2.0);
}
