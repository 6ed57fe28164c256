#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "cli/command.h"
#include "sim/study/version.h"

namespace podsim::cli {
namespace {

void add_option(CLI::App& app, const Option& option) {
  CLI::Option* made = nullptr;
  switch (option.kind) {
    case Option::Kind::Positional:
    case Option::Kind::Text:
      made = app.add_option(option.name, *option.text, option.doc);
      break;
    case Option::Kind::Repeated:
      made = app.add_option(option.name, *option.list, option.doc)
                 ->type_size(1)
                 ->allow_extra_args(false);
      break;
    case Option::Kind::Flag:
      made = app.add_flag(option.name, *option.flag, option.doc);
      break;
  }
  if (option.required) made->required();
  if (option.choices.empty()) return;
  const std::vector<std::string> choices = option.choices;
  made->check(
      [choices](const std::string& given) {
        for (const std::string& choice : choices) {
          if (choice == given) return std::string();
        }
        return fmt::format("'{}' is not a choice; {}", given, suggest(given, choices));
      },
      fmt::format("{{{}}}", fmt::join(choices, ",")));
}

std::vector<std::string> command_names(const std::vector<Command>& commands) {
  std::vector<std::string> names;
  for (const Command& command : commands) names.push_back(command.name);
  return names;
}

/// The first word that is neither a known command nor a known option, with its nearest neighbour.
std::string hint_for(const std::vector<Command>& commands, int argc, const char* const* argv) {
  if (argc < 2) {
    return fmt::format("commands: {}; see podsim --help", fmt::join(command_names(commands), ", "));
  }
  const std::string word = argv[1];
  const Command* chosen = nullptr;
  for (const Command& command : commands) {
    if (command.name == word) chosen = &command;
  }
  if (chosen == nullptr) {
    const std::vector<std::string> names = command_names(commands);
    if (word.starts_with('-')) {
      const std::vector<std::string> options{"--help", "--version"};
      return fmt::format("'{}' is not an option of podsim; {}", word, suggest(word, options));
    }
    return fmt::format("'{}' is not a command; {}", word, suggest(word, names));
  }
  std::vector<std::string> options{"--help"};
  for (const Option& option : chosen->options) {
    if (option.name.starts_with("--")) options.push_back(option.name);
  }
  for (int i = 2; i < argc; ++i) {
    const std::string full = argv[i];
    const std::string name = full.substr(0, full.find('='));
    if (!name.starts_with("--")) continue;
    bool known = false;
    for (const std::string& option : options) known = known || option == name;
    if (!known)
      return fmt::format("'{}' is not an option of {}; {}", name, word, suggest(name, options));
  }
  return fmt::format("see podsim {} --help", word);
}

}  // namespace

Option positional(std::string name, std::string doc, std::string& target, bool required) {
  Option option;
  option.kind = Option::Kind::Positional;
  option.name = std::move(name);
  option.doc = std::move(doc);
  option.required = required;
  option.text = &target;
  return option;
}

Option text_option(std::string name, std::string doc, std::string& target) {
  Option option;
  option.name = std::move(name);
  option.doc = std::move(doc);
  option.text = &target;
  return option;
}

Option choice_option(std::string name, std::string doc, std::string& target,
                     std::vector<std::string> choices) {
  Option option = text_option(std::move(name), std::move(doc), target);
  option.choices = std::move(choices);
  return option;
}

Option repeated(std::string name, std::string doc, std::vector<std::string>& target) {
  Option option;
  option.kind = Option::Kind::Repeated;
  option.name = std::move(name);
  option.doc = std::move(doc);
  option.list = &target;
  return option;
}

Option flag(std::string name, std::string doc, bool& target) {
  Option option;
  option.kind = Option::Kind::Flag;
  option.name = std::move(name);
  option.doc = std::move(doc);
  option.flag = &target;
  return option;
}

ExitCode report(const Diagnostics& diagnostics) {
  fmt::print(stderr, "{}", diagnostics.to_string());
  return diagnostics.has_errors() ? ExitCode::BadInput : ExitCode::Done;
}

ExitCode dispatch(std::vector<Command>& commands, int argc, const char* const* argv) {
  CLI::App app("podsim: a discrete-event simulator of AI datacenters", "podsim");
  app.set_version_flag("--version", version() + " (" + revision() + ")");
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, 2 wrong input, 3 the run failed, 4 a gate broke, 130 interrupted.");
  for (const Command& command : commands) {
    CLI::App* sub = app.add_subcommand(command.name, command.doc);
    for (const Option& option : command.options) add_option(*sub, option);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return static_cast<ExitCode>(app.exit(success));
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "podsim: {}\n{}\n", error.what(), hint_for(commands, argc, argv));
    return ExitCode::BadInput;
  }
  for (const Command& command : commands) {
    if (app.got_subcommand(command.name)) return command.run();
  }
  return ExitCode::BadInput;
}

}  // namespace podsim::cli
