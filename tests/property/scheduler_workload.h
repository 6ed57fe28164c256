// Random gangs for scheduling properties: small whole numbers, so that times coincide and queues
// form.
#pragma once

#include <rapidcheck.h>

#include <vector>

#include "tests/datacenter/mini.h"

namespace podsim::mini {

inline constexpr std::uint32_t kDevices = 8;

/// Up to 30 gangs of 1 to 8 devices, 0 to 15 s long, over 40 s.
inline std::vector<Job> any_gangs() {
  const auto count = *rc::gen::inRange(0, 31);
  std::vector<Job> jobs;
  for (int i = 0; i < count; ++i) {
    const auto arrival = *rc::gen::inRange(0, 40);
    const auto runtime = *rc::gen::inRange(0, 16);
    const auto devices = *rc::gen::inRange(1U, kDevices + 1);
    jobs.push_back(job(arrival, runtime, devices));
  }
  return jobs;
}

/// One node of kDevices; estimates are exact.
inline Case any_case(std::string queue) {
  return one_node(kDevices, any_gangs(), std::move(queue));
}

}  // namespace podsim::mini
