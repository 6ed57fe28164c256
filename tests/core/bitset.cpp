#include "sim/core/bitset.h"

#include <doctest/doctest.h>

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
  CHECK(set.next_gap(0) == 0);
  CHECK(set.next_gap(60) == 130);
  set.erase_range(64, 129);
  CHECK(set.next(64) == 129);
  CHECK(set.count(0, 200) == 5);  // 60..63 and 129
  set.insert_range(0, 200);
  CHECK(set.next_gap(0) == 200);
  set.erase_range(0, 200);
  CHECK(set.empty());
}
