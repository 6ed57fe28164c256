// Longest job first, by the predicted run time.
#include "sim/policies/ordered_queue.h"
#include "sim/policies/registry.h"

namespace podsim {

PolicyEntry queue_ljf() {
  auto entry = registry_detail::entry<NoParams>(
      PolicyKind::Queue, "ljf", "Longest job first, by the predicted run time.", "");
  entry.queue = [](const Tree& params, const PolicyContext& /*context*/, Diagnostics& diagnostics) {
    (void)read_config<NoParams>(params, "ljf", diagnostics);
    return std::unique_ptr<QueuePolicy>(
        std::make_unique<OrderedQueue>([](const VisibleJobs& jobs, JobId job) -> std::int64_t {
          return -jobs.estimate(job).count();
        }));
  };
  entry.uses_estimates = true;
  return entry;
}

}  // namespace podsim
