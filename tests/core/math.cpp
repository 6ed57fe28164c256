#include "sim/core/math.h"

#include <doctest/doctest.h>

#include <limits>

using namespace podsim;

TEST_CASE("math: whole numbers nearby") {
  CHECK(math::ceil(1.25) == 2.0);
  CHECK(math::floor(-1.25) == -2.0);
  CHECK(math::round(2.5) == 3.0);  // halves away from zero
  CHECK(math::round(-2.5) == -3.0);
  CHECK(math::abs(-2.5) == 2.5);
}

TEST_CASE("math: exact where the result is a double") {
  CHECK(math::sqrt(2.25) == 1.5);
  CHECK(math::pow(2.0, 10.0) == 1024.0);
  CHECK(math::log(1.0) == 0.0);
  CHECK(math::exp(0.0) == 1.0);
  CHECK(math::sin(0.0) == 0.0);
  CHECK(math::cos(0.0) == 1.0);
}

TEST_CASE("math: log1p and expm1 keep small arguments") {
  // log(1+x) = x - x^2/2 + ...: 1e-20 - 5e-41, where 1 + 1e-20 itself rounds to 1.
  CHECK(math::log1p(1e-20) == 1e-20);
  CHECK(math::expm1(1e-20) == 1e-20);
}

TEST_CASE("math: finite") {
  CHECK(math::is_finite(std::numeric_limits<double>::max()));
  CHECK_FALSE(math::is_finite(std::numeric_limits<double>::infinity()));
  CHECK_FALSE(math::is_finite(std::numeric_limits<double>::quiet_NaN()));
}
