#include "sim/core/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace podsim {

struct Tree::Node {
  TreeKind kind = TreeKind::Null;
  Mark mark;
  std::string text;
  bool quoted = false;
  std::vector<Tree> items;
  std::vector<Entry> entries;
};

namespace {

/// A step of a path: a map key, or an index into a list.
struct PathStep {
  std::string key;
  std::optional<std::size_t> index;
};

std::optional<std::vector<PathStep>> parse_path(std::string_view path) {
  std::vector<PathStep> steps;
  std::size_t at = 0;
  while (at < path.size()) {
    if (path[at] == '[') {
      const std::size_t close = path.find(']', at);
      if (close == std::string_view::npos) return std::nullopt;
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(path.data() + at + 1, path.data() + close, index);
      if (error != std::errc{} || end != path.data() + close) return std::nullopt;
      steps.push_back({{}, index});
      at = close + 1;
      // Another index may follow at once; a key only behind a dot.
      if (at == path.size() || path[at] == '[') continue;
      if (path[at] != '.' || ++at == path.size() || path[at] == '[') return std::nullopt;
      continue;
    }
    std::size_t end = path.find_first_of(".[", at);
    if (end == std::string_view::npos) end = path.size();
    if (end == at) return std::nullopt;
    steps.push_back({std::string(path.substr(at, end - at)), std::nullopt});
    at = end < path.size() && path[end] == '.' ? end + 1 : end;
    if (at > end && (at == path.size() || path[at] == '[')) return std::nullopt;
  }
  if (steps.empty()) return std::nullopt;
  return steps;
}

bool needs_quotes(const std::string& text) {
  // Read back plainly, these would be a null, no number, or a document marker. Not so true and
  // false: quoted they would no longer be a truth.
  static constexpr std::array<std::string_view, 20> kSpecial{
      "null", "Null",  "NULL",  "~",     "<<",    ".inf",  ".Inf",  ".INF",  ".nan",  ".NaN",
      ".NAN", "-.inf", "-.Inf", "-.INF", "+.inf", "+.Inf", "+.INF", "-.nan", "-.NaN", "-.NAN"};
  if (text.empty() || std::ranges::find(kSpecial, text) != kSpecial.end()) return true;
  if (text.starts_with("---") || text.starts_with("...")) return true;
  if (text.front() == ' ' || text.back() == ' ' || text.back() == ':') return true;
  if (std::string_view("-?:,[]{}#&*!|>'\"%@`").find(text.front()) != std::string_view::npos) {
    if (text.front() != '-' || text.size() == 1 || text[1] == ' ') return true;
  }
  return text.find(": ") != std::string::npos || text.find(" #") != std::string::npos ||
         text.find_first_of("\n\r\t\"\\") != std::string::npos;
}

std::string scalar_to_yaml(const Tree& tree) {
  const std::string& text = tree.text();
  if (!tree.quoted() && !needs_quotes(text)) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else {
      out += c;
    }
  }
  return out + "\"";
}

void append_yaml(const Tree& tree, int indent, std::string& out);

void append_child(const Tree& child, int indent, std::string& out) {
  const bool block = (child.is_map() && !child.entries().empty()) ||
                     (child.is_sequence() && !child.items().empty());
  if (!block) {
    out += ' ';
    append_yaml(child, indent, out);
    out += '\n';
    return;
  }
  out += '\n';
  append_yaml(child, indent + 2, out);
}

void append_yaml(const Tree& tree, int indent, std::string& out) {
  const std::string pad(static_cast<std::size_t>(indent), ' ');
  switch (tree.kind()) {
    case TreeKind::Null:
      out += "null";
      return;
    case TreeKind::Scalar:
      out += scalar_to_yaml(tree);
      return;
    case TreeKind::Sequence:
      if (tree.items().empty()) out += "[]";
      for (const Tree& item : tree.items()) {
        out += pad + "-";
        if (item.is_map() && !item.entries().empty()) {
          // The first key stands on the dash's line: render the map and cut its indentation.
          std::string body;
          append_yaml(item, indent + 2, body);
          out += " " + body.substr(static_cast<std::size_t>(indent) + 2);
        } else {
          append_child(item, indent, out);
        }
      }
      return;
    case TreeKind::Map:
      if (tree.entries().empty()) out += "{}";
      for (const Tree::Entry& entry : tree.entries()) {
        out += pad + scalar_to_yaml(Tree::scalar(entry.key)) + ":";
        append_child(entry.value, indent, out);
      }
      return;
  }
}

