// Replays the recorded starts of a trace.
#include <algorithm>
#include <queue>
#include <vector>

#include "sim/policies/registry.h"

namespace podsim {
namespace {

struct Config {
  bool allow_overlap = false;
  static void describe(Schema<Config>& s) {
    s.name("replay");
    s.field("allow_overlap", &Config::allow_overlap)
        .doc(
            "Start a job at its recorded time even where the fleet is full; the excess is counted "
            "as "
            "over-capacity time. Without it the first such job ends the run.");
  }
};

class Replay final : public QueuePolicy {
 public:
  Replay(Config config, const PolicyContext& /*context*/) : config_(config) {}

  void job_waiting(const SchedulingView& view, JobId job) override {
    const SimTime start = view.jobs.recorded_start(job);
    if (start == kTimeNever) {
      unknown_.push_back(job);
    } else {
      starts_.push({start, job});
    }
  }

  void decide(const SchedulingView& view, Triggers triggers, Draft& draft) override {
    for (const JobId job : unknown_) draft.reject(job, "no-recorded-start");
    unknown_.clear();
    while (!starts_.empty()) {
      const auto [start, job] = starts_.top();
      if (start > view.now) {
        draft.wake_at(start);
        return;
      } else if (config_.allow_overlap) {
        draft.start_over_capacity(job);
      } else if (draft.start(job) == Verdict::DoesNotFit) {
        // Jobs without length that hold the place end within this instant: it is over when none
        // has.
        if (blocked_at_ != view.now || triggers.end) {
          blocked_at_ = view.now;
          draft.wake_at(view.now);
          return;
        }
        draft.fail_run(job, "does not fit at its recorded start; set policies.queue.allow_overlap");
        return;
      }
      starts_.pop();
    }
  }

 private:
  struct Start {
    SimTime time;
    JobId job;
    auto operator<=>(const Start&) const = default;
  };
  Config config_;
  std::vector<JobId> unknown_;
  std::priority_queue<Start, std::vector<Start>, std::greater<>> starts_;
  SimTime blocked_at_ = kTimeNever;  ///< when a start was last found to not fit
};

}  // namespace

PolicyEntry queue_replay() {
  return queue_entry<Replay, Config>("replay", "Starts every job at the time the trace recorded.",
                                     "");
}

}  // namespace podsim
