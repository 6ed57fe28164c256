// Cheap passes over a text before a YAML parser sees it: is it text at all, and how deep is it?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace podsim {

/// The offset of the first byte that is NUL, another control character or not UTF-8.
std::optional<std::size_t> find_non_text(std::string_view text);

/// The offset at which lists and maps are nested deeper than `limit`, by indentation, by chains of
/// "- - -" or "? ? ?", or by brackets (quoted text, comments and block scalars do not count).
/// A list that is not indented below its key counts as one level with it: the exact limit is the
/// parser's business, this one keeps the parser from running into megabytes of brackets.
std::optional<std::size_t> find_too_deep(std::string_view text, int limit);

/// 1-based line and column of an offset.
struct TextPlace {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};
TextPlace place_of(std::string_view text, std::size_t offset);

}  // namespace podsim
