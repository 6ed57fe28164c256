#include "sim/study/compare.h"

#include <limits>

#include "tests/study/small.h"

using namespace podsim;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Tree text(const std::string& value) {
  return Tree::scalar(value);
}

/// A side with two metrics and the waits of its jobs.
ComparedResult side(const std::string& label, double mean, std::int64_t done,
                    std::vector<double> waits) {
  ComparedResult made;
  made.label = label;
  made.scenario = Tree::map({{"name", {}, text("x")},
                             {"policies", {}, Tree::map({{"queue", {}, text("fcfs")}})},
                             {"fleet", {}, Tree::sequence({text("4")})}});
  made.metrics.set("wall_s", mean * 7.0);  // noise, never shown
  made.metrics.set("jobs.completed", done);
  made.metrics.set("wait_s.mean", mean);
  made.jobs.push_back({"wait_s", "s", "", std::move(waits)});
  return made;
}

Tolerance tolerance(const std::string& written) {
  Diagnostics diagnostics;
  const auto parsed = parse_tolerance(written, diagnostics);
  REQUIRE_MESSAGE(parsed, diagnostics.to_string());
  return *parsed;
}

bool shows(const Comparison& comparison, const std::string& words) {
  return comparison.text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("compare: configuration, then metrics, then jobs") {
  const ComparedResult a = side("A.h5", 100.0, 10, {5.0, 5.0, kNone, 1.0, kNone});
  ComparedResult b = side("B.h5", 150.0, 10, {4.0, 7.0, 3.0, 1.0, kNone});
  b.scenario = Tree::map({{"name", {}, text("x")},
                          {"policies",
                           {},
                           Tree::map({{"queue",
                                       {},
                                       Tree::map({{"name", {}, text("replay")},
                                                  {"allow_overlap", {}, text("true")}})}})},
                          {"fleet", {}, Tree::sequence({text("5")})}});
  const Comparison comparison = compare(a, b, {});
  CHECK(comparison.text ==
        "A = A.h5\n"
        "B = B.h5\n"
        "\n"
        "configuration\n"
        "  fleet[0]                                    4 -> 5\n"
        "  policies.queue                              fcfs -> replay\n"
        "  policies.queue.allow_overlap                (absent) -> true\n"
        "\n"
        "metrics                                                    A               B     change\n"
        "  wait_s.mean                                            100             150    +50.00%\n"
        "\n"
        "jobs\n"
        // 5 to 4; 5 to 7; the third starts only in B; 1 to 1, and the last starts in neither.
        "  1 wait less, 1 wait longer, 1 start in only one of the two, 2 the same\n");
  CHECK(comparison.broken.empty());
}

TEST_CASE("compare: equal sides are the same") {
  const ComparedResult a = side("A.h5", 100.0, 10, {5.0});
  const Comparison comparison = compare(a, a, {tolerance("0")});
  CHECK(comparison.broken.empty());
  CHECK(shows(comparison, "configuration\n  the same\n"));
  CHECK_FALSE(shows(comparison, "wait_s.mean"));
}

TEST_CASE("compare: a metric beyond its tolerance breaks") {
  const ComparedResult a = side("A.h5", 100.0, 10, {});
  const auto broken = [&](const ComparedResult& b, const std::vector<std::string>& written) {
    std::vector<Tolerance> tolerances;
    for (const std::string& each : written) tolerances.push_back(tolerance(each));
    return compare(a, b, tolerances).broken;
  };
  const ComparedResult more = side("B", 150.0, 10, {});
  using Names = std::vector<std::string>;
  CHECK(broken(more, {"50%"}).empty());  // the bound itself is allowed
  CHECK(broken(more, {"0.49"}) == Names{"wait_s.mean"});
  CHECK(broken(side("B", 50.0, 10, {}), {"49%"}) == Names{"wait_s.mean"});  // in both directions
  CHECK(broken(more, {"1%", "wait_s.mean=60%"}).empty());  // the named one holds over that for all
  CHECK(broken(more, {"60%", "wait_s.mean=1%"}) == Names{"wait_s.mean"});
  CHECK(broken(side("B", 100.0, 9, {}), {"jobs.completed=0"}) == Names{"jobs.completed"});
  // What one side, or both, do not have cannot hold.
  CHECK(broken(side("B", 100.0, 10, {}), {"energy.it_kwh=5%"}) == Names{"energy.it_kwh"});
  ComparedResult with_energy = side("B", 100.0, 10, {});
  with_energy.metrics.set("energy.it_kwh", 1.0);
  CHECK(broken(with_energy, {"5%"}) == Names{"energy.it_kwh"});
  CHECK(broken(with_energy, {}).empty());
}

TEST_CASE("compare: a change from zero has no percentage, but breaks a tolerance") {
  const ComparedResult zero = side("A", 0.0, 10, {});
  const ComparedResult some = side("B", 3.0, 10, {});
  const Comparison comparison = compare(zero, some, {tolerance("wait_s.mean=50%")});
  CHECK(shows(comparison, "from 0!"));
  CHECK(comparison.broken == std::vector<std::string>{"wait_s.mean"});
  CHECK(shows(comparison, "BROKEN: wait_s.mean moved beyond its tolerance\n"));
  CHECK(shows(compare(some, zero, {}), "-100.00%"));
}

TEST_CASE("compare: tolerances that mean nothing are findings") {
  for (const char* written :
       {"", "x", "-1%", "5 %%", "wait_s.mean=", "wait.mean=5%", "wall_s=5%", "=5%"}) {
    CAPTURE(written);
    Diagnostics diagnostics;
    CHECK_FALSE(parse_tolerance(written, diagnostics));
    REQUIRE(diagnostics.errors() == 1);
    CHECK(diagnostics.findings().front().code == "E-CLI-003");
    CHECK_FALSE(diagnostics.findings().front().hint.empty());
  }
  CHECK(tolerance("2%").fraction == 0.02);
  CHECK(tolerance("0.02").fraction == 0.02);
  CHECK(tolerance("wait_s.p95=2%").path == "wait_s.p95");
}

TEST_CASE("compare: a stored result and the scenario that made it are the same") {
  const SmallScenario small;
  RunRequest request;
  request.scenario_path = small.path();
  request.out = small.file("result.h5");
  Diagnostics diagnostics;
  REQUIRE(run_scenario(request, diagnostics).exit == ExitCode::Done);
  const LoadedResult stored = load_result(request.out, {}, nullptr, diagnostics);
  const LoadedResult live = load_result(small.path(), {}, nullptr, diagnostics);
  REQUIRE_MESSAGE((stored.result && live.result), diagnostics.to_string());
  const Comparison comparison = compare(*stored.result, *live.result, {tolerance("0")});
  CHECK_MESSAGE(comparison.broken.empty(), comparison.text);
  CHECK(shows(comparison, "configuration\n  the same\n"));
  CHECK(shows(comparison, "3 the same"));
  const LoadedResult none = load_result(small.file("no.h5"), {}, nullptr, diagnostics);
  CHECK_FALSE(none.result);
  CHECK(none.exit == ExitCode::BadInput);
}

TEST_CASE("compare: the gates of B are judged, A is the baseline") {
  ComparedResult a = side("A.h5", 100.0, 10, {5.0});
  ComparedResult b = side("B.h5", 150.0, 10, {5.0});
  const Tree gates = Tree::sequence({text("wait_s.mean <= 120"), text("jobs.completed == 10")});
  b.scenario = Tree::map({{"expect", {}, gates}});
  const Comparison worse = compare(a, b, {});
  CHECK(shows(worse, "BROKEN wait_s.mean <= 120                              100             150"));
  CHECK(shows(worse, "ok     jobs.completed == 10"));
  CHECK(worse.broken == std::vector<std::string>{"wait_s.mean <= 120"});
  const Comparison better = compare(b, a, {});  // A has no gates
  CHECK(better.broken.empty());
  a.scenario = b.scenario;
  CHECK(compare(b, a, {}).broken.empty());
}
