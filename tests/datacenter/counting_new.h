// Counts the allocations of this program while it is told to (tests/datacenter/counting_new.cpp).
#pragma once

#include <cstdint>

namespace podsim::mini {

/// Turns the counter on or off.
void count_allocations(bool on);
/// Allocations since the start of the program while the counter was on.
std::uint64_t allocations();

}  // namespace podsim::mini
