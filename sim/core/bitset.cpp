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

void HierarchicalBitset::set_bits(std::uint64_t* words, std::uint32_t first, std::uint32_t last) {
  const std::uint32_t first_word = first >> 6;
  const std::uint32_t last_word = (last - 1) >> 6;
  if (first_word == last_word) {
    words[first_word] |= mask(first, last);
    return;
  }
  words[first_word] |= kAll << (first & 63);
  std::fill(words + first_word + 1, words + last_word, kAll);
  words[last_word] |= kAll >> (63 - ((last - 1) & 63));
}

void HierarchicalBitset::clear_bits(std::uint64_t* words, std::uint32_t first, std::uint32_t last) {
  const std::uint32_t first_word = first >> 6;
  const std::uint32_t last_word = (last - 1) >> 6;
  if (first_word == last_word) {
    words[first_word] &= ~mask(first, last);
    return;
  }
  words[first_word] &= ~(kAll << (first & 63));
  std::fill(words + first_word + 1, words + last_word, std::uint64_t{0});
  words[last_word] &= ~(kAll >> (63 - ((last - 1) & 63)));
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

std::uint32_t HierarchicalBitset::next_gap_beyond(std::uint32_t word, std::uint32_t limit) const {
  const std::uint32_t last = (limit - 1) >> 6;
  if (word >= last) return limit;
  std::uint32_t at = (word + 1) >> 6;
  std::uint64_t gaps = ~full_[at] & (kAll << ((word + 1) & 63));
  while (gaps == 0) {
    if (++at > last >> 6) return limit;
    gaps = ~full_[at];
  }
  const std::uint32_t found = (at << 6) + static_cast<std::uint32_t>(std::countr_zero(gaps));
  if (found > last) return limit;
  return (found << 6) + static_cast<std::uint32_t>(std::countr_one(words_[found]));
}

bool HierarchicalBitset::contains_words(std::uint32_t first, std::uint32_t last) const {
  std::uint64_t gaps = 0;
  for_each_word(
      first, last, [&](std::uint32_t word, std::uint64_t bits) { gaps |= ~words_[word] & bits; },
      [&](std::uint32_t begin, std::uint32_t end) {
        for_each_word(
            begin, end,
            [&](std::uint32_t word, std::uint64_t bits) { gaps |= ~full_[word] & bits; },
            [&](std::uint32_t from, std::uint32_t to) {
              for (std::uint32_t word = from; word < to; ++word) gaps |= ~full_[word];
            });
      });
  return gaps == 0;
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
  set_bits(words_.data(), first, last);
  const std::uint32_t first_word = first >> 6;
  const std::uint32_t last_word = (last - 1) >> 6;
  const std::uint32_t first_full = first_word + (words_[first_word] == kAll ? 0U : 1U);
  const std::uint32_t last_full = last_word + (words_[last_word] == kAll ? 1U : 0U);
  if (first_full < last_full) set_bits(full_.data(), first_full, last_full);
  first = first_word;
  last = last_word + 1;
  for (std::uint32_t k = 1; k < levels_; ++k) {
    const bool within_one = first >> 6 == (last - 1) >> 6;
    const bool known_above = within_one && level(k)[first >> 6] != 0;
    set_bits(level(k), first, last);
    if (known_above) return;
    first >>= 6;
    last = ((last - 1) >> 6) + 1;
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
  clear_bits(full_.data(), first >> 6, ((last - 1) >> 6) + 1);
  erase_above(0, first, last);
}

void HierarchicalBitset::erase_above(std::uint32_t k, std::uint32_t first, std::uint32_t last) {
  // A level forgets the words below it that became empty: all but perhaps those at the edges.
  for (; k < levels_ && first < last; ++k) {
    std::uint64_t* const words = level(k);
    clear_bits(words, first, last);
    const std::uint32_t first_word = first >> 6;
    const std::uint32_t last_word = (last - 1) >> 6;
    first = first_word + (words[first_word] != 0 ? 1U : 0U);
    last = last_word + (words[last_word] != 0 ? 0U : 1U);
  }
}

}  // namespace podsim
