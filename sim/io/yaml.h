// YAML text to Tree. A strict subset: what people write in scenario files, and nothing that means
// something else than it looks like.
//
// Codes: E-YML-001 syntax, 002 duplicate key, 003 .inf or .nan, 004 merge key '<<', 005 tag,
// 006 several documents, 007 empty, 008 not text, 009 nested too deeply, 010 too large,
// 011 key that is not a text, 012 alias, 013 form of include, 014 include loop.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "sim/core/diagnostics.h"
#include "sim/core/tree.h"

namespace podsim {

inline constexpr std::size_t kMaxYamlBytes = std::size_t{64} << 20U;
/// Lists and maps inside each other.
inline constexpr int kMaxYamlDepth = 64;
/// Nodes that aliases may add to a document.
inline constexpr std::size_t kMaxYamlAliasNodes = 1'000'000;
/// Files that one document may include, directly and indirectly.
inline constexpr std::size_t kMaxYamlIncludes = 256;

/// One document. With errors in `diagnostics` the tree is what could be made of the text (of a
/// duplicate key the first value), or a null.
Tree parse_yaml(std::string_view text, const std::string& file_label, Diagnostics& diagnostics);

/// A file, with its top-level `include: FILE` (or a list of files, relative to the file that
/// includes them): they are read first, in order, and this file is laid over them.
Tree load_yaml(const std::string& path, Diagnostics& diagnostics);

}  // namespace podsim
