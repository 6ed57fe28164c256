// Decompression of gzip and zstd in memory. Boost.Iostreams would do, but it takes a zstd file that
// is cut off for a complete one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace podsim {

enum class Archive : std::uint8_t { None, Gzip, Zstd };

/// By the magic bytes.
Archive archive_of(std::string_view bytes);

struct Inflated {
  enum class Outcome : std::uint8_t { Done, Truncated, Damaged, TooLarge };
  Outcome outcome = Outcome::Done;
  std::string text;  ///< what could be read
};

/// All members (gzip) or frames (zstd) of `bytes`, one behind the other.
Inflated inflate_archive(Archive archive, std::string_view bytes, std::uint64_t limit);

}  // namespace podsim
