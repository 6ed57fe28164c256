#include "sim/core/diagnostics.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

using namespace podsim;

namespace {

const auto kFile = std::make_shared<const std::string>("pod.yaml");

std::string nearest(std::string_view name, std::vector<std::string> candidates) {
  return nearest_name(name, candidates);
}

}  // namespace

TEST_CASE("diagnostics: format gives what is known of the place") {
  CHECK(format({Severity::Error, "E-CFG-001", {kFile, 4, 9}, "wrong", "do right"}) ==
        "pod.yaml:4:9: error[E-CFG-001]: wrong; do right");
  CHECK(format({Severity::Warning, "W-1", {kFile, 4, 0}, "odd", ""}) ==
        "pod.yaml:4: warning[W-1]: odd");
  CHECK(format({Severity::Error, "E-1", {kFile, 0, 0}, "wrong", ""}) ==
        "pod.yaml: error[E-1]: wrong");
  CHECK(format({Severity::Error, "E-1", {}, "wrong", ""}) == "error[E-1]: wrong");
}

TEST_CASE("diagnostics: all are counted, the first hundred kept in order") {
  Diagnostics diagnostics;
  CHECK_FALSE(diagnostics.has_errors());
  diagnostics.warning("W-1", {}, "odd");
  CHECK_FALSE(diagnostics.has_errors());
  for (int i = 0; i < 150; ++i) diagnostics.error("E-1", {}, std::to_string(i));
  CHECK(diagnostics.errors() == 150);
  CHECK(diagnostics.warnings() == 1);
  REQUIRE(diagnostics.findings().size() == Diagnostics::kMaxKept);
  CHECK(diagnostics.findings()[0].code == "W-1");
  CHECK(diagnostics.findings()[99].message == "98");
  // 151 findings, 100 kept.
  CHECK(diagnostics.to_string().ends_with("... and 51 more findings\n"));
}

TEST_CASE("diagnostics: the nearest name is at most three edits and half of the longer name away") {
  CHECK(nearest("bandwith", {"latency", "bandwidth"}) == "bandwidth");  // one letter lost
  CHECK(nearest("seed", {"seed"}) == "seed");
  CHECK(nearest("abcdefgh", {"abcdexyz"}) == "abcdexyz");  // 3 edits of 8
  CHECK(nearest("abcdefgh", {"abcdwxyz"}).empty());        // 4 edits
  CHECK(nearest("abcd", {"abxy"}) == "abxy");              // 2 edits of 4: just half
  CHECK(nearest("abc", {"axy"}).empty());                  // 2 edits of 3: more than half
  CHECK(nearest("abcd", {"abce", "abcf"}) == "abce");      // a tie: the first
  CHECK(nearest("abcd", {"abxd", "abcd"}) == "abcd");      // the nearer one, though later
  CHECK(nearest("x", {}).empty());
  CHECK(nearest("", {"ab"}).empty());
}

TEST_CASE("diagnostics: suggestions list what is valid when nothing is near") {
  const std::vector<std::string> names{"replay", "easy"};
  CHECK(suggest("repay", names) == "did you mean 'replay'?");
  CHECK(suggest("backfill", names) == "valid: replay, easy");
  CHECK(suggest("x", {}).empty());
}
