#include <fmt/format.h>

#include <memory>

#include "cli/command.h"
#include "cli/session.h"
#include "sim/study/gates.h"
#include "sim/study/totals.h"

namespace podsim::cli {
namespace {

struct Options {
  std::string scenario;
  OverrideOptions overrides;
};

Options& add_options(const std::shared_ptr<Options>& options, Command& command) {
  command.options.push_back(positional("SCENARIO", "Scenario file (YAML)", options->scenario));
  options->overrides.add_to(command.options);
  return *options;
}

ExitCode check(const Options& options) {
  Diagnostics diagnostics;
  LoadedScenario loaded =
      load_scenario(options.scenario, options.overrides.parse(diagnostics), diagnostics);
  (void)parse_gates(loaded.scenario.expect, loaded.document, diagnostics);
  const auto run = build_run(std::move(loaded), diagnostics);
  if (run) {
    check_demand(*run, diagnostics);
    fmt::print("{}", totals_text(*run));
  }
  return report(diagnostics);
}

ExitCode resolve(const Options& options) {
  Diagnostics diagnostics;
  const LoadedScenario loaded =
      load_scenario(options.scenario, options.overrides.parse(diagnostics), diagnostics);
  const std::string yaml = resolve_yaml(loaded.scenario, diagnostics);
  if (!diagnostics.has_errors()) fmt::print("{}", yaml);
  return report(diagnostics);
}

}  // namespace

Command check_command() {
  const auto options = std::make_shared<Options>();
  Command command{"check", "Validate a scenario and print derived totals", {}, [options] {
                    return check(*options);
                  }};
  add_options(options, command);
  return command;
}

Command resolve_command() {
  const auto options = std::make_shared<Options>();
  Command command{"resolve", "Print the complete effective scenario", {}, [options] {
                    return resolve(*options);
                  }};
  add_options(options, command);
  return command;
}

}  // namespace podsim::cli
