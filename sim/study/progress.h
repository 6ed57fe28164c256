// Progress on a terminal, and Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

#include "sim/datacenter/sink.h"

namespace podsim {

/// Prints a line a few times a second and stops the run when `stop` is set.
class TerminalProgress final : public RunObserver {
 public:
  using Print = std::function<void(const std::string& line)>;

  /// `print` empty: no output, only the stop flag. `stop` outlives the observer.
  TerminalProgress(Print print, const std::atomic<bool>& stop);
  bool keep_going(const Progress& progress) override;

 private:
  Print print_;
  const std::atomic<bool>* stop_;
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::time_point next_;
};

/// "12 d 03:04:05 simulated, 1200 of 5000 jobs done, 3.2 M events/s, 4 s left".
std::string progress_line(const Progress& progress, double wall_s);

}  // namespace podsim
