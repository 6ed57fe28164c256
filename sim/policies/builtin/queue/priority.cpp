// Highest priority first, then arrival.
#include "sim/policies/ordered_queue.h"
#include "sim/policies/registry.h"

namespace podsim {

PolicyEntry queue_priority() {
  auto entry = registry_detail::entry<NoParams>(PolicyKind::Queue, "priority",
                                                "Highest priority first, then arrival.", "");
  entry.queue = [](const Tree& params, const PolicyContext& /*context*/, Diagnostics& diagnostics) {
    (void)read_config<NoParams>(params, "priority", diagnostics);
    return std::unique_ptr<QueuePolicy>(
        std::make_unique<OrderedQueue>([](const VisibleJobs& jobs, JobId job) -> std::int64_t {
          return -std::int64_t{jobs.priority(job)};
        }));
  };
  entry.uses_estimates = false;
  return entry;
}

}  // namespace podsim
