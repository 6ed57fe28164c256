#include "sim/core/random.h"

#include <doctest/doctest.h>

#include <array>

#include "sim/core/check.h"

using namespace podsim;

namespace {
using Words = std::array<std::uint32_t, 4>;
constexpr std::uint32_t kOnes = 0xffffffffU;
}  // namespace

TEST_CASE("random: the known answers of Random123 for philox4x32-10") {
  // kat_vectors of Random123 1.14: zeros, ones, and the digits of pi.
  CHECK(philox_block({0, 0, 0, 0}, {0, 0}) ==
        Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox_block({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}) ==
        Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox_block({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("random: a stream reads its blocks in order, low words first") {
  constexpr std::uint64_t kSeed = 0x0123456789abcdefULL;
  RandomStream stream(kSeed, "node 17", "time to failure");
  const std::uint64_t name = hash_stream_name("node 17", "time to failure");
  for (std::uint32_t block = 0; block < 3; ++block) {
    const Words words = philox_block(
        {block, 0, static_cast<std::uint32_t>(name), static_cast<std::uint32_t>(name >> 32)},
        {0x89abcdef, 0x01234567});
    CHECK(stream.next_u64() == (words[0] | std::uint64_t{words[1]} << 32));
    CHECK(stream.next_u64() == (words[2] | std::uint64_t{words[3]} << 32));
  }
}

TEST_CASE("random: streams depend on each of their names and on nothing else") {
  const auto first = [](std::uint64_t seed, std::string_view component, std::string_view purpose) {
    return RandomStream(seed, component, purpose).next_u64();
  };
  const std::uint64_t reference = first(1, "a", "b");
  CHECK(first(1, "a", "b") == reference);
  CHECK(first(2, "a", "b") != reference);
  CHECK(first(1, "c", "b") != reference);
  CHECK(first(1, "a", "c") != reference);
  CHECK(first(1, "b", "a") != reference);
  CHECK(first(1, "ab", "") != reference);
  CHECK(hash_stream_name("ab", "c") != hash_stream_name("a", "bc"));
}

TEST_CASE("random: the hash of names is FNV-1a with the length in front, then splitmix64") {
  // Of two empty names: eight zero bytes multiply the offset basis by the prime eight times.
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (int i = 0; i < 8; ++i) hash *= 0x100000001b3ULL;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ULL;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebULL;
  CHECK(hash_stream_name("", "") == (hash ^ (hash >> 31)));
}

TEST_CASE("random: a copy goes on alike") {
  RandomStream stream(1, "a", "b");
  stream.next_u64();
  RandomStream copy = stream;
  CHECK(copy.next_u64() == stream.next_u64());
  CHECK(copy.next_u64() == stream.next_u64());
}

TEST_CASE("random: uniform is in [0, 1) with mean 1/2 and variance 1/12") {
  RandomStream stream(1, "test", "uniform");
  constexpr int kDraws = 20'000;
  double sum = 0.0;
  double squares = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    const double u = stream.uniform();
    REQUIRE(u >= 0.0);
    REQUIRE(u < 1.0);
    sum += u;
    squares += (u - 0.5) * (u - 0.5);
  }
  // Standard errors: sqrt(1/12/n) = 0.00204; of the variance sqrt((1/80 - 1/144)/n) = 0.00053.
  CHECK(sum / kDraws == doctest::Approx(0.5).epsilon(5 * 0.00204 / 0.5));
  CHECK(squares / kDraws == doctest::Approx(1.0 / 12).epsilon(5 * 0.00053 * 12));
}

TEST_CASE("random: below is uniform over small ranges") {
  RandomStream stream(1, "test", "below");
  std::array<int, 6> counts{};
  for (int i = 0; i < 12'000; ++i) ++counts[stream.below(6)];
  // 2000 each; standard deviation sqrt(12000 * 1/6 * 5/6) = 40.8.
  for (const int count : counts) CHECK(doctest::Approx(2000).epsilon(5 * 40.8 / 2000) == count);
}

TEST_CASE("random: below has no bias where 64 bits do not divide") {
  // 3 * 2^62: a plain product would give a third of the numbers twice the weight. Each of the
  // three parts of 2^62 must get 1/3 of the draws: 1000 +- 5 * sqrt(3000 * 1/3 * 2/3) = 129.
  RandomStream stream(1, "test", "bias");
  std::array<int, 3> counts{};
  constexpr std::uint64_t kPart = std::uint64_t{1} << 62;
  for (int i = 0; i < 3000; ++i) ++counts[stream.below(3 * kPart) / kPart];
  for (const int count : counts) CHECK(doctest::Approx(1000).epsilon(0.129) == count);
}

TEST_CASE("random: below at its ends") {
  RandomStream stream(1, "test", "ends");
  CHECK(stream.below(1) == 0);
  CHECK(stream.below(~std::uint64_t{0}) < ~std::uint64_t{0});
  CHECK_THROWS_AS(stream.below(0), InvariantError);
}
