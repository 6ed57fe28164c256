// The true run time.
#include "sim/policies/registry.h"

namespace podsim {
namespace {

class Oracle final : public RuntimePredictor {
 public:
  Oracle(NoParams /*config*/, const PolicyContext& context) : jobs_(context.jobs) {}

  Duration estimate(JobId job) override { return (*jobs_)[job].runtime; }

 private:
  const JobTable* jobs_;
};

}  // namespace

PolicyEntry predictor_oracle() {
  return predictor_entry<Oracle, NoParams>(
      "oracle", "The true run time, which no real scheduler knows: an upper bound.", "");
}

}  // namespace podsim
