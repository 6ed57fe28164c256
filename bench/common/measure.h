// What a benchmark measures and how it reports: CPU time, memory, checks and targets.
#pragma once

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace podsim::bench {

/// CPU seconds of this process: what a shared machine disturbs least.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

inline double wall_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Bytes in memory now, what the heap keeps for reuse included.
inline std::int64_t resident_bytes() {
  std::int64_t pages = 0;
  std::int64_t resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

/// The most since reset_peak_bytes(), or since the start where the kernel does not reset it.
inline std::int64_t peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib * 1024;
  }
  return 0;
}

/// Gives back what was freed and forgets the peak so far.
inline void reset_peak_bytes() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
}

/// Collects what a benchmark found. A wrong result fails it; a missed target is printed only, since
/// the machine may be busy.
class Verdict {
 public:
  void check(bool right, std::string_view what) {
    if (right) return;
    wrong_ = true;
    fmt::print("WRONG: {}\n", what);
  }
  static void target(std::string_view what, double value, double limit, std::string_view unit) {
    fmt::print("target: {} {:.3g} {}, at most {:g}: {}\n", what, value, unit, limit,
               value <= limit ? "met" : "MISSED");
  }
  /// For main().
  [[nodiscard]] int exit_code() const {
    fmt::print("{}\n", wrong_ ? "results: WRONG" : "results: as expected");
    return wrong_ ? 1 : 0;
  }

 private:
  bool wrong_ = false;
};

}  // namespace podsim::bench
