#include "sim/io/json.h"

#include <fmt/format.h>

#include <iterator>
#include <optional>

#include "sim/core/check.h"
#include "sim/io/numbers.h"
#include "sim/io/yaml_scan.h"

namespace podsim {
namespace {

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at;
}

/// The grammar of RFC 8259, which forbids "+1", "01", ".5" and "1.".
bool is_json_number(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const std::size_t whole = at;
  at = skip_digits(text, at);
  if (at == whole || (text[whole] == '0' && at > whole + 1)) return false;
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = at + 1;
    at = skip_digits(text, fraction);
    if (at == fraction) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t exponent = at;
    at = skip_digits(text, exponent);
    if (at == exponent) return false;
  }
  return at == text.size();
}

std::string scalar_json(const Tree& scalar) {
  const std::string& text = scalar.text();
  if (scalar.quoted()) return json_quote(text);
  if (text == "true" || text == "false" || text == "null" || is_json_number(text)) return text;
  if (text == "~") return "null";
  double number = 0.0;
  if (parse_real(text, number) == NumberTrouble::None && trimmed(text) == text) {
    return fmt::format("{}", number);
  }
  return json_quote(text);
}

void append(std::string& out, const Tree& tree, std::size_t depth);

void append_line(std::string& out, std::size_t depth) {
  out.append(1, '\n').append(depth * 2, ' ');
}

void append_map(std::string& out, const Tree& tree, std::size_t depth) {
  out += '{';
  for (const Tree::Entry& entry : tree.entries()) {
    if (&entry != tree.entries().data()) out += ',';
    append_line(out, depth + 1);
    out += json_quote(entry.key);
    out += ": ";
    append(out, entry.value, depth + 1);
  }
  if (!tree.entries().empty()) append_line(out, depth);
  out += '}';
}

void append_sequence(std::string& out, const Tree& tree, std::size_t depth) {
  out += '[';
  for (const Tree& item : tree.items()) {
    if (&item != tree.items().data()) out += ',';
    append_line(out, depth + 1);
    append(out, item, depth + 1);
  }
  if (!tree.items().empty()) append_line(out, depth);
  out += ']';
}

void append(std::string& out, const Tree& tree, std::size_t depth) {
  switch (tree.kind()) {
    case TreeKind::Null:
      out += "null";
      break;
    case TreeKind::Scalar:
      out += scalar_json(tree);
      break;
    case TreeKind::Sequence:
      append_sequence(out, tree, depth);
      break;
    case TreeKind::Map:
      append_map(out, tree, depth);
      break;
  }
}

void append_character(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\r':
      out += "\\r";
      return;
    default:
      break;
  }
  const auto code = static_cast<unsigned char>(c);
  if (code < 0x20 || code == 0x7F) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
  } else {
    out += c;
  }
}

/// A block of the summary while it grows; Tree is immutable.
struct Block {
  struct Item;
  std::vector<Item> items;

  Item& at(std::string_view key);
  [[nodiscard]] Tree tree() const;
};

struct Block::Item {
  std::string key;
  std::optional<Tree> value;
  Block block;
};

Block::Item& Block::at(std::string_view key) {
  for (Item& item : items) {
    if (item.key == key) return item;
  }
  items.push_back({std::string(key), std::nullopt, {}});
  return items.back();
}

Tree Block::tree() const {
  std::vector<Tree::Entry> entries;
  for (const Item& item : items) {
    entries.push_back({item.key, {}, item.value ? *item.value : item.block.tree()});
  }
  return Tree::map(std::move(entries));
}

Tree number_tree(double value) {
  return Tree::scalar(fmt::format("{}", value));
}

Tree value_tree(const MetricValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return Tree::scalar(*text, {}, true);
  if (const auto* real = std::get_if<double>(&value)) return number_tree(*real);
  return Tree::scalar(fmt::format("{}", std::get<std::int64_t>(value)));
}

void insert(Block& root, const NamedMetric& metric) {
  Block* block = &root;
  std::string_view rest = metric.path;
  for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
    Block::Item& item = block->at(rest.substr(0, dot));
    SIM_CHECK(!item.value, "'{}' lies below a metric", metric.path);
    block = &item.block;
    rest.remove_prefix(dot + 1);
  }
  Block::Item& item = block->at(rest);
  SIM_CHECK(!item.value && item.block.items.empty(), "'{}' is a block too", metric.path);
  item.value = value_tree(metric.value);
}

Tree gate_tree(const GateRow& gate) {
  std::vector<Tree::Entry> entries;
  entries.push_back({"expr", {}, Tree::scalar(gate.expr, {}, true)});
  entries.push_back({"value", {}, gate.value ? number_tree(*gate.value) : Tree()});
  entries.push_back({"passed", {}, Tree::scalar(gate.passed ? "true" : "false")});
  return Tree::map(std::move(entries));
}

}  // namespace

std::string json_quote(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t good = find_non_utf8(text).value_or(text.size());
    for (const char c : text.substr(0, good)) append_character(out, c);
    if (good == text.size()) break;
    out += "\xEF\xBF\xBD";  // U+FFFD
    text.remove_prefix(good + 1);
  }
  return out += '"';
}

std::string to_json(const Tree& tree) {
  std::string out;
  append(out, tree, 0);
  return out += '\n';
}

std::string summary_json(const MetricList& summary, const std::vector<GateRow>& gates) {
  Block root;
  for (const NamedMetric& metric : summary.entries()) insert(root, metric);
  std::vector<Tree> rows;
  for (const GateRow& gate : gates) rows.push_back(gate_tree(gate));
  root.at("gates").value = Tree::sequence(std::move(rows));
  return to_json(root.tree());
}

}  // namespace podsim
