#include "sim/io/json.h"

#include <doctest/doctest.h>

#include "sim/io/yaml.h"
#include "tests/io/findings.h"

namespace podsim {
namespace {

Tree plain(const std::string& text) {
  return Tree::scalar(text);
}

}  // namespace

TEST_CASE("texts are escaped, and what is not UTF-8 is mended") {
  const auto quoted = [](const char* text) { return to_json(Tree::scalar(text, {}, true)); };
  CHECK(quoted("a\"b\\c/d") == "\"a\\\"b\\\\c/d\"\n");
  CHECK(quoted("\n\t\r\x01") == "\"\\n\\t\\r\\u0001\"\n");
  CHECK(quoted("Jörg €") == "\"Jörg €\"\n");
  CHECK(quoted("J\xF6rg") == "\"J\xEF\xBF\xBDrg\"\n");
}

TEST_CASE("unquoted scalars are typed, quoted ones are texts") {
  for (const char* same : {"0", "-12", "9007199254740993", "1.5", "-0.25", "1e-09", "1e+22", "true",
                           "false", "null"}) {
    CHECK(to_json(plain(same)) == std::string(same) + "\n");
  }
  CHECK(to_json(plain("~")) == "null\n");
  for (const char* text : {"", "400 Gb/s", "nan", ".inf", "0x10", "1 ", "-", "1e", "True", "yes"}) {
    CHECK(to_json(plain(text)) == to_json(Tree::scalar(text, {}, true)));
  }
  CHECK(to_json(Tree::scalar("12", {}, true)) == "\"12\"\n");
  CHECK(to_json(Tree()) == "null\n");
}

TEST_CASE("trees are indented by two and keep their order") {
  const Tree tree = Tree::map({{"z", {}, Tree::sequence({plain("1"), Tree::map({})})},
                               {"a \"b\"", {}, Tree::map({{"k", {}, plain("v")}})},
                               {"none", {}, Tree::sequence({})}});
  CHECK(to_json(tree) ==
        "{\n  \"z\": [\n    1,\n    {}\n  ],\n"
        "  \"a \\\"b\\\"\": {\n    \"k\": \"v\"\n  },\n  \"none\": []\n}\n");
}

TEST_CASE("JSON text is YAML too: it reads back as the same tree") {
  const Tree tree = Tree::map(
      {{"text", {}, Tree::scalar("a: \"b\" # c\n\\d", {}, true)},
       {"list", {}, Tree::sequence({plain("1"), plain("2.5"), Tree::scalar("3", {}, true)})}});
  Diagnostics diagnostics;
  const Tree back = parse_yaml(to_json(tree), "x.json", diagnostics);
  REQUIRE_MESSAGE(!diagnostics.has_errors(), diagnostics.to_string());
  CHECK(to_json(back) == to_json(tree));
}

}  // namespace podsim
