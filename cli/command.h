// One subcommand a file: an option struct, a way to register it, a way to run it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/core/diagnostics.h"
#include "sim/study/run.h"

namespace podsim::cli {

/// What the parser fills in for one subcommand. Only parser.cpp knows the parser library.
struct Option {
  enum class Kind { Positional, Flag, Text, Repeated };
  Kind kind = Kind::Text;
  std::string name;  ///< "--out", or "SCENARIO" for a positional
  std::string doc;
  bool required = false;
  std::string* text = nullptr;
  bool* flag = nullptr;
  std::vector<std::string>* list = nullptr;
  std::vector<std::string> choices;
};

struct Command {
  std::string name;
  std::string doc;
  std::vector<Option> options;
  std::function<ExitCode()> run;
};

/// Parses and runs; usage errors print the nearest valid word and give BadInput.
ExitCode dispatch(std::vector<Command>& commands, int argc, const char* const* argv);

Option positional(std::string name, std::string doc, std::string& target, bool required = true);
Option text_option(std::string name, std::string doc, std::string& target);
Option choice_option(std::string name, std::string doc, std::string& target,
                     std::vector<std::string> choices);
Option repeated(std::string name, std::string doc, std::vector<std::string>& target);
Option flag(std::string name, std::string doc, bool& target);

/// Prints findings on stderr; BadInput when there is an error.
ExitCode report(const Diagnostics& diagnostics);

Command run_command();
Command check_command();
Command resolve_command();
Command trace_command();
Command list_command();
Command explain_command();
Command schema_command();
Command compare_command();
Command export_command();

}  // namespace podsim::cli
