// The user's own limit.
#include "sim/policies/registry.h"

namespace podsim {
namespace {

struct Config {
  Duration fallback = std::chrono::hours(24);
  static void describe(Schema<Config>& s) {
    s.name("requested");
    s.field("fallback", &Config::fallback)
        .at_least(Duration{1})
        .doc("The estimate for a job whose trace row has no requested time.");
  }
};

class Requested final : public RuntimePredictor {
 public:
  Requested(Config config, const PolicyContext& context) : config_(config), jobs_(context.jobs) {}

  Duration estimate(JobId job) override {
    const Duration requested = (*jobs_)[job].requested;
    return requested == kNoDuration ? config_.fallback : requested;
  }

 private:
  Config config_;
  const JobTable* jobs_;
};

}  // namespace

PolicyEntry predictor_requested() {
  return predictor_entry<Requested, Config>("requested", "The time that the user requested.", "");
}

}  // namespace podsim
