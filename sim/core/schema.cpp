#include "sim/core/schema.h"

#include <algorithm>

namespace podsim {
namespace schema_detail {

void wrong_type(const Tree& tree, std::string_view path, std::string_view expected,
                Diagnostics& diagnostics) {
  diagnostics.error(
      "E-CFG-004", tree.mark(),
      fmt::format("{}: {}{} where {} is expected", path.empty() ? "the scenario" : path,
                  tree.quoted() ? "quoted " : "", kind_name(tree.kind()), expected));
}

namespace {

/// A list, map, null or quoted text where a plain word or number is due.
bool is_plain(const Tree& tree, std::string_view path, std::string_view expected,
              Diagnostics& diagnostics) {
  if (tree.is_scalar() && !tree.quoted()) return true;
  wrong_type(tree, path, expected, diagnostics);
  return false;
}

}  // namespace

bool parse_text(const Tree& tree, std::string& out, std::string_view path,
                Diagnostics& diagnostics) {
  if (!tree.is_scalar()) {
    wrong_type(tree, path, "text", diagnostics);
    return false;
  }
  out = tree.text();
  return true;
}

bool parse_bool(const Tree& tree, bool& out, std::string_view path, Diagnostics& diagnostics) {
  if (!is_plain(tree, path, "true or false", diagnostics)) return false;
  if (tree.text() == "true" || tree.text() == "false") {
    out = tree.text() == "true";
    return true;
  }
  diagnostics.error("E-CFG-004", tree.mark(),
                    fmt::format("{}: '{}' is not true or false", path, tree.text()),
                    "write true or false");
  return false;
}

bool parse_int(const Tree& tree, std::int64_t& out, std::string_view path,
               Diagnostics& diagnostics) {
  if (!is_plain(tree, path, "a whole number", diagnostics)) return false;
  const auto value = parse_integer(tree.text());
  if (!value) {
    diagnostics.error("E-CFG-004", tree.mark(),
                      fmt::format("{}: '{}' is not a whole number", path, tree.text()),
                      "write decimal digits without a leading zero, up to 9223372036854775807");
    return false;
  }
  out = *value;
  return true;
}

bool parse_real(const Tree& tree, double& out, std::string_view path, Diagnostics& diagnostics) {
  if (!is_plain(tree, path, "a number", diagnostics)) return false;
  const auto value = parse_number(tree.text());
  if (!value) {
    diagnostics.error("E-CFG-004", tree.mark(),
                      fmt::format("{}: '{}' is not a finite number", path, tree.text()),
                      "write decimal digits, e.g. 1.25 or 2e9");
    return false;
  }
  out = *value;
  return true;
}

bool parse_unit(const Tree& tree, const UnitFamily& family, double& out, std::string_view path,
                Diagnostics& diagnostics) {
  if (!tree.is_scalar()) {
    wrong_type(tree, path, fmt::format("a quantity of {}", family.dimension), diagnostics);
    return false;
  }
  const auto value = parse_quantity(tree.text(), family, tree.mark(), path, diagnostics);
  if (!value) return false;
  out = *value;
  return true;
}

bool parse_choice(const Tree& tree, Choice& out, std::string_view path, Diagnostics& diagnostics) {
  out.mark = tree.mark();
  if (tree.is_scalar()) {
    out.name = tree.text();
    out.params = Tree::map({}, tree.mark());
    return true;
  }
  const Tree* name = tree.find("name");
  if (name == nullptr || !name->is_scalar()) {
    wrong_type(tree, path, "a name, or a map with name and parameters", diagnostics);
    return false;
  }
  out.name = name->text();
  out.mark = name->mark();
  std::vector<Tree::Entry> params;
  std::ranges::copy_if(tree.entries(), std::back_inserter(params),
                       [](const Tree::Entry& entry) { return entry.key != "name"; });
  out.params = Tree::map(std::move(params), tree.mark());
  return true;
}

void unknown_keys(const Tree& tree, std::string_view path, const std::vector<std::string>& known,
                  Diagnostics& diagnostics) {
  for (const Tree::Entry& entry : tree.entries()) {
    if (std::ranges::find(known, entry.key) != known.end()) continue;
    const std::string where = path.empty() ? std::string("the scenario") : std::string(path);
    diagnostics.error("E-CFG-002", entry.key_mark,
                      fmt::format("unknown key '{}' in {}", entry.key, where),
                      suggest(entry.key, known));
  }
}

std::string join(std::string_view path, std::string_view key) {
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

}  // namespace schema_detail

bool Codec<Duration>::parse(const Tree& t, Duration& out, std::string_view path, Diagnostics& d) {
  double seconds = 0.0;
  if (!schema_detail::parse_unit(t, unit_family<Seconds>(), seconds, path, d)) return false;
  const auto span = duration_from_seconds(seconds);
  if (!span) {
    d.error("E-CFG-005", t.mark(), fmt::format("{}: '{}' is beyond 292 years", path, t.text()));
    return false;
  }
  out = *span;
  return true;
}

Tree Codec<Choice>::print(const Choice& v) {
  if (v.params.entries().empty()) return Tree::scalar(v.name, v.mark);
  std::vector<Tree::Entry> entries{{"name", v.mark, Tree::scalar(v.name, v.mark)}};
  for (const Tree::Entry& entry : v.params.entries()) entries.push_back(entry);
  return Tree::map(std::move(entries), v.mark);
}

}  // namespace podsim
