#include <fmt/format.h>

#include <csignal>
#include <exception>

#include "cli/command.h"

int main(int argc, char** argv) {
  using namespace podsim::cli;
  // A result beyond the shell's file size limit is a finding with its reason, not a killed process.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    std::vector<Command> commands;
    commands.push_back(run_command());
    commands.push_back(check_command());
    commands.push_back(resolve_command());
    commands.push_back(compare_command());
    commands.push_back(trace_command());
    commands.push_back(export_command());
    commands.push_back(list_command());
    commands.push_back(explain_command());
    commands.push_back(schema_command());
    return static_cast<int>(dispatch(commands, argc, argv));
  } catch (const std::exception& unexpected) {
    // An escape to here is a defect of podsim, or the machine ran out of something.
    std::fputs("podsim: internal error: ", stderr);
    std::fputs(unexpected.what(), stderr);
    std::fputs("\n", stderr);
    return static_cast<int>(podsim::ExitCode::RunFailed);
  }
}
