#include "sim/core/tree.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace podsim;

namespace {

Mark at(std::uint32_t line, std::uint32_t column) {
  return {nullptr, line, column};
}

Tree map(std::vector<std::pair<std::string, Tree>> entries) {
  std::vector<Tree::Entry> out;
  for (auto& [key, value] : entries) out.push_back({key, {}, std::move(value)});
  return Tree::map(std::move(out));
}
Tree list(std::vector<Tree> items) {
  return Tree::sequence(std::move(items));
}
Tree text(std::string value) {
  return Tree::scalar(std::move(value));
}

Tree set(const Tree& tree, std::string_view path, const Tree& value) {
  Diagnostics diagnostics;
  Tree changed = tree.with(path, value, diagnostics);
  CHECK_MESSAGE(!diagnostics.has_errors(), diagnostics.to_string());
  return changed;
}

Diagnostic refused(const Tree& tree, std::string_view path) {
  Diagnostics diagnostics;
  (void)tree.with(path, Tree::scalar("1", at(3, 5)), diagnostics);
  REQUIRE(diagnostics.errors() == 1);
  return diagnostics.findings().front();
}

}  // namespace

TEST_CASE("tree: kinds and access") {
  const Tree tree = map({{"a", text("1")}, {"b", list({text("x"), Tree()})}});
  REQUIRE(tree.find("b") != nullptr);
  CHECK(tree.find("b")->items()[1].is_null());
  CHECK(tree.find("a")->text() == "1");
  CHECK(tree.find("c") == nullptr);
  CHECK(tree.find("a")->find("c") == nullptr);
  CHECK(tree.text().empty());
  CHECK(tree.find("a")->items().empty());
  CHECK(kind_name(TreeKind::Sequence) == "a list");
}

TEST_CASE("tree: with() replaces, makes missing keys, and leaves the original alone") {
  const Tree tree = map({{"fleet", map({{"nodes", text("4")}})}});
  CHECK(set(tree, "fleet.nodes", text("8")).to_yaml() == "fleet:\n  nodes: 8\n");
  CHECK(set(tree, "run.seed", text("7")).to_yaml() == "fleet:\n  nodes: 4\nrun:\n  seed: 7\n");
  CHECK(tree.to_yaml() == "fleet:\n  nodes: 4\n");
}

TEST_CASE("tree: with() reaches into lists") {
  const Tree tree = map({{"pods", list({map({{"n", text("1")}}), map({{"n", text("2")}})})}});
  CHECK(set(tree, "pods[1].n", text("9")).to_yaml() == "pods:\n  - n: 1\n  - n: 9\n");
  const Tree nested = list({list({text("a")}), text("b")});
  CHECK(set(nested, "[0][0]", text("c")).to_yaml() == "-\n  - c\n- b\n");
}

TEST_CASE("tree: with() opens a policy that was given by its name alone") {
  const Tree tree = map({{"queue", text("replay")}});
  CHECK(set(tree, "queue.depth", text("3")).to_yaml() == "queue:\n  name: replay\n  depth: 3\n");
}

TEST_CASE("tree: with() refuses at the mark of the value") {
  const Tree tree = map({{"pods", list({text("1")})}, {"a", text("1")}});
  const Diagnostic beyond = refused(tree, "pods[1]");
  CHECK(beyond.code == "E-CFG-020");
  CHECK(beyond.mark.line == 3);
  CHECK(beyond.mark.column == 5);
  CHECK(beyond.hint == "the list has 1 elements");
  CHECK(refused(tree, "a[0]").code == "E-CFG-020");
  CHECK(refused(tree, "pods.n").code == "E-CFG-021");
  for (const char* path : {"", ".", "a.", ".a", "a..b", "pods[", "pods[x]", "pods[-1]", "pods[]",
                           "pods[0].", "pods[0]n", "pods.[0]"}) {
    CAPTURE(path);
    CHECK(refused(tree, path).code == "E-CFG-022");
  }
}

TEST_CASE("tree: at() and mark_of() follow a path") {
  const Tree leaf = Tree::scalar("1", at(4, 9));
  const Tree tree = Tree::map({{"a", {}, Tree::sequence({leaf}, at(3, 2))}}, at(1, 1));
  REQUIRE(tree.at("a[0]") != nullptr);
  CHECK(tree.at("a[0]")->text() == "1");
  CHECK(tree.at("a[1]") == nullptr);
  CHECK(tree.at("a[0].b") == nullptr);
  CHECK(tree.at("a[") == nullptr);
  CHECK(tree.mark_of("a[0]").line == 4);
  CHECK(tree.mark_of("a[7].x").line == 3);  // the list, since there is no element 7
  CHECK(tree.mark_of("b").line == 1);
  CHECK(tree.mark_of("b[").line == 1);
}

TEST_CASE("tree: merged() joins maps and replaces everything else") {
  const Tree base =
      map({{"a", map({{"x", text("1")}, {"y", text("2")}})}, {"l", list({text("1")})}});
  const Tree over =
      map({{"a", map({{"y", text("3")}})}, {"l", list({text("9")})}, {"n", text("4")}});
  CHECK(base.merged(over).to_yaml() == "a:\n  x: 1\n  y: 3\nl:\n  - 9\nn: 4\n");
  CHECK(base.merged(text("1")).text() == "1");
}

TEST_CASE("tree: to_yaml() quotes what would not read back as the same text") {
  const auto yaml = [](const std::string& value) { return map({{"k", text(value)}}).to_yaml(); };
  CHECK(yaml("plain text") == "k: plain text\n");
  CHECK(yaml("-5 min") == "k: -5 min\n");
  CHECK(yaml("400 Gb/s") == "k: 400 Gb/s\n");
  CHECK(yaml("12:30:00") == "k: 12:30:00\n");
  for (const char* value :
       {"",   "null", "~",  ".inf", " a", "a ", "a:", "a: b", "a #b", "- a", "-",     "---",
        "[a", "{a",   "*a", "&a",   "!a", "#a", "'a", "%a",   "@a",   "?a",  "-a: b", "-a #b"}) {
    CAPTURE(value);
    CHECK(yaml(value) == "k: \"" + std::string(value) + "\"\n");
  }
  CHECK(yaml("a\"b\\c\n\td") == "k: \"a\\\"b\\\\c\\n\\td\"\n");
  // Numbers and truths are scalars that were not quoted, and must not become texts.
  CHECK(yaml("5") == "k: 5\n");
  CHECK(yaml("true") == "k: true\n");
  CHECK(map({{"k", Tree::scalar("5", {}, true)}}).to_yaml() == "k: \"5\"\n");
  CHECK(map({{"k", Tree::scalar("true", {}, true)}}).to_yaml() == "k: \"true\"\n");
  CHECK(map({{"a: b", text("1")}}).to_yaml() == "\"a: b\": 1\n");
}

TEST_CASE("tree: to_yaml() of empty and nested values") {
  CHECK(Tree().to_yaml() == "null\n");
  CHECK(map({}).to_yaml() == "{}\n");
  CHECK(list({}).to_yaml() == "[]\n");
  CHECK(map({{"a", map({})}, {"b", list({})}, {"c", Tree()}}).to_yaml() ==
        "a: {}\nb: []\nc: null\n");
  CHECK(list({map({{"a", list({text("1"), text("2")})}, {"b", text("3")}}), map({}), Tree()})
            .to_yaml() == "- a:\n    - 1\n    - 2\n  b: 3\n- {}\n- null\n");
}
