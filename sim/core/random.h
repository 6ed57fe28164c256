// Random numbers that depend on names, not on order: each stream is a function of (seed,
// component, purpose) alone, so one more rack, or one more draw elsewhere, moves no other stream.
//
// Generator: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11).
// The key is the seed; the upper half of the counter is a hash of the names, the lower half counts
// blocks of 128 bits. Streams of different seeds therefore never coincide; two names under one
// seed coincide with probability 2^-64.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace podsim {

/// Ten rounds of Philox4x32: the block with number `counter` under `key`, lowest words first.
std::array<std::uint32_t, 4> philox_block(const std::array<std::uint32_t, 4>& counter,
                                          const std::array<std::uint32_t, 2>& key);

/// FNV-1a over the length of `component` (8 bytes, lowest first), `component` and `purpose`, then
/// the finaliser of splitmix64. The length keeps ("ab", "c") apart from ("a", "bc").
std::uint64_t hash_stream_name(std::string_view component, std::string_view purpose);

/// An endless sequence of random numbers; copying it forks it, and both go on alike.
class RandomStream {
 public:
  /// `component` names who draws ("node 17"), `purpose` what for ("time to failure").
  RandomStream(std::uint64_t seed, std::string_view component, std::string_view purpose);

  /// Uniform over all 64-bit numbers.
  std::uint64_t next_u64() {
    if (unread_ == 0) refill();
    return block_[block_.size() - unread_--];
  }
  /// Uniform over the multiples of 2^-53 in [0, 1).
  double uniform() { return static_cast<double>(next_u64() >> 11) * 0x1.0p-53; }
  /// Uniform over 0 .. n-1, without bias; usually one draw. Precondition: n > 0.
  std::uint64_t below(std::uint64_t n);

 private:
  void refill();

  std::uint64_t seed_;
  std::uint64_t name_;
  std::uint64_t next_block_ = 0;
  std::array<std::uint64_t, 2> block_{};
  std::size_t unread_ = 0;
};

}  // namespace podsim
