#include "sim/core/sums.h"

#include <doctest/doctest.h>

#include "sim/core/check.h"

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

TEST_CASE("sums: accelerator time is exact beyond 64 bits and 53 bits") {
  // 100,000 accelerators for 100 years: 1e8 milli * 3.1536e18 ns = 3.1536e26, plus 1.
  MilliTime time;
  time.add(100'000'000, std::chrono::hours{24 * 365 * 100});
  time.add(1, Duration{1});
  CHECK(time.to_string() == "315360000000000000000000001");
  CHECK(time - MilliTime::of(1, Duration{1}) ==
        MilliTime::of(100'000'000, std::chrono::hours{24 * 365 * 100}));
  // 1e5 accelerators * 876,000 h.
  CHECK(time.accelerator_hours() == 8.76e10);
}

TEST_CASE("sums: hours of fractions") {
  // 500 milli for 90 minutes: 0.75 h.
  CHECK(MilliTime::of(500, std::chrono::minutes{90}).accelerator_hours() == 0.75);
  CHECK(MilliTime::of(1, Duration{36}).accelerator_hours() ==
        doctest::Approx(1e-14).epsilon(1e-15));
  CHECK(MilliTime{}.accelerator_hours() == 0.0);
  CHECK(MilliTime{}.to_string() == "0");
}

TEST_CASE("sums: accelerator time compares by all its bits") {
  const MilliTime low{UInt128{5}};
  const MilliTime high{UInt128{1} << 64};
  CHECK(low < high);
  CHECK(high + low > high);
  CHECK(high == MilliTime{UInt128{1} << 64});
}

TEST_CASE("sums: accelerator time neither goes below zero nor overflows") {
  MilliTime time{UInt128{5}};
  CHECK_THROWS_AS(time -= MilliTime{UInt128{6}}, InvariantError);
  CHECK_THROWS_AS(time.add(1, Duration{-1}), InvariantError);
  MilliTime large{(UInt128{1} << 127) - 1};
  CHECK_THROWS_AS(large += MilliTime{UInt128{1}}, InvariantError);
}
