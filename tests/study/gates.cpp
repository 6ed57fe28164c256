#include "sim/study/gates.h"

#include "tests/study/small.h"

using namespace podsim;

namespace {

GateResult judged(const std::string& text, const MetricList& metrics) {
  Diagnostics diagnostics;
  const auto gates = parse_gates({text}, Tree(), diagnostics);
  REQUIRE_MESSAGE(gates.size() == 1, diagnostics.to_string());
  return judge(gates, metrics).front();
}

bool refused(const std::string& text, const std::string& code) {
  Diagnostics diagnostics;
  const bool none = parse_gates({text}, Tree(), diagnostics).empty();
  return none && diagnostics.errors() == 1 && diagnostics.findings().front().code == code;
}

}  // namespace

TEST_CASE("gates: each comparison, below, at and above the bound") {
  struct Row {
    const char* op;
    bool below, at, above;
  };
  const Row rows[] = {{"<", true, false, false},
                      {"<=", true, true, false},
                      {">", false, false, true},
                      {">=", false, true, true},
                      {"==", false, true, false}};
  const std::pair<double, int> values[] = {{4.5, 0}, {5.0, 1}, {5.5, 2}};
  for (const Row& row : rows) {
    for (const auto& [value, which] : values) {
      MetricList metrics;
      metrics.set("wait_s.mean", value);
      const GateResult result = judged(std::string("wait_s.mean ") + row.op + " 5", metrics);
      CAPTURE(row.op);
      CAPTURE(value);
      CHECK(result.passed == (which == 0 ? row.below : which == 1 ? row.at : row.above));
      CHECK(result.value == value);
    }
  }
}

TEST_CASE("gates: a whole number is compared as a number, blanks do not count") {
  MetricList metrics;
  metrics.set("jobs.completed", std::int64_t{1500});
  CHECK(judged("jobs.completed == 1500", metrics).passed);
  CHECK(judged("  jobs.completed   >=  1.5e3 ", metrics).passed);
}

TEST_CASE("gates: a metric that this run does not have breaks its gate and has no value") {
  MetricList metrics;
  metrics.set("wait_s.mean", 1.0);
  const GateResult result = judged("wait_s.median <= 10", metrics);
  CHECK_FALSE(result.passed);
  CHECK_FALSE(result.value.has_value());
  CHECK(result.hint.find("this run has no 'wait_s.median'") != std::string::npos);
  RunSummary summary;
  summary.gates = {result};
  CHECK_FALSE(summary.gates_passed());
  const Tree tree = summary_tree(summary);
  CHECK(tree.at("gates[0].value") == nullptr);  // absent, not null
  CHECK(tree.at("gates[0].passed")->text() == "false");
}

TEST_CASE("gates: what is no gate is a finding") {
  for (const char* text :
       {"", "wait_s.mean", "wait_s.mean <=", "wait_s.mean <= x", "wait_s.mean<=3",
        "wait_s.mean = 3", "wait_s.mean != 3", "wait_s.mean <= 5 s", "5 >= wait_s.mean",
        "wait_s.mean <= nan", "wait_s.mean <= inf", "wait_s.mean <= 0x10"}) {
    CAPTURE(text);
    CHECK(refused(text, "E-CFG-014"));
  }
  CHECK(refused("wait.mean <= 5", "E-CFG-008"));
  CHECK(refused("notes.interrupted == 1", "E-CFG-008"));  // no number
}

TEST_CASE("gates: exit 4 for a broken one, with the result kept") {
  const SmallScenario small("expect: [jobs.completed == 2, jobs.failed == 0]\n");
  RunRequest request;
  request.scenario_path = small.path();
  request.out = small.file("result.h5");
  Diagnostics diagnostics;
  const RunOutcome outcome = run_scenario(request, diagnostics);
  CHECK(outcome.exit == ExitCode::GateBroken);
  REQUIRE(outcome.summary.gates.size() == 2);
  CHECK(outcome.summary.gates[0].passed);
  CHECK_FALSE(outcome.summary.gates[1].passed);
  CHECK(outcome.summary.gates[1].value == 1.0);
  CHECK(std::filesystem::exists(request.out));
}
