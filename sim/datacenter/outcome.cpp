#include "sim/datacenter/outcome.h"

namespace podsim {

std::string_view state_name(JobState state) {
  switch (state) {
    case JobState::NotSubmitted:
      return "not-submitted";
    case JobState::Waiting:
      return "waiting";
    case JobState::Running:
      return "running";
    case JobState::Completed:
      return "completed";
    case JobState::Failed:
      return "failed";
    case JobState::Rejected:
      return "rejected";
  }
  return "unknown";
}

}  // namespace podsim
