#include "sim/study/progress.h"

#include <fmt/format.h>

#include <utility>

namespace podsim {

TerminalProgress::TerminalProgress(Print print, const std::atomic<bool>& stop)
    : print_(std::move(print)),
      stop_(&stop),
      began_(std::chrono::steady_clock::now()),
      next_(began_ + std::chrono::milliseconds(500)) {}

bool TerminalProgress::keep_going(const Progress& progress) {
  if (stop_->load(std::memory_order_relaxed)) return false;
  const auto now = std::chrono::steady_clock::now();
  if (!print_ || now < next_) return true;
  next_ = now + std::chrono::milliseconds(250);
  const std::chrono::duration<double> wall = now - began_;
  print_(progress_line(progress, wall.count()));
  return true;
}

std::string progress_line(const Progress& progress, double wall_s) {
  const double rate = static_cast<double>(progress.events) / wall_s;
  std::string left;
  if (progress.jobs_done > 0 && progress.jobs_done < progress.jobs_total) {
    const double share = static_cast<double>(progress.jobs_total - progress.jobs_done) /
                         static_cast<double>(progress.jobs_done);
    left = fmt::format(", about {:.0f} s left", wall_s * share);
  }
  return fmt::format("{} simulated, {} of {} jobs done, {} waiting, {:.3g} M events/s{}",
                     format_duration(progress.now.time_since_epoch()), progress.jobs_done,
                     progress.jobs_total, progress.jobs_waiting, rate * 1e-6, left);
}

}  // namespace podsim
