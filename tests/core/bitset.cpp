#include "sim/core/bitset.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace podsim;

TEST_CASE("bitset: next member across words and levels") {
  // 300,000 bits: 4,688 words, 74 words above them, 2 above those, 1 on top.
  HierarchicalBitset set(300'000);
  CHECK(set.empty());
  set.insert(5);
  set.insert(299'999);
  CHECK(set.next(0) == 5);
  CHECK(set.next(5) == 5);
  CHECK(set.next(6) == 299'999);
  set.erase(299'999);
  CHECK(set.next(6) == HierarchicalBitset::kNone);
  CHECK(set.next(300'000) == HierarchicalBitset::kNone);
}

TEST_CASE("bitset: ranges, counts and gaps") {
  HierarchicalBitset set(200);
  set.insert_range(60, 130);
  CHECK(set.count(0, 200) == 70);
  CHECK(set.count(64, 128) == 64);
  CHECK(set.count(61, 62) == 1);
  CHECK(set.count(10, 10) == 0);
  CHECK(set.next_gap(0, 200) == 0);
  CHECK(set.next_gap(60, 200) == 130);
  set.erase_range(64, 129);
  CHECK(set.next(64) == 129);
  CHECK(set.count(0, 200) == 5);  // 60..63 and 129
  set.insert_range(0, 200);
  CHECK(set.next_gap(0, 200) == 200);
  set.erase_range(0, 200);
  CHECK(set.empty());
}

TEST_CASE("bitset: agrees with a plain vector over random ranges") {
  // Sizes around the words of each level; ranges from single members to all of them.
  std::mt19937_64 random(7);
  const auto below = [&](std::uint64_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  for (const std::uint32_t size : {1U, 63U, 64U, 65U, 4'095U, 4'097U, 20'000U}) {
    CAPTURE(size);
    HierarchicalBitset set(size);
    std::vector<bool> plain(size);
    for (int step = 0; step < 400; ++step) {
      const std::uint32_t first = below(size);
      const std::uint32_t last = first + 1 + below(size - first);
      const bool value = random() % 2 == 0;
      value ? set.insert_range(first, last) : set.erase_range(first, last);
      std::fill(plain.begin() + first, plain.begin() + last, value);
      const std::uint32_t from = below(size);
      const std::uint32_t limit = from + 1 + below(size - from);
      const auto at = [&](std::uint32_t end, bool wanted) {
        const auto found = std::find(plain.begin() + from, plain.begin() + end, wanted);
        return static_cast<std::uint32_t>(found - plain.begin());
      };
      const std::uint32_t next = at(size, true);
      REQUIRE(set.next(from) == (next == size ? HierarchicalBitset::kNone : next));
      REQUIRE(set.next_gap(from, limit) == at(limit, false));
      REQUIRE(set.contains_range(from, limit) == (at(limit, false) == limit));
      const auto members = std::count(plain.begin() + from, plain.begin() + limit, true);
      REQUIRE(set.count(from, limit) == members);
    }
  }
}
