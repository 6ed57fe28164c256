#include "sim/core/fingerprint.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace podsim;

namespace {

template <class... Ingredients>
std::uint64_t hash(Ingredients... ingredients) {
  Fingerprint fingerprint;
  (fingerprint.mix(ingredients), ...);
  return fingerprint.value();
}

}  // namespace

TEST_CASE("fingerprint: without ingredients it is the first number of splitmix64") {
  // Seeded with 0, splitmix64 first finalises its increment; the number is published.
  CHECK(Fingerprint{}.value() == 0xe220a8397b1dcdafULL);
}

TEST_CASE("fingerprint: order, number and value of the ingredients matter") {
  const std::uint64_t a = 1;
  const std::uint64_t b = 2;
  CHECK(hash(a, b) != hash(b, a));
  CHECK(hash(a) != hash(a, a));
  CHECK(hash(a, b) == hash(a, b));
}

TEST_CASE("fingerprint: no two of a million short inputs collide") {
  // 2^20 hashes of 64 bits: a chance collision has probability 2^40 / 2^65.
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t a = 0; a < 1024; ++a) {
    for (std::uint64_t b = 0; b < 1024; ++b) hashes.push_back(hash(a, b << 32U));
  }
  std::ranges::sort(hashes);
  CHECK(std::ranges::adjacent_find(hashes) == hashes.end());
}

TEST_CASE("fingerprint: two halves, or a signed number, are one ingredient") {
  Fingerprint pair;
  pair.mix(std::uint32_t{1}, std::uint32_t{5});
  CHECK(pair.value() == hash((std::uint64_t{1} << 32U) + 5));
  CHECK(hash(std::int64_t{-1}) == hash(~std::uint64_t{0}));
}
