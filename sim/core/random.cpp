#include "sim/core/random.h"

#include <Random123/philox.h>

#include "sim/core/check.h"
#include "sim/core/wide.h"

namespace podsim {
namespace {

constexpr std::uint32_t low_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
constexpr std::uint32_t high_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}

/// Adds one byte to a FNV-1a hash.
constexpr std::uint64_t fnv_step(std::uint64_t hash, std::uint8_t byte) {
  return (hash ^ byte) * 0x100000001b3ULL;
}

}  // namespace

std::array<std::uint32_t, 4> philox_block(const std::array<std::uint32_t, 4>& counter,
                                          const std::array<std::uint32_t, 2>& key) {
  const philox4x32_ctr_t block{{counter[0], counter[1], counter[2], counter[3]}};
  const philox4x32_key_t with{{key[0], key[1]}};
  const philox4x32_ctr_t out = philox4x32_R(10, block, with);
  return {out.v[0], out.v[1], out.v[2], out.v[3]};
}

std::uint64_t hash_stream_name(std::string_view component, std::string_view purpose) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  const std::uint64_t length = component.size();
  for (int shift = 0; shift < 64; shift += 8) {
    hash = fnv_step(hash, static_cast<std::uint8_t>(length >> shift));
  }
  for (const char c : component) hash = fnv_step(hash, static_cast<std::uint8_t>(c));
  for (const char c : purpose) hash = fnv_step(hash, static_cast<std::uint8_t>(c));
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ULL;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebULL;
  return hash ^ (hash >> 31);
}

RandomStream::RandomStream(std::uint64_t seed, std::string_view component, std::string_view purpose)
    : seed_(seed), name_(hash_stream_name(component, purpose)) {}

void RandomStream::refill() {
  const std::uint64_t number = next_block_++;
  const auto words =
      philox_block({low_word(number), high_word(number), low_word(name_), high_word(name_)},
                   {low_word(seed_), high_word(seed_)});
  block_ = {words[0] | std::uint64_t{words[1]} << 32, words[2] | std::uint64_t{words[3]} << 32};
  unread_ = block_.size();
}

std::uint64_t RandomStream::below(std::uint64_t n) {
  SIM_CHECK(n > 0, "a draw from 0 numbers");
  // Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019): the high half
  // of a 128-bit product, drawn again for the few low halves that would favour some results.
  UInt128 product = UInt128{next_u64()} * n;
  if (static_cast<std::uint64_t>(product) < n) {
    const std::uint64_t threshold = (0 - n) % n;
    while (static_cast<std::uint64_t>(product) < threshold) product = UInt128{next_u64()} * n;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

}  // namespace podsim
