#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "cli/command.h"
#include "cli/session.h"
#include "sim/study/compare.h"

namespace podsim::cli {
namespace {

struct Options {
  std::string before;
  std::string after;
  OverrideOptions overrides;
  std::vector<std::string> tolerances;
  bool quiet = false;
};

bool is_scenario(const std::string& path) {
  return path.ends_with(".yaml") || path.ends_with(".yml");
}

ExitCode fail(const LoadedResult& loaded, const Diagnostics& diagnostics) {
  report(diagnostics);
  if (!loaded.error.empty()) fmt::print(stderr, "podsim: the run failed: {}\n", loaded.error);
  return loaded.exit;
}

ExitCode run(const Options& options) {
  Diagnostics diagnostics;
  std::vector<Tolerance> tolerances;
  for (const std::string& text : options.tolerances) {
    if (const auto tolerance = parse_tolerance(text, diagnostics)) tolerances.push_back(*tolerance);
  }
  const Overrides changed = options.overrides.parse(diagnostics);
  // With one scenario the overrides make the second side; with two files they apply to neither run
  // of a stored result and to both scenarios.
  const bool one = options.after.empty();
  if (one && changed.sets.empty() && !changed.seed) {
    diagnostics.error("E-CLI-005", {}, "compare needs a second result, or --set path=value",
                      "see podsim compare --help");
  }
  const bool changes = !changed.sets.empty() || changed.seed || !changed.trace.empty();
  if (changes && !is_scenario(options.before) && !is_scenario(options.after)) {
    diagnostics.error(
        "E-CLI-005", {},
        "a stored result cannot be changed: --set, --seed and --trace need a scenario",
        "compare two results, or a scenario (.yaml) with --set");
  }
  if (diagnostics.has_errors()) return report(diagnostics);
  const Overrides base = one ? Overrides{{}, changed.trace, {}} : changed;
  const auto progress = watch(options.quiet);
  LoadedResult before = load_result(options.before, base, progress.get(), diagnostics);
  if (!before.result) return fail(before, diagnostics);
  LoadedResult after =
      load_result(one ? options.before : options.after, changed, progress.get(), diagnostics);
  end_watch(options.quiet);
  if (!after.result) return fail(after, diagnostics);
  if (one) after.result->label += fmt::format(" with {}", fmt::join(changed.sets, ", "));
  const Comparison comparison = compare(*before.result, *after.result, tolerances);
  report(diagnostics);
  fmt::print("{}", comparison.text);
  return comparison.broken.empty() ? ExitCode::Done : ExitCode::GateBroken;
}

}  // namespace

Command compare_command() {
  const auto options = std::make_shared<Options>();
  Command command{"compare",
                  "Two results or scenarios, or one and a changed line, side by side",
                  {},
                  [options] { return run(*options); }};
  command.options.push_back(positional("A", "Result (HDF5) or scenario (YAML)", options->before));
  command.options.push_back(positional("B", "The other one", options->after, false));
  options->overrides.add_to(command.options);
  command.options.push_back(repeated(
      "--tolerance", "How far metrics may move: 1% or KEY=5%; exit 4 beyond", options->tolerances));
  command.options.push_back(flag("--quiet", "No progress", options->quiet));
  return command;
}

}  // namespace podsim::cli
