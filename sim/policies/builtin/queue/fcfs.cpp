// First come, first served: jobs start in the order (arrival, file row).
#include "sim/policies/registry.h"

namespace podsim {
namespace {

struct Config {
  bool skip_blocked = false;
  static void describe(Schema<Config>& s) {
    s.name("fcfs");
    s.field("skip_blocked", &Config::skip_blocked)
        .doc("Pass over a job that does not fit and try the ones behind it, without reservations.");
  }
};

class Fcfs final : public QueuePolicy {
 public:
  Fcfs(Config config, const PolicyContext& /*context*/) : config_(config) {}

  void decide(const SchedulingView& view, Triggers /*triggers*/, Draft& draft) override {
    JobId job = view.waiting.front();
    while (job.valid()) {
      const JobId next = view.waiting.after(job);
      if (draft.start(job) != Verdict::Started && !config_.skip_blocked) return;
      job = next;
    }
  }

 private:
  Config config_;
};

}  // namespace

PolicyEntry queue_fcfs() {
  return queue_entry<Fcfs, Config>(
      "fcfs", "First come, first served; a job that does not fit holds back those behind it.", "");
}

}  // namespace podsim
