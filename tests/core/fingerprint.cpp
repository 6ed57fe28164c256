#include "sim/core/fingerprint.h"

#include <doctest/doctest.h>

using namespace podsim;

namespace {

template <class... Ingredients>
std::uint64_t hash(Ingredients... ingredients) {
  Fingerprint fingerprint;
  (fingerprint.mix(ingredients), ...);
  return fingerprint.value();
}

}  // namespace

TEST_CASE("fingerprint: the first numbers of splitmix64") {
  CHECK(Fingerprint{}.value() == 0);
  // mix(0) on state 0 is one step of splitmix64 seeded with 0, whose first output is published.
  CHECK(hash(std::uint64_t{0}) == 0xe220a8397b1dcdafULL);
}

TEST_CASE("fingerprint: order, number and value of the ingredients matter") {
  const std::uint64_t a = 1;
  const std::uint64_t b = 2;
  CHECK(hash(a, b) != hash(b, a));
  CHECK(hash(a) != hash(a, a));
  CHECK(hash(a, b) == hash(a, b));
}

TEST_CASE("fingerprint: an integer counts by its value, not its width") {
  CHECK(hash(std::uint32_t{5}) == hash(std::uint64_t{5}));
  CHECK(hash(std::int64_t{-1}) == hash(~std::uint64_t{0}));
}
