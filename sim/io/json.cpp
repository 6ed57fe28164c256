#include "sim/io/json.h"

#include <nlohmann/json.hpp>

#include "sim/core/units_text.h"

namespace podsim {
namespace {

using Json = nlohmann::ordered_json;

Json scalar_json(const Tree& scalar) {
  const std::string& text = scalar.text();
  if (scalar.quoted()) return text;
  if (text == "true" || text == "false") return text == "true";
  if (text == "null" || text == "~") return nullptr;
  if (const auto whole = parse_integer(text)) return *whole;
  if (const auto real = parse_number(text)) return *real;
  return text;
}

Json tree_json(const Tree& tree) {
  switch (tree.kind()) {
    case TreeKind::Null:
      return nullptr;
    case TreeKind::Scalar:
      return scalar_json(tree);
    case TreeKind::Sequence: {
      Json list = Json::array();
      for (const Tree& item : tree.items()) list.push_back(tree_json(item));
      return list;
    }
    case TreeKind::Map: {
      Json map = Json::object();
      for (const Tree::Entry& entry : tree.entries()) map[entry.key] = tree_json(entry.value);
      return map;
    }
  }
  return nullptr;
}

}  // namespace

std::string to_json(const Tree& tree) {
  constexpr int kIndent = 2;
  return tree_json(tree).dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace podsim
