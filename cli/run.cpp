#include <fmt/format.h>

#include <memory>

#include "cli/command.h"
#include "cli/session.h"
#include "sim/study/output.h"

namespace podsim::cli {
namespace {

struct Options {
  std::string scenario;
  OverrideOptions overrides;
  std::string out;
  std::string format = "table";
  bool quiet = false;
};

ExitCode run(const Options& options) {
  Diagnostics diagnostics;
  RunRequest request;
  request.scenario_path = options.scenario;
  request.overrides = options.overrides.parse(diagnostics);
  request.out = options.out;
  const auto progress = watch(options.quiet);
  request.observer = progress.get();
  const RunOutcome outcome = run_scenario(request, diagnostics);
  end_watch(options.quiet);
  report(diagnostics);
  if (!outcome.error.empty()) fmt::print(stderr, "podsim: the run failed: {}\n", outcome.error);
  if (outcome.summary.metrics.entries().empty()) return outcome.exit;
  if (options.format == "json") {
    fmt::print("{}", json_text(summary_tree(outcome.summary)));
  } else if (!options.quiet) {
    fmt::print("{}", summary_text(outcome.summary));
  }
  if (outcome.exit == ExitCode::Interrupted)
    fmt::print(stderr, "podsim: interrupted; results up to here\n");
  if (outcome.exit == ExitCode::GateBroken)
    fmt::print(stderr, "podsim: a gate of the scenario broke\n");
  return outcome.exit;
}

}  // namespace

Command run_command() {
  const auto options = std::make_shared<Options>();
  Command command{
      "run", "Simulate a scenario and print its summary", {}, [options] { return run(*options); }};
  command.options.push_back(positional("SCENARIO", "Scenario file (YAML)", options->scenario));
  options->overrides.add_to(command.options);
  command.options.push_back(text_option("--out", "Write results to this HDF5 file", options->out));
  command.options.push_back(choice_option("--format", "Summary on stdout: table or json",
                                          options->format, {"table", "json"}));
  command.options.push_back(flag("--quiet", "No table and no progress", options->quiet));
  return command;
}

}  // namespace podsim::cli
