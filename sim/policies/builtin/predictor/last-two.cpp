// The mean of the last two run times of the same user.
#include <algorithm>
#include <numeric>
#include <vector>

#include "sim/policies/registry.h"

namespace podsim {
namespace {

struct Config {
  Duration fallback = std::chrono::hours(24);
  static void describe(Schema<Config>& s) {
    s.name("last-two");
    s.field("fallback", &Config::fallback)
        .at_least(Duration{1})
        .doc("The estimate for a user's first job when it has no requested time either.");
  }
};

class LastTwo final : public RuntimePredictor {
 public:
  LastTwo(Config config, const PolicyContext& context)
      : config_(config), jobs_(context.jobs), history_(context.jobs->users().size()) {}

  Duration estimate(JobId job) override {
    const Job& facts = (*jobs_)[job];
    const History& history = history_[facts.user.index()];
    const Duration limit = facts.requested == kNoDuration ? kForever : facts.requested;
    if (history.seen == 0) return limit == kForever ? config_.fallback : limit;
    Duration mean = history.last;
    if (history.seen > 1)
      mean = Duration{std::midpoint(history.before.count(), history.last.count())};
    return std::clamp(mean, Duration{1}, std::max(limit, Duration{1}));
  }

  void job_ended(JobId job, Duration runtime) override {
    History& history = history_[(*jobs_)[job].user.index()];
    history = {runtime, history.last, std::min(history.seen + 1, 2)};
  }

 private:
  struct History {
    Duration last{};
    Duration before{};
    int seen = 0;
  };
  Config config_;
  const JobTable* jobs_;
  std::vector<History> history_;
};

}  // namespace

PolicyEntry predictor_last_two() {
  return predictor_entry<LastTwo, Config>(
      "last-two", "The mean of the user's last two run times, at most the requested time.",
      "Tsafrir, Etsion and Feitelson, IEEE TPDS 18(6), 2007");
}

}  // namespace podsim
