#include "cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

#include "sim/core/units_text.h"

namespace podsim::cli {
namespace {

// The one mutable global of the program: a signal handler can reach nothing else.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> interrupt_requested{false};

void on_interrupt(int /*signal*/) {
  // A second Ctrl-C does not wait for the run to close its files.
  if (interrupt_requested.exchange(true)) std::_Exit(static_cast<int>(ExitCode::Interrupted));
}

bool shows_progress(bool quiet) {
  return !quiet && isatty(STDERR_FILENO) == 1 && std::getenv("CI") == nullptr;
}

}  // namespace

void OverrideOptions::add_to(std::vector<Option>& options) {
  options.push_back(repeated("--set", "Override a value: path=value (repeatable)", sets));
  options.push_back(text_option("--trace", "Trace file in place of the scenario's", trace));
  options.push_back(text_option("--seed", "Seed in place of the scenario's", seed));
}

Overrides OverrideOptions::parse(Diagnostics& diagnostics) const {
  Overrides overrides{sets, trace, {}};
  if (seed.empty()) return overrides;
  const auto value = parse_integer(seed);
  if (!value || *value < 0) {
    diagnostics.error("E-CLI-004", {},
                      fmt::format("--seed: '{}' is not a whole number from 0 on", seed),
                      "write decimal digits without a leading zero, up to 9223372036854775807");
  } else {
    overrides.seed = *value;
  }
  return overrides;
}

std::unique_ptr<TerminalProgress> watch(bool quiet) {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  TerminalProgress::Print print;
  if (shows_progress(quiet)) {
    print = [](const std::string& line) { fmt::print(stderr, "\r\x1b[K{}", line); };
  }
  return std::make_unique<TerminalProgress>(std::move(print), interrupt_requested);
}

void end_watch(bool quiet) {
  if (shows_progress(quiet)) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace podsim::cli
