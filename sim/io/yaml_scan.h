// Cheap passes over a text before a YAML parser sees it: is it text at all, and how deep is it?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace podsim {

/// The offset of the first byte that is NUL, another control character or not UTF-8.
std::optional<std::size_t> find_non_text(std::string_view text);

/// The offset of the first byte that is not UTF-8.
std::optional<std::size_t> find_non_utf8(std::string_view text);

/// The offset at which lists and maps are nested deeper than `limit`, by indentation, by chains of
/// "- - -" or "? ? ?", or by brackets (quoted text, comments and block scalars do not count).
/// Never too early, but perhaps some levels late (a list that is not indented below its key counts
/// as one level with it): it keeps a parser, which can be exact, from megabytes of brackets.
std::optional<std::size_t> find_too_deep(std::string_view text, int limit);

/// 1-based line and column of an offset.
struct TextPlace {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};
TextPlace place_of(std::string_view text, std::size_t offset);

}  // namespace podsim
