#include "sim/core/bitset.h"

#include <algorithm>

namespace podsim {

template <class Edge, class Inner>
void HierarchicalBitset::for_each_word(std::uint32_t first, std::uint32_t last, Edge&& edge,
                                       Inner&& inner) {
  const std::uint32_t first_word = first >> 6;
  const std::uint32_t last_word = (last - 1) >> 6;
  if (first_word == last_word) {
    edge(first_word, mask(first, last));
    return;
  }
  edge(first_word, kAll << (first & 63));
  if (first_word + 1 < last_word) inner(first_word + 1, last_word);
  edge(last_word, kAll >> (63 - ((last - 1) & 63)));
}

HierarchicalBitset::HierarchicalBitset(std::uint32_t size) : size_(size) {
  std::uint32_t total = 0;
  std::uint32_t words = size;
  do {
    words = words / 64 + (words % 64 != 0 || words == 0 ? 1 : 0);
    start_[levels_++] = total;
    total += words;
  } while (words > 1);
  words_.assign(total, 0);
  full_.assign(size / 64 / 64 + 1, 0);
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
      position = (position << 6) + static_cast<std::uint32_t>(std::countr_zero(level(k)[position]));
    }
    return position;
  }
  return kNone;
}

std::uint32_t HierarchicalBitset::next_gap_beyond(std::uint32_t word) const {
  std::uint32_t at = (word + 1) >> 6;
  std::uint64_t gaps = at < full_.size() ? ~full_[at] & (kAll << ((word + 1) & 63)) : 0;
  while (gaps == 0) {
    if (++at >= full_.size()) return size_;
    gaps = ~full_[at];
  }
  const std::uint32_t found = (at << 6) + static_cast<std::uint32_t>(std::countr_zero(gaps));
  if (found > (size_ - 1) >> 6) return size_;
  // Bits beyond the size are never set, so the gap is the size at most.
  return (found << 6) + static_cast<std::uint32_t>(std::countr_one(words_[found]));
}

std::uint32_t HierarchicalBitset::count(std::uint32_t first, std::uint32_t last) const {
  if (first >= last) return 0;
  int members = 0;
  for_each_word(
      first, last,
      [&](std::uint32_t word, std::uint64_t bits) {
        members += std::popcount(words_[word] & bits);
      },
      [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t word = begin; word < end; ++word) members += std::popcount(words_[word]);
      });
  return static_cast<std::uint32_t>(members);
}

void HierarchicalBitset::insert_words(std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t k = 0; k < levels_; ++k) {
    std::uint64_t* const words = level(k);
    for_each_word(
        first, last, [&](std::uint32_t word, std::uint64_t bits) { words[word] |= bits; },
        [&](std::uint32_t begin, std::uint32_t end) {
          std::fill(words + begin, words + end, kAll);
        });
    const std::uint32_t first_word = first >> 6;
    const std::uint32_t last_word = (last - 1) >> 6;
    if (k == 0) {
      const std::uint32_t first_full = first_word + (words[first_word] == kAll ? 0U : 1U);
      const std::uint32_t last_full = last_word + (words[last_word] == kAll ? 1U : 0U);
      if (first_full < last_full) {
        for_each_word(
            first_full, last_full, [&](std::uint32_t w, std::uint64_t bits) { full_[w] |= bits; },
            [&](std::uint32_t begin, std::uint32_t end) {
              std::fill(full_.begin() + begin, full_.begin() + end, kAll);
            });
      }
    }
    first = first_word;
    last = last_word + 1;
  }
}

void HierarchicalBitset::insert_above(std::uint32_t word) {
  for (std::uint32_t k = 1; k < levels_; ++k) {
    std::uint64_t& summary = level(k)[word >> 6];
    const bool was_empty = summary == 0;
    summary |= bit(word);
    if (!was_empty) return;
    word >>= 6;
  }
}

void HierarchicalBitset::erase_words(std::uint32_t first, std::uint32_t last) {
  for_each_word(
      first >> 6, ((last - 1) >> 6) + 1,
      [&](std::uint32_t word, std::uint64_t bits) { full_[word] &= ~bits; },
      [&](std::uint32_t begin, std::uint32_t end) {
        std::fill(full_.begin() + begin, full_.begin() + end, std::uint64_t{0});
      });
  erase_above(0, first, last);
}

void HierarchicalBitset::erase_above(std::uint32_t k, std::uint32_t first, std::uint32_t last) {
  // A level forgets the words below it that became empty: all but perhaps those at the edges.
  for (; k < levels_ && first < last; ++k) {
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
