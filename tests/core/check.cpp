#include "sim/core/check.h"

#include <doctest/doctest.h>

#include <string>

using namespace podsim;

TEST_CASE("check: a true condition costs nothing and evaluates no message") {
  int evaluated = 0;
  SIM_CHECK(1 + 1 == 2, "evaluated {}", ++evaluated);
  CHECK(evaluated == 0);
}

TEST_CASE("check: a false condition names itself, its place and its values") {
  const int free = 3;
  std::string message;
  try {
    SIM_CHECK(free == 4, "free {} against {}", free, 4);
  } catch (const InvariantError& error) {
    message = error.what();
  }
  CHECK(message.find("free == 4") != std::string::npos);
  CHECK(message.find("free 3 against 4") != std::string::npos);
  CHECK(message.find("check.cpp:") != std::string::npos);
}