Tree with_steps(const Tree& tree, std::span<const PathStep> steps, const Tree& value,
                std::string_view path, Diagnostics& diagnostics) {
  if (steps.empty()) return value;
  const PathStep& step = steps.front();
  if (step.index) {
    if (!tree.is_sequence() || *step.index >= tree.items().size()) {
      diagnostics.error("E-CFG-020", value.mark(),
                        fmt::format("'{}': there is no element [{}]", path, *step.index),
                        tree.is_sequence()
                            ? fmt::format("the list has {} elements", tree.items().size())
                            : std::string("not a list"));
      return tree;
    }
    std::vector<Tree> items(tree.items().begin(), tree.items().end());
    items[*step.index] = with_steps(items[*step.index], steps.subspan(1), value, path, diagnostics);
    return Tree::sequence(std::move(items), tree.mark());
  }
  std::vector<Tree::Entry> entries(tree.entries().begin(), tree.entries().end());
  if (tree.is_scalar()) {
    entries.push_back({"name", tree.mark(), tree});
  } else if (tree.is_sequence()) {
    diagnostics.error("E-CFG-021", value.mark(),
                      fmt::format("'{}': '{}' is below a list", path, step.key),
                      "write [index] first");
    return tree;
  }
  for (Tree::Entry& entry : entries) {
    if (entry.key != step.key) continue;
    entry.value = with_steps(entry.value, steps.subspan(1), value, path, diagnostics);
    return Tree::map(std::move(entries), tree.mark());
  }
  Tree made = with_steps(Tree::null(value.mark()), steps.subspan(1), value, path, diagnostics);
  entries.push_back({step.key, value.mark(), std::move(made)});
  return Tree::map(std::move(entries), tree.mark());
}

}  // namespace

Tree::Tree() : Tree(std::make_shared<const Node>()) {}
Tree::Tree(std::shared_ptr<const Node> node) : node_(std::move(node)) {}

Tree Tree::null(Mark mark) {
  auto node = std::make_shared<Node>();
  node->mark = std::move(mark);
  return Tree(std::move(node));
}

Tree Tree::scalar(std::string text, Mark mark, bool quoted) {
  auto node = std::make_shared<Node>();
  node->kind = TreeKind::Scalar;
  node->mark = std::move(mark);
  node->text = std::move(text);
  node->quoted = quoted;
  return Tree(std::move(node));
}

Tree Tree::sequence(std::vector<Tree> items, Mark mark) {
  auto node = std::make_shared<Node>();
  node->kind = TreeKind::Sequence;
  node->mark = std::move(mark);
  node->items = std::move(items);
  return Tree(std::move(node));
}

Tree Tree::map(std::vector<Entry> entries, Mark mark) {
  auto node = std::make_shared<Node>();
  node->kind = TreeKind::Map;
  node->mark = std::move(mark);
  node->entries = std::move(entries);
  return Tree(std::move(node));
}

TreeKind Tree::kind() const {
  return node_->kind;
}
const Mark& Tree::mark() const {
  return node_->mark;
}
const std::string& Tree::text() const {
  return node_->text;
}
bool Tree::quoted() const {
  return node_->quoted;
}
std::span<const Tree> Tree::items() const {
  return node_->items;
}
std::span<const Tree::Entry> Tree::entries() const {
  return node_->entries;
}

const Tree* Tree::find(std::string_view key) const {
  for (const Entry& entry : node_->entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

namespace {

const Tree* step_down(const Tree& tree, const PathStep& step) {
  if (!step.index) return tree.find(step.key);
  return *step.index < tree.items().size() ? &tree.items()[*step.index] : nullptr;
}

}  // namespace

const Tree* Tree::at(std::string_view path) const {
  const auto steps = parse_path(path);
  if (!steps) return nullptr;
  const Tree* node = this;
  for (const PathStep& step : *steps) {
    node = step_down(*node, step);
    if (node == nullptr) return nullptr;
  }
  return node;
}

Mark Tree::mark_of(std::string_view path) const {
  const auto steps = parse_path(path);
  if (!steps) return mark();
  const Tree* node = this;
  for (const PathStep& step : *steps) {
    const Tree* below = step_down(*node, step);
    if (below == nullptr) break;
    node = below;
  }
  return node->mark();
}

Tree Tree::with(std::string_view path, const Tree& value, Diagnostics& diagnostics) const {
  const auto steps = parse_path(path);
  if (!steps) {
    diagnostics.error("E-CFG-022", value.mark(), fmt::format("'{}' is not a path", path),
                      "write e.g. fleet.superpods[0].nodes");
    return *this;
  }
  return with_steps(*this, *steps, value, path, diagnostics);
}

Tree Tree::merged(const Tree& over) const {
  if (!is_map() || !over.is_map()) return over;
  std::vector<Entry> entries = node_->entries;
  for (const Entry& entry : over.entries()) {
    bool found = false;
    for (Entry& mine : entries) {
      if (mine.key != entry.key) continue;
      mine.value = mine.value.merged(entry.value);
      mine.key_mark = entry.key_mark;
      found = true;
    }
    if (!found) entries.push_back(entry);
  }
  return map(std::move(entries), over.mark());
}

std::string Tree::to_yaml() const {
  std::string out;
  append_yaml(*this, 0, out);
  if (!out.empty() && out.back() != '\n') out += '\n';
  return out;
}

std::string_view kind_name(TreeKind kind) {
  switch (kind) {
    case TreeKind::Null:
      return "null";
    case TreeKind::Scalar:
      return "text";
    case TreeKind::Sequence:
      return "a list";
    case TreeKind::Map:
      return "a map";
  }
  return "unknown";
}

}  // namespace podsim
