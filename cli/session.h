// Terminal manners that commands share: progress, interruption, overrides.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "sim/study/progress.h"

namespace podsim::cli {

/// The options that lay something over a scenario.
struct OverrideOptions {
  std::vector<std::string> sets;
  std::string trace;
  std::string seed;

  void add_to(std::vector<Option>& options);
  /// Parsed; a malformed seed is a finding.
  Overrides parse(Diagnostics& diagnostics) const;
};

/// Installs the Ctrl-C handler once and reports progress on stderr when it is a terminal.
std::unique_ptr<TerminalProgress> watch(bool quiet);
/// Clears the progress line.
void end_watch(bool quiet);

}  // namespace podsim::cli
