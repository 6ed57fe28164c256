// How long until podsim answers? `podsim --version` and the quickstart scenario, many times.
//
//   bench_startup [PODSIM]     default: the podsim that was built beside this program
//
// Target: start-up under 30 ms. The program must end with 0 each time.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bench/common/measure.h"

extern char** environ;

namespace podsim::bench {
namespace {

struct Spent {
  double wall_ms = 0.0;
  double cpu_ms = 0.0;
  double rss_mb = 0.0;
  bool good = false;
};

double milliseconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) * 1e-3;
}

/// Runs the command with its output thrown away.
Spent spawn(std::vector<std::string> command) {
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  Spent spent;
  const double start = wall_seconds();
  pid_t child = 0;
  if (posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0) {
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    spent = {(wall_seconds() - start) * 1e3,
             milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
             static_cast<double>(usage.ru_maxrss) / 1024.0,
             WIFEXITED(status) && WEXITSTATUS(status) == 0};
  }
  posix_spawn_file_actions_destroy(&actions);
  return spent;
}

double measure(std::string_view name, const std::vector<std::string>& command, Verdict& verdict) {
  constexpr std::size_t kRepetitions = 100;
  std::vector<double> wall;
  std::vector<double> cpu;
  double rss = 0.0;
  bool good = spawn(command).good;  // brings the files into memory
  for (std::size_t i = 0; i < kRepetitions; ++i) {
    const Spent spent = spawn(command);
    good = good && spent.good;
    wall.push_back(spent.wall_ms);
    cpu.push_back(spent.cpu_ms);
    rss = spent.rss_mb;
  }
  verdict.check(good, fmt::format("{} did not end with 0", name));
  fmt::print("{:<26}{:>10.1f}{:>12.1f}{:>12.1f}{:>10.1f}\n", name, std::ranges::min(wall),
             median(wall), median(cpu), rss);
  return median(wall);
}

int run(const std::string& podsim) {
  Verdict verdict;
  fmt::print("{}, 100 times each\n{:<26}{:>10}{:>12}{:>12}{:>10}\n", podsim, "", "least ms",
             "median ms", "CPU ms", "MB");
  const double version = measure("podsim --version", {podsim, "--version"}, verdict);
  measure("podsim run quickstart", {podsim, "run", PODSIM_SOURCE_DIR "/scenarios/quickstart.yaml"},
          verdict);
  Verdict::target("start-up:", version, 30.0, "ms");
  return verdict.exit_code();
}

}  // namespace
}  // namespace podsim::bench

int main(int argc, char** argv) {
  const auto beside = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "podsim";
  return podsim::bench::run(argc > 1 ? argv[1] : beside.string());
}
