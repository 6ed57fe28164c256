// An ordered set of small integers as a bitmap with summary levels: next member, next gap and
// whole ranges in a few word operations, without allocation after construction.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace podsim {

class HierarchicalBitset {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  HierarchicalBitset() : HierarchicalBitset(0) {}
  /// The empty set over [0, size).
  explicit HierarchicalBitset(std::uint32_t size);

  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] bool contains(std::uint32_t i) const {
    return ((words_[i >> 6] >> (i & 63)) & 1U) != 0;
  }
  [[nodiscard]] bool empty() const { return next(0) == kNone; }
  /// The smallest member >= i; kNone when there is none.
  [[nodiscard]] std::uint32_t next(std::uint32_t i) const {
    if (i >= size_) return kNone;
    const std::uint64_t rest = words_[i >> 6] & (kAll << (i & 63));
    if (rest == 0) return next_beyond(i >> 6);
    return (i & ~63U) + static_cast<std::uint32_t>(std::countr_zero(rest));
  }
  /// The smallest non-member in [i, limit); `limit` when all of it are members. limit <= size().
  [[nodiscard]] std::uint32_t next_gap(std::uint32_t i, std::uint32_t limit) const {
    if (i >= limit) return limit;
    const std::uint64_t gaps = ~words_[i >> 6] & (kAll << (i & 63));
    const std::uint32_t found =
        gaps == 0 ? next_gap_beyond(i >> 6, limit)
                  : (i & ~63U) + static_cast<std::uint32_t>(std::countr_zero(gaps));
    return found < limit ? found : limit;
  }
  /// All of [first, last) are members; first < last <= size().
  [[nodiscard]] bool contains_range(std::uint32_t first, std::uint32_t last) const {
    const std::uint32_t word = first >> 6;
    if (word != (last - 1) >> 6) return contains_words(first, last);
    return (~words_[word] & mask(first, last)) == 0;
  }
  /// How many members lie in [first, last).
  [[nodiscard]] std::uint32_t count(std::uint32_t first, std::uint32_t last) const;

  void insert(std::uint32_t i) { insert_range(i, i + 1); }
  void erase(std::uint32_t i) { erase_range(i, i + 1); }
  /// All of [first, last) become members, or none of them.
  void insert_range(std::uint32_t first, std::uint32_t last) {
    if (first >= last) return;
    const std::uint32_t word = first >> 6;
    if (word != (last - 1) >> 6) return insert_words(first, last);
    const std::uint64_t before = words_[word];
    words_[word] |= mask(first, last);
    if (words_[word] == kAll) full_[word >> 6] |= bit(word);
    if (before == 0) insert_above(word);
  }
  void erase_range(std::uint32_t first, std::uint32_t last) {
    if (first >= last) return;
    const std::uint32_t word = first >> 6;
    if (word != (last - 1) >> 6) return erase_words(first, last);
    words_[word] &= ~mask(first, last);
    full_[word >> 6] &= ~bit(word);
    if (words_[word] == 0) erase_above(1, word, word + 1);
  }

 private:
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};
  static constexpr std::size_t kMaxLevels = 6;  // 64^6 members and more

  static constexpr std::uint64_t bit(std::uint32_t i) { return std::uint64_t{1} << (i & 63); }
  /// The bits of [first, last), a part of one word.
  static constexpr std::uint64_t mask(std::uint32_t first, std::uint32_t last) {
    return (kAll << (first & 63)) & (kAll >> (63 - ((last - 1) & 63)));
  }
  /// Applies `edge(word, bits)` to the first and the last word of [first, last), which may be one,
  /// and `inner(begin, end)` to the words between them.
  template <class Edge, class Inner>
  static void for_each_word(std::uint32_t first, std::uint32_t last, Edge&& edge, Inner&& inner);

  /// Sets or clears the bits [first, last) of a row of words.
  static void set_bits(std::uint64_t* words, std::uint32_t first, std::uint32_t last);
  static void clear_bits(std::uint64_t* words, std::uint32_t first, std::uint32_t last);

  /// The smallest member, the smallest non-member in the words behind `word` of level 0; a gap at
  /// or beyond `limit` may come out as any number that is not below it.
  [[nodiscard]] std::uint32_t next_beyond(std::uint32_t word) const;
  [[nodiscard]] std::uint32_t next_gap_beyond(std::uint32_t word, std::uint32_t limit) const;
  [[nodiscard]] bool contains_words(std::uint32_t first, std::uint32_t last) const;
  /// Ranges over several words.
  void insert_words(std::uint32_t first, std::uint32_t last);
  void erase_words(std::uint32_t first, std::uint32_t last);
  /// Tells the levels above 0 that `word` of level 0 is no longer empty.
  void insert_above(std::uint32_t word);
  /// Takes the bits [first, last) out of level k, and so on upwards.
  void erase_above(std::uint32_t k, std::uint32_t first, std::uint32_t last);
  [[nodiscard]] std::uint64_t* level(std::size_t k) { return words_.data() + start_[k]; }
  [[nodiscard]] const std::uint64_t* level(std::size_t k) const {
    return words_.data() + start_[k];
  }

  std::uint32_t size_ = 0;
  // Level 0 holds the members; a bit of level k says that a word of level k - 1 is not zero. The
  // levels lie one behind the other; the last one is a single word.
  std::uint32_t levels_ = 0;
  std::array<std::uint32_t, kMaxLevels> start_{};
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> full_;  ///< a bit for each word of level 0 that is all members
};

}  // namespace podsim
