#include "sim/policies/registry.h"

#include <fmt/format.h>

namespace podsim {

void QueuePolicy::job_waiting(const SchedulingView& /*view*/, JobId /*job*/) {}
void RuntimePredictor::job_ended(JobId /*job*/, Duration /*runtime*/) {}

std::string_view kind_name(PolicyKind kind) {
  switch (kind) {
    case PolicyKind::Queue:
      return "queue";
    case PolicyKind::Placement:
      return "placement";
    case PolicyKind::Predictor:
      return "predictor";
  }
  return "unknown";
}

const PolicyEntry* find_policy(PolicyKind kind, const Choice& choice, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const PolicyEntry& entry : builtin_policies()) {
    if (entry.kind != kind) continue;
    if (entry.name == choice.name) return &entry;
    names.push_back(entry.name);
  }
  diagnostics.error("E-CFG-007", choice.mark,
                    fmt::format("there is no {} policy '{}'", kind_name(kind), choice.name),
                    suggest(choice.name, names));
  return nullptr;
}

}  // namespace podsim
