// Every scenario fixture beside this file: what it is made to break is found, at its line and
// column, in one try, and nothing else is. NAME.expect holds "CODE LINE:COLUMN" for each finding.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>
#include <string>

#include "sim/study/build.h"
#include "sim/study/gates.h"
#include "sim/study/run.h"
#include "tests/bad_input/fixtures.h"

namespace podsim {
namespace {

/// What `podsim check` and `podsim run` do before anything runs.
bool builds(const std::string& path, Diagnostics& diagnostics, const Overrides& overrides = {}) {
  LoadedScenario loaded = load_scenario(path, overrides, diagnostics);
  (void)parse_gates(loaded.scenario.expect, loaded.document, diagnostics);
  return build_run(std::move(loaded), diagnostics) != nullptr;
}

}  // namespace

TEST_CASE("every bad scenario is found at its place") {
  const auto paths = fixtures({"scenario_"});
  CHECK(paths.size() > 45);
  for (const std::string& path : paths) {
    if (path.ends_with(".cpp")) continue;
    CAPTURE(path);
    Diagnostics diagnostics;
    const bool built = builds(path, diagnostics);
    CHECK_MESSAGE(found_findings(diagnostics) == expected_findings(path), diagnostics.to_string());
    CHECK(built == !diagnostics.has_errors());  // a warning does not stop a run
  }
}

TEST_CASE("a bad scenario is not run: exit 2, and nothing is written") {
  const TempFolder folder("bad-scenario");
  for (const std::string& path : fixtures({"scenario_"})) {
    if (path.ends_with(".cpp")) continue;
    Diagnostics found;
    if (builds(path, found)) continue;
    CAPTURE(path);
    RunRequest request;
    request.scenario_path = path;
    request.out = folder.file("result.h5");
    Diagnostics diagnostics;
    const RunOutcome outcome = run_scenario(request, diagnostics);
    CHECK(outcome.exit == ExitCode::BadInput);
    CHECK(outcome.summary.metrics.entries().empty());
    CHECK(!std::filesystem::exists(request.out));
    CHECK(diagnostics.to_string() == found.to_string());  // the same as `podsim check`
  }
}

// A message says what was expected, or names the nearest valid word.
TEST_CASE("every finding of a scenario has its file, a message and an expectation") {
  std::set<std::string> codes;
  for (const std::string& path : fixtures({"scenario_"})) {
    if (path.ends_with(".cpp")) continue;
    Diagnostics diagnostics;
    (void)builds(path, diagnostics);
    for (const Diagnostic& finding : diagnostics.findings()) {
      CAPTURE(format(finding));
      codes.insert(finding.code);
      CHECK(finding.mark.file);
      CHECK(!finding.message.empty());
      const bool says_what = finding.message.find("expected") != std::string::npos;
      CHECK((says_what || !finding.hint.empty()));
      if (finding.code == "E-CFG-002" || finding.code == "E-CFG-006" ||
          finding.code == "E-CFG-007") {
        const bool names =
            finding.hint.starts_with("did you mean '") || finding.hint.starts_with("valid: ");
        CHECK(names);
      }
    }
  }
  for (const char* code :
       {"E-CFG-002", "E-CFG-003", "E-CFG-004", "E-CFG-005", "E-CFG-006", "E-CFG-007", "E-CFG-008",
        "E-CFG-009", "E-CFG-010", "E-CFG-011", "E-CFG-012", "E-CFG-013", "E-CFG-014", "E-IO-001",
        "E-IO-011", "E-YML-003", "E-YML-007", "E-YML-008", "W-CFG-003"}) {
    CHECK_MESSAGE(codes.contains(code), code);
  }
}

TEST_CASE("the nearest name stands in the message") {
  const auto hint = [](const char* name) {
    Diagnostics diagnostics;
    (void)builds(test_file(std::string("bad_input/scenario_") + name + ".yaml"), diagnostics);
    REQUIRE(!diagnostics.findings().empty());
    return diagnostics.findings().back().hint;
  };
  CHECK(hint("unknown_key_top") == "did you mean 'policies'?");
  CHECK(hint("unknown_key_list_element") == "did you mean 'accelerator'?");
  CHECK(hint("unknown_key_parameter") == "did you mean 'swing'?");
  CHECK(hint("node_model") == "did you mean 'dgx-h100'?");
  CHECK(hint("policies") == "did you mean 'poisson'?");
  CHECK(hint("inventory_kind") == "did you mean 'V100M32'?");
  CHECK(hint("constraint_kind") == "did you mean 'h100-sxm'?");
  CHECK(hint("gate_metric") == "did you mean 'jobs.completed'?");
  CHECK(hint("trace_file").ends_with("bad_input/parts/clock.csv'?"));
  CHECK(hint("inventory_file").ends_with("bad_input/parts/nodes.csv'?"));
}

TEST_CASE("overrides are marked with their option") {
  const std::string path = std::string(PODSIM_SOURCE_DIR) + "/scenarios/quickstart.yaml";
  const auto finding = [&](Overrides overrides) {
    Diagnostics diagnostics;
    CHECK(!builds(path, diagnostics, overrides));
    REQUIRE(diagnostics.findings().size() == 1);
    return diagnostics.findings().front();
  };
  const auto place = [](const Diagnostic& found) {
    return fmt::format("{} {}:{}:{}", found.code, *found.mark.file, found.mark.line,
                       found.mark.column);
  };
  CHECK(place(finding({{"plant.pue=1.1", "polices.queue=fcfs"}, {}, {}})) ==
        "E-CFG-002 --set #2:1:1");
  CHECK(place(finding({{"policies.queue={name: fcfs, skip: true}"}, {}, {}})) ==
        "E-CFG-002 --set #1:1:14");
  CHECK(place(finding({{"fleet.superpods[3].nodes=5"}, {}, {}})) == "E-CFG-020 --set #1:1:1");
  CHECK(place(finding({{"fleet.superpods.nodes=5"}, {}, {}})) == "E-CFG-021 --set #1:1:1");
  CHECK(place(finding({{"fleet.superpods[x].nodes=5"}, {}, {}})) == "E-CFG-022 --set #1:1:1");
  CHECK(place(finding({{"run.until"}, {}, {}})) == "E-CLI-001 --set #1:1:1");
  CHECK(place(finding({{"=5"}, {}, {}})) == "E-CLI-001 --set #1:1:1");
  CHECK(place(finding({{"run.until={"}, {}, {}})).starts_with("E-YML-001 --set #1:1:"));
  CHECK(place(finding({{}, "no/such/trace.csv", {}})) == "E-IO-001 --trace:0:0");
}

TEST_CASE("null, or nothing, takes a key back to its default") {
  const std::string path = std::string(PODSIM_SOURCE_DIR) + "/scenarios/quickstart.yaml";
  Diagnostics diagnostics;
  const LoadedScenario loaded = load_scenario(
      path, {{"policies.queue=null", "run.start=", "plant=~", "run.warmup=null"}, {}, {}},
      diagnostics);
  CHECK_MESSAGE(!diagnostics.has_errors(), diagnostics.to_string());
  CHECK(loaded.scenario.policies.queue.name == "fcfs");
  CHECK(loaded.scenario.run.start.empty());
  CHECK(loaded.scenario.run.warmup == Duration{0});
  CHECK(!loaded.scenario.plant);
}

TEST_CASE("ten megabytes of brackets are refused at once") {
  const TempFolder folder("brackets");
  const std::string path = folder.file("deep.yaml");
  std::ofstream(path) << "fleet: " << std::string(10'000'000, '[');
  Diagnostics diagnostics;
  const auto began = std::chrono::steady_clock::now();
  CHECK(!builds(path, diagnostics));
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(5));
  REQUIRE(diagnostics.findings().size() == 1);
  CHECK(diagnostics.findings().front().code == "E-YML-009");
}

}  // namespace podsim
