#include "sim/workload/trace_report.h"

namespace podsim {

void TraceReport::note_row(const std::string& reason, const std::string& rule, RowFate fate,
                           std::uint32_t line) {
  DirtyRows* found = nullptr;
  for (DirtyRows& known : dirty) {
    if (known.reason == reason) found = &known;
  }
  if (found == nullptr) {
    dirty.push_back({reason, rule, fate, 0, {}});
    found = &dirty.back();
  }
  ++found->count;
  if (found->lines.size() < DirtyRows::kMaxLines) found->lines.push_back(line);
}

std::uint64_t TraceReport::count(const std::string& reason) const {
  for (const DirtyRows& known : dirty) {
    if (known.reason == reason) return known.count;
  }
  return 0;
}

}  // namespace podsim
