// The one in-memory form of every structured input (YAML, JSON): immutable, with 1-based marks.
// Readers in sim/io make it; Schema<T> consumes it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/diagnostics.h"

namespace podsim {

enum class TreeKind : std::uint8_t { Null, Scalar, Sequence, Map };

/// A node of an immutable document; copying shares, nothing aliases mutably.
class Tree {
 public:
  struct Entry;

  /// A null without a place.
  Tree();

  static Tree null(Mark mark);
  /// `quoted`: the text was quoted, so it is a string even if it looks like a number.
  static Tree scalar(std::string text, Mark mark = {}, bool quoted = false);
  static Tree sequence(std::vector<Tree> items, Mark mark = {});
  /// Keys must be unique; the reader reports duplicates before it builds a map.
  static Tree map(std::vector<Entry> entries, Mark mark = {});

  [[nodiscard]] TreeKind kind() const;
  [[nodiscard]] const Mark& mark() const;
  [[nodiscard]] bool is_null() const { return kind() == TreeKind::Null; }
  [[nodiscard]] bool is_scalar() const { return kind() == TreeKind::Scalar; }
  [[nodiscard]] bool is_sequence() const { return kind() == TreeKind::Sequence; }
  [[nodiscard]] bool is_map() const { return kind() == TreeKind::Map; }

  /// The text of a scalar; empty otherwise.
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] bool quoted() const;
  [[nodiscard]] std::span<const Tree> items() const;
  [[nodiscard]] std::span<const Entry> entries() const;
  /// The value under `key`; nullptr when absent or when this is not a map.
  [[nodiscard]] const Tree* find(std::string_view key) const;

  /// The node at `path` ("fleet.superpods[0].nodes"); nullptr when there is none.
  [[nodiscard]] const Tree* at(std::string_view path) const;
  /// The place of the node at `path`, or of the nearest node above it that exists.
  [[nodiscard]] Mark mark_of(std::string_view path) const;

  /// A copy in which the node at `path` ("fleet.superpods[0].nodes") is `value`. Missing map keys
  /// are made; a missing list index, or a key below a scalar or list, is reported at value's mark.
  /// A scalar policy shorthand (`queue: replay`) below which a key is set becomes `{name: replay}`.
  [[nodiscard]] Tree with(std::string_view path, const Tree& value, Diagnostics& diagnostics) const;

  /// `over` laid on this tree: maps merge key by key, everything else is replaced.
  [[nodiscard]] Tree merged(const Tree& over) const;

  /// Block YAML text that reads back as the same tree.
  [[nodiscard]] std::string to_yaml() const;

 private:
  struct Node;
  explicit Tree(std::shared_ptr<const Node> node);

  std::shared_ptr<const Node> node_;
};

struct Tree::Entry {
  std::string key;
  Mark key_mark;
  Tree value;
};

/// "map", "list", "null" or "text", for messages.
std::string_view kind_name(TreeKind kind);

}  // namespace podsim
