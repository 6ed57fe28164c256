// A 64-bit hash over chosen integer ingredients (times, ids, decisions), the same for every
// compiler, worker count and observer.
#pragma once

#include <cstdint>

namespace podsim {

class Fingerprint {
 public:
  /// Each step is a bijection of the state, so that order, number and value count; the step is
  /// short because a run takes it several times a job.
  void mix(std::uint64_t ingredient) {
    state_ = (state_ ^ ingredient) * 0xbf58476d1ce4e5b9ULL + kSeed;
    state_ ^= state_ >> 32;
  }
  void mix(std::int64_t ingredient) { mix(static_cast<std::uint64_t>(ingredient)); }
  void mix(std::uint32_t high, std::uint32_t low) { mix((std::uint64_t{high} << 32) | low); }

  /// The state behind the finaliser of splitmix64, which spreads every bit.
  [[nodiscard]] std::uint64_t value() const {
    std::uint64_t hash = state_;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ULL;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebULL;
    return hash ^ (hash >> 31);
  }

 private:
  static constexpr std::uint64_t kSeed = 0x9e3779b97f4a7c15ULL;  // 2^64 / golden ratio
  std::uint64_t state_ = kSeed;
};

}  // namespace podsim
