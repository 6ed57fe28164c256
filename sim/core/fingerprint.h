// A 64-bit hash over chosen integer ingredients (times, ids, decisions), the same for every
// compiler, worker count and observer.
#pragma once

#include <cstdint>

namespace podsim {

class Fingerprint {
 public:
  void mix(std::uint64_t ingredient) {
    // The finaliser of splitmix64 over a running sum: order matters, every bit spreads.
    state_ = (state_ ^ ingredient) + 0x9e3779b97f4a7c15ULL;
    state_ = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9ULL;
    state_ = (state_ ^ (state_ >> 27)) * 0x94d049bb133111ebULL;
    state_ ^= state_ >> 31;
  }
  void mix(std::int64_t ingredient) { mix(static_cast<std::uint64_t>(ingredient)); }
  void mix(std::uint32_t ingredient) { mix(std::uint64_t{ingredient}); }

  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace podsim
