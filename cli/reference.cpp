#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "cli/command.h"
#include "sim/study/output.h"
#include "sim/study/reference.h"

namespace podsim::cli {

Command list_command() {
  const auto topic = std::make_shared<std::string>();
  Command command{
      "list", "What exists: policies, accelerators, nodes, metrics, traces", {}, [topic] {
        if (topic->empty()) {
          for (const std::string& name : list_topics()) {
            fmt::print("{}\n{}\n", name, *list_text(name));
          }
          return ExitCode::Done;
        }
        if (const auto text = list_text(*topic)) {
          fmt::print("{}", *text);
          return ExitCode::Done;
        }
        Diagnostics diagnostics;
        diagnostics.error("E-CLI-002", {}, fmt::format("there is no list of '{}'", *topic),
                          suggest(*topic, list_topics()));
        return report(diagnostics);
      }};
  command.options.push_back(positional("TOPIC", "One of them; all when left out", *topic, false));
  return command;
}

Command explain_command() {
  const auto name = std::make_shared<std::string>();
  Command command{
      "explain", "Explain a policy, a catalog entry, a scenario key or a metric", {}, [name] {
        Diagnostics diagnostics;
        if (const auto text = explain_text(*name, diagnostics)) fmt::print("{}", *text);
        return report(diagnostics);
      }};
  command.options.push_back(positional("NAME", "What to explain", *name));
  return command;
}

Command schema_command() {
  return {"schema", "JSON Schema of the scenario file, for editors", {}, [] {
            fmt::print("{}", json_text(scenario_json_schema()));
            return ExitCode::Done;
          }};
}

}  // namespace podsim::cli
