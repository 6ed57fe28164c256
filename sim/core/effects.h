// What subsystems tell the datacenter: values, executed by the datacenter alone.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "sim/core/ids.h"

namespace podsim {

struct JobArrived {
  JobId job;
};

struct JobEnded {
  enum class Reason : std::uint8_t { Done, WallTime };
  JobId job;
  Reason reason = Reason::Done;
};

using Effect = std::variant<JobArrived, JobEnded>;
using Effects = std::vector<Effect>;

}  // namespace podsim
