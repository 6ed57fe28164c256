#include "sim/core/bitset.h"

#include <bit>

namespace podsim {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

/// Bits [first, last) of one word; 0 <= first < last <= 64.
constexpr std::uint64_t mask(std::uint32_t first, std::uint32_t last) {
  return (kAll << first) & (kAll >> (64 - last));
}

/// Applies `change(word, mask)` to each word that [first, last) touches.
template <class Words, class Change>
void for_each_word(Words& words, std::uint32_t first, std::uint32_t last, Change&& change) {
  const std::uint32_t first_word = first >> 6;
  const std::uint32_t last_word = (last - 1) >> 6;
  if (first_word == last_word) {
    change(words[first_word], mask(first & 63, ((last - 1) & 63) + 1));
    return;
  }
  change(words[first_word], mask(first & 63, 64));
  for (std::uint32_t word = first_word + 1; word < last_word; ++word) change(words[word], kAll);
  change(words[last_word], mask(0, ((last - 1) & 63) + 1));
}

}  // namespace

HierarchicalBitset::HierarchicalBitset(std::uint32_t size) : size_(size) {
  std::uint32_t words = size;
  do {
    words = (words + 63) / 64;
    levels_.emplace_back(words == 0 ? 1 : words, 0);
  } while (words > 1);
}

std::uint32_t HierarchicalBitset::next(std::uint32_t i) const {
  if (i >= size_) return kNone;
  std::uint32_t position = i;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const std::uint32_t word = position >> 6;
    if (word >= levels_[level].size()) return kNone;
    const std::uint64_t rest = levels_[level][word] & (kAll << (position & 63));
    if (rest != 0) {
      position = (word << 6) + static_cast<std::uint32_t>(std::countr_zero(rest));
      // Walk down: a set summary bit promises a non-zero word below it.
      while (level > 0) {
        --level;
        position = (position << 6) +
                   static_cast<std::uint32_t>(std::countr_zero(levels_[level][position]));
      }
      return position;
    }
    position = word + 1;
    if (level + 1 < levels_.size() && (position >> 6) >= levels_[level + 1].size()) return kNone;
  }
  return kNone;
}

std::uint32_t HierarchicalBitset::next_gap(std::uint32_t i) const {
  if (i >= size_) return size_;
  std::uint32_t word = i >> 6;
  std::uint64_t gaps = ~levels_[0][word] & (kAll << (i & 63));
  while (gaps == 0) {
    if (++word == levels_[0].size()) return size_;
    gaps = ~levels_[0][word];
  }
  const std::uint32_t gap = (word << 6) + static_cast<std::uint32_t>(std::countr_zero(gaps));
  return gap < size_ ? gap : size_;
}

std::uint32_t HierarchicalBitset::count(std::uint32_t first, std::uint32_t last) const {
  if (first >= last) return 0;
  int members = 0;
  for_each_word(levels_[0], first, last, [&](const std::uint64_t& word, std::uint64_t bits) {
    members += std::popcount(word & bits);
  });
  return static_cast<std::uint32_t>(members);
}

void HierarchicalBitset::insert(std::uint32_t i) {
  std::uint32_t position = i;
  for (auto& level : levels_) {
    std::uint64_t& word = level[position >> 6];
    const bool was_empty = word == 0;
    word |= std::uint64_t{1} << (position & 63);
    if (!was_empty) return;
    position >>= 6;
  }
}

void HierarchicalBitset::erase(std::uint32_t i) {
  std::uint32_t position = i;
  for (auto& level : levels_) {
    std::uint64_t& word = level[position >> 6];
    word &= ~(std::uint64_t{1} << (position & 63));
    if (word != 0) return;
    position >>= 6;
  }
}

void HierarchicalBitset::insert_range(std::uint32_t first, std::uint32_t last) {
  if (first >= last) return;
  for_each_word(levels_[0], first, last,
                [](std::uint64_t& word, std::uint64_t bits) { word |= bits; });
  summarise(first >> 6, (last - 1) >> 6);
}

void HierarchicalBitset::erase_range(std::uint32_t first, std::uint32_t last) {
  if (first >= last) return;
  for_each_word(levels_[0], first, last,
                [](std::uint64_t& word, std::uint64_t bits) { word &= ~bits; });
  summarise(first >> 6, (last - 1) >> 6);
}

void HierarchicalBitset::summarise(std::uint32_t first_word, std::uint32_t last_word) {
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    for (std::uint32_t word = first_word; word <= last_word; ++word) {
      const std::uint64_t bit = std::uint64_t{1} << (word & 63);
      if (levels_[level - 1][word] != 0) {
        levels_[level][word >> 6] |= bit;
      } else {
        levels_[level][word >> 6] &= ~bit;
      }
    }
    first_word >>= 6;
    last_word >>= 6;
  }
}

}  // namespace podsim
