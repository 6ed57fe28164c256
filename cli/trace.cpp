#include <fmt/format.h>

#include <memory>

#include "cli/command.h"
#include "cli/session.h"
#include "sim/study/output.h"

namespace podsim::cli {
namespace {

struct Options {
  std::string action;
  std::string file;
  std::string trace_format = "auto";
  std::string columns;
  std::string fleet;
  std::vector<std::string> sets;
  std::string format = "table";
  std::string out;
};

ExitCode trace(const Options& options) {
  Diagnostics diagnostics;
  const TraceQuery query{options.file, options.trace_format, options.columns, options.fleet,
                         options.sets};
  const bool scenario = options.file.ends_with(".yaml") || options.file.ends_with(".yml");
  if (!options.sets.empty() && !scenario && options.fleet.empty()) {
    diagnostics.error("E-CLI-005", {}, "--set needs a scenario: there is none to change",
                      "give --fleet SCENARIO, or a scenario (.yaml) in place of the trace");
    return report(diagnostics);
  }
  if (options.action == "convert") {
    const std::string csv = convert_to_csv(query, diagnostics);
    if (!diagnostics.has_errors() && options.out.empty()) fmt::print("{}", csv);
    if (!diagnostics.has_errors() && !options.out.empty())
      write_output(options.out, csv, diagnostics);
    return report(diagnostics);
  }
  const TraceInfo info = inspect_trace(query, diagnostics);
  const std::string& text = options.format == "json" ? info.json : info.text;
  if (!diagnostics.has_errors() && options.out.empty()) fmt::print("{}", text);
  if (!diagnostics.has_errors() && !options.out.empty())
    write_output(options.out, text, diagnostics);
  return report(diagnostics);
}

}  // namespace

Command trace_command() {
  const auto options = std::make_shared<Options>();
  Command command{"trace", "What is in a trace; traces as podsim CSV", {}, [options] {
                    return trace(*options);
                  }};
  Option action = positional("ACTION", "info, or convert to podsim CSV", options->action);
  action.choices = {"info", "convert"};
  command.options.push_back(action);
  command.options.push_back(
      positional("FILE", "Trace file, or a scenario for its workload", options->file));
  command.options.push_back(
      text_option("--trace-format", "Format; auto: by content", options->trace_format));
  command.options.push_back(text_option(
      "--columns", "Columns of a podsim CSV without header, joined by commas", options->columns));
  command.options.push_back(
      text_option("--fleet", "Scenario whose fleet the demand is held against", options->fleet));
  command.options.push_back(repeated("--set", "Override a value of that scenario", options->sets));
  command.options.push_back(text_option("--out", "File to write (default: stdout)", options->out));
  command.options.push_back(
      choice_option("--format", "table or json", options->format, {"table", "json"}));
  return command;
}

}  // namespace podsim::cli
