// The same estimate for every job.
#include "sim/policies/registry.h"

namespace podsim {
namespace {

struct Config {
  Duration value = std::chrono::hours(1);
  static void describe(Schema<Config>& s) {
    s.name("constant");
    s.field("value", &Config::value).at_least(Duration{1}).doc("The estimate.");
  }
};

class Constant final : public RuntimePredictor {
 public:
  Constant(Config config, const PolicyContext& /*context*/) : config_(config) {}
  Duration estimate(JobId /*job*/) override { return config_.value; }

 private:
  Config config_;
};

}  // namespace

PolicyEntry predictor_constant() {
  return predictor_entry<Constant, Config>("constant", "The same estimate for every job.", "");
}

}  // namespace podsim
