#include "sim/core/metrics.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "sim/core/check.h"

using namespace podsim;

TEST_CASE("metrics: values keep their order and type") {
  MetricList list;
  list.set("jobs", std::int64_t{3});
  list.set("wait_s.p95", 1.5);
  list.set("policy", std::string("easy"));
  CHECK(list.number("jobs") == 3.0);
  CHECK(list.number("wait_s.p95") == 1.5);
  CHECK_FALSE(list.number("policy").has_value());
  CHECK_FALSE(list.number("absent").has_value());
  CHECK(list.find("absent") == nullptr);
  CHECK(list.numeric_paths() == std::vector<std::string>{"jobs", "wait_s.p95"});
  CHECK(list.entries()[2].path == "policy");
}

TEST_CASE("metrics: a path is set once, to a finite value") {
  MetricList list;
  list.set("a", 1.0);
  CHECK_THROWS_AS(list.set("a", 2.0), InvariantError);
  CHECK_THROWS_AS(list.set("b", std::numeric_limits<double>::quiet_NaN()), InvariantError);
}
