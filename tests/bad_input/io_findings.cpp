// Every fixture of sim/io beside this file: what it is made to break is found, at its line and
// column, and nothing else is. NAME.expect holds "CODE LINE:COLUMN" for each finding, in order.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sim/io/inventory.h"
#include "sim/io/trace.h"
#include "sim/io/yaml.h"
#include "tests/bad_input/fixtures.h"

namespace podsim {
namespace {

std::vector<std::string> fixtures() {
  return podsim::fixtures({"E-YML-", "E-TRC-", "E-IO-"});
}

void read_fixture(const std::string& path, Diagnostics& diagnostics) {
  if (path.ends_with(".yaml")) {
    (void)load_yaml(path, diagnostics);
  } else if (path.find("nodes") != std::string::npos) {
    (void)read_inventory(path, diagnostics);
  } else {
    (void)read_trace(path, {}, diagnostics);
  }
}

}  // namespace

TEST_CASE("every bad input of sim/io is found at its place") {
  const auto paths = fixtures();
  CHECK(paths.size() > 40);
  for (const std::string& path : paths) {
    CAPTURE(path);
    Diagnostics diagnostics;
    read_fixture(path, diagnostics);
    CHECK_MESSAGE(found_findings(diagnostics) == expected_findings(path), diagnostics.to_string());
  }
}

TEST_CASE("every finding of sim/io has a message, and is an error unless it says otherwise") {
  for (const std::string& path : fixtures()) {
    CAPTURE(path);
    Diagnostics diagnostics;
    read_fixture(path, diagnostics);
    for (const Diagnostic& finding : diagnostics.findings()) {
      CHECK(!finding.message.empty());
      CHECK(finding.mark.file);
      const bool warns = finding.code == "E-TRC-017" || finding.code == "E-TRC-020";
      CHECK((finding.severity == Severity::Warning) == warns);
    }
  }
}

}  // namespace podsim
