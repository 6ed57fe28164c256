#include "sim/core/bitset.h"

#include <algorithm>

namespace podsim {
namespace {

constexpr std::uint64_t kEvery = ~std::uint64_t{0};

/// Bits [first, last) of one word; 0 <= first < last <= 64.
constexpr std::uint64_t mask(std::uint32_t first, std::uint32_t last) {
  return (kEvery << first) & (kEvery >> (64 - last));
}

/// Applies `edge(word, mask)` to the first and the last word that [first, last) touches, and
/// `inner(begin, end)` to the words between them, if any.
template <class Edge, class Inner>
void for_each_word(std::uint32_t first, std::uint32_t last, Edge&& edge, Inner&& inner) {
  const std::uint32_t first_word = first >> 6;
  const std::uint32_t last_word = (last - 1) >> 6;
  const std::uint32_t end_bit = ((last - 1) & 63) + 1;
  if (first_word == last_word) {
    edge(first_word, mask(first & 63, end_bit));
    return;
  }
  edge(first_word, mask(first & 63, 64));
  if (first_word + 1 < last_word) inner(first_word + 1, last_word);
  edge(last_word, mask(0, end_bit));
}

}  // namespace

HierarchicalBitset::HierarchicalBitset(std::uint32_t size) : size_(size) {
  std::uint32_t total = 0;
  std::uint32_t words = size;
  do {
    words = words / 64 + (words % 64 != 0 || words == 0 ? 1 : 0);
    start_[levels_++] = total;
    total += words;
  } while (words > 1);
  words_.assign(total, 0);
}

std::uint32_t HierarchicalBitset::next_beyond(std::uint32_t word) const {
  std::uint32_t position = word;
  for (std::uint32_t k = 1; k < levels_; ++k) {
    // Bits above the position; none of them when it is the word's last one.
    const std::uint64_t rest = level(k)[position >> 6] & ((kAll << 1) << (position & 63));
    position >>= 6;
    if (rest == 0) continue;
    position = (position << 6) + static_cast<std::uint32_t>(std::countr_zero(rest));
    // Walk down: a set summary bit promises a non-zero word below it.
    while (k > 0) {
      --k;
      position =
          (position << 6) + static_cast<std::uint32_t>(std::countr_zero(level(k)[position]));
    }
    return position;
  }
  return kNone;
}

std::uint32_t HierarchicalBitset::next_gap(std::uint32_t i) const {
  if (i >= size_) return size_;
  std::uint32_t word = i >> 6;
  const std::uint32_t words = ((size_ - 1) >> 6) + 1;
  std::uint64_t gaps = ~words_[word] & (kAll << (i & 63));
  while (gaps == 0) {
    ++word;
    while (word + 4 <= words && (words_[word] & words_[word + 1] & words_[word + 2] &
                                 words_[word + 3]) == kAll) {
      word += 4;
    }
    if (word == words) return size_;
    gaps = ~words_[word];
  }
  const std::uint32_t gap = (word << 6) + static_cast<std::uint32_t>(std::countr_zero(gaps));
  return gap < size_ ? gap : size_;
}

std::uint32_t HierarchicalBitset::count(std::uint32_t first, std::uint32_t last) const {
  if (first >= last) return 0;
  int members = 0;
  for_each_word(
      first, last,
      [&](std::uint32_t word, std::uint64_t bits) { members += std::popcount(words_[word] & bits); },
      [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t word = begin; word < end; ++word) members += std::popcount(words_[word]);
      });
  return static_cast<std::uint32_t>(members);
}

void HierarchicalBitset::insert_range(std::uint32_t first, std::uint32_t last) {
  if (first >= last) return;
  for (std::uint32_t k = 0; k < levels_; ++k) {
    std::uint64_t* const words = level(k);
    if (first + 1 == last) {  // one bit: the levels above know of the word unless it was empty
      std::uint64_t& word = words[first >> 6];
      const bool was_empty = word == 0;
      word |= std::uint64_t{1} << (first & 63);
      if (!was_empty) return;
    } else {
      for_each_word(
          first, last, [&](std::uint32_t word, std::uint64_t bits) { words[word] |= bits; },
          [&](std::uint32_t begin, std::uint32_t end) { std::fill(words + begin, words + end, kAll); });
    }
    first >>= 6;
    last = ((last - 1) >> 6) + 1;
  }
}

void HierarchicalBitset::erase_range(std::uint32_t first, std::uint32_t last) {
  // A level forgets the words below it that became empty: all but perhaps those at the edges.
  for (std::uint32_t k = 0; k < levels_ && first < last; ++k) {
    std::uint64_t* const words = level(k);
    for_each_word(
        first, last, [&](std::uint32_t word, std::uint64_t bits) { words[word] &= ~bits; },
        [&](std::uint32_t begin, std::uint32_t end) {
          std::fill(words + begin, words + end, std::uint64_t{0});
        });
    const std::uint32_t first_word = first >> 6;
    const std::uint32_t last_word = (last - 1) >> 6;
    first = first_word + (words[first_word] != 0 ? 1U : 0U);
    last = last_word + (words[last_word] != 0 ? 0U : 1U);
  }
}

}  // namespace podsim
