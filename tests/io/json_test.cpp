#include "sim/io/json.h"

#include <doctest/doctest.h>

#include "sim/core/check.h"
#include "sim/io/yaml.h"
#include "tests/io/findings.h"

namespace podsim {
namespace {

Tree plain(const std::string& text) {
  return Tree::scalar(text);
}

}  // namespace

TEST_CASE("json_quote escapes what JSON forbids and mends what is not UTF-8") {
  CHECK(json_quote("") == R"("")");
  CHECK(json_quote("a\"b\\c/d") == R"("a\"b\\c/d")");
  CHECK(json_quote("\n\t\r\x01\x7f") == R"("\n\t\r\u0001\u007f")");
  CHECK(json_quote("Jörg €") == "\"Jörg €\"");
  CHECK(json_quote("J\xF6rg") == "\"J\xEF\xBF\xBDrg\"");
  CHECK(json_quote("\xE2\x82") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST_CASE("unquoted scalars are typed, quoted ones are texts") {
  for (const char* same :
       {"0", "-12", "9007199254740993", "1.5", "-0.25", "1e-9", "1E+22", "true", "false", "null"}) {
    CHECK(to_json(plain(same)) == std::string(same) + "\n");
  }
  CHECK(to_json(plain("+1.50")) == "1.5\n");
  CHECK(to_json(plain("~")) == "null\n");
  for (const char* text : {"", "400 Gb/s", "nan", ".inf", "0x10", "1 ", "-", "1e", "True", "yes"}) {
    CHECK(to_json(plain(text)) == json_quote(text) + "\n");
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

TEST_CASE("a summary nests at dots, in the order of first use") {
  MetricList summary;
  summary.set("podsim.version", std::string("0.1"));
  summary.set("seed", std::int64_t{-3});
  summary.set("wait_s.mean", 0.1);
  summary.set("podsim.revision", std::string("abc"));
  summary.set("wait_s.p95", 1e300);
  const std::vector<GateRow> gates{{"wait_s.mean < 1", 0.1, true}, {"nope > 2", {}, false}};
  const std::string expected = R"({
  "podsim": {
    "version": "0.1",
    "revision": "abc"
  },
  "seed": -3,
  "wait_s": {
    "mean": 0.1,
    "p95": 1e+300
  },
  "gates": [
    {
      "expr": "wait_s.mean < 1",
      "value": 0.1,
      "passed": true
    },
    {
      "expr": "nope > 2",
      "value": null,
      "passed": false
    }
  ]
}
)";
  CHECK(summary_json(summary, gates) == expected);
  CHECK(summary_json({}, {}) == "{\n  \"gates\": []\n}\n");
}

TEST_CASE("a path that is both a value and a block is a broken invariant") {
  MetricList below;
  below.set("a", 1.0);
  below.set("a.b", 1.0);
  CHECK_THROWS_AS((void)summary_json(below, {}), InvariantError);
  MetricList above;
  above.set("a.b", 1.0);
  above.set("a", 1.0);
  CHECK_THROWS_AS((void)summary_json(above, {}), InvariantError);
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
