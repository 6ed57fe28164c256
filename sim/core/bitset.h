// An ordered set of small integers as a bitmap with summary levels: next member, next gap and
// whole ranges in a few word operations, without allocation after construction.
#pragma once

#include <cstdint>
#include <vector>

namespace podsim {

class HierarchicalBitset {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  HierarchicalBitset() = default;
  /// The empty set over [0, size).
  explicit HierarchicalBitset(std::uint32_t size);

  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] bool contains(std::uint32_t i) const {
    return ((levels_[0][i >> 6] >> (i & 63)) & 1U) != 0;
  }
  [[nodiscard]] bool empty() const { return next(0) == kNone; }
  /// The smallest member >= i; kNone when there is none.
  [[nodiscard]] std::uint32_t next(std::uint32_t i) const;
  /// The smallest non-member >= i; size() when all of [i, size) are members.
  [[nodiscard]] std::uint32_t next_gap(std::uint32_t i) const;
  /// How many members lie in [first, last).
  [[nodiscard]] std::uint32_t count(std::uint32_t first, std::uint32_t last) const;

  void insert(std::uint32_t i);
  void erase(std::uint32_t i);
  /// All of [first, last) become members, or none of them.
  void insert_range(std::uint32_t first, std::uint32_t last);
  void erase_range(std::uint32_t first, std::uint32_t last);

 private:
  /// Brings the summaries of the words [first, last] of level 0 up to date.
  void summarise(std::uint32_t first_word, std::uint32_t last_word);

  std::uint32_t size_ = 0;
  // levels_[0] holds the members; a bit of levels_[k] says that a word of levels_[k-1] is not zero.
  std::vector<std::vector<std::uint64_t>> levels_;
};

}  // namespace podsim
