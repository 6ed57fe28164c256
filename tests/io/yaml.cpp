#include "sim/io/yaml.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <chrono>

#include "tests/io/findings.h"

namespace podsim {
namespace {

Tree parse(std::string_view text) {
  Diagnostics diagnostics;
  Tree tree = parse_yaml(text, "test.yaml", diagnostics);
  CHECK_MESSAGE(diagnostics.findings().empty(), diagnostics.to_string());
  return tree;
}

bool same(const Tree& a, const Tree& b) {
  if (a.kind() != b.kind() || a.text() != b.text()) return false;
  if (a.items().size() != b.items().size() || a.entries().size() != b.entries().size())
    return false;
  for (std::size_t i = 0; i < a.items().size(); ++i) {
    if (!same(a.items()[i], b.items()[i])) return false;
  }
  for (std::size_t i = 0; i < a.entries().size(); ++i) {
    if (a.entries()[i].key != b.entries()[i].key) return false;
    if (!same(a.entries()[i].value, b.entries()[i].value)) return false;
  }
  return true;
}

std::string any_text() {
  const auto letters =
      rc::gen::elementOf(std::string("ab01 .:#-,[]{}&*!|>'\"%@`?~<=_/\\\n\t\xC3\xA9"));
  std::string text = *rc::gen::container<std::string>(letters);
  if (find_if(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; }) != text.end()) {
    std::erase_if(text, [](char c) { return (c & 0x80) != 0; });
    text += "\xC3\xA9";
  }
  return text;
}

Tree any_tree(int depth) {
  const int kind = *rc::gen::inRange(0, depth > 0 ? 4 : 2);
  if (kind == 0) return Tree::null({});
  if (kind == 1) return Tree::scalar(any_text());
  const int size = *rc::gen::inRange(0, 4);
  std::vector<Tree> items;
  std::vector<Tree::Entry> entries;
  for (int i = 0; i < size; ++i) {
    if (kind == 2) {
      items.push_back(any_tree(depth - 1));
    } else {
      entries.push_back({fmt::format("k{}{}", i, any_text()), {}, any_tree(depth - 1)});
    }
  }
  return kind == 2 ? Tree::sequence(std::move(items)) : Tree::map(std::move(entries));
}

double seconds_for(std::string_view text, std::string_view code) {
  const auto start = std::chrono::steady_clock::now();
  Diagnostics diagnostics;
  (void)parse_yaml(text, "test.yaml", diagnostics);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  REQUIRE(!diagnostics.findings().empty());
  CHECK(diagnostics.findings()[0].code == code);
  return took.count();
}

}  // namespace

TEST_CASE("kinds, texts and 1-based marks") {
  const Tree tree = parse("name: pod\nfleet:\n  - nodes: 4\n    kind: 'B 200'\n  - ~\nempty:\n");
  REQUIRE(tree.is_map());
  CHECK(tree.find("name")->text() == "pod");
  CHECK(tree.find("empty")->is_null());
  const Tree& fleet = *tree.find("fleet");
  REQUIRE(fleet.items().size() == 2);
  CHECK(fleet.items()[1].is_null());
  const Tree& kind = *fleet.items()[0].find("kind");
  CHECK(kind.text() == "B 200");
  CHECK(kind.quoted());
  CHECK(kind.mark().line == 4);
  CHECK(kind.mark().column == 11);
  CHECK(fleet.items()[0].entries()[1].key_mark.column == 5);
  CHECK(*kind.mark().file == "test.yaml");
}

TEST_CASE("only quoted texts are quoted, and quoted null is a text") {
  const Tree tree = parse("[5, '5', \"5\", 'null', '', Null, '.inf']\n");
  const auto items = tree.items();
  REQUIRE(items.size() == 7);
  CHECK(!items[0].quoted());
  CHECK(items[1].quoted());
  CHECK(items[2].quoted());
  CHECK(items[3].is_scalar());
  CHECK(items[4].is_scalar());
  CHECK(items[5].is_null());
  CHECK(items[6].quoted());
  CHECK(parse("a: |\n  5\n").find("a")->quoted());
}

TEST_CASE("numbers stay as they are written") {
  const Tree tree = parse("[010, 0x10, 1_000, 1e3, yes]");
  CHECK(tree.items()[0].text() == "010");
  CHECK(tree.items()[1].text() == "0x10");
  CHECK(tree.items()[4].text() == "yes");
}

TEST_CASE("an alias stands for its anchor") {
  const Tree tree = parse("a: &x {n: 4}\nb: *x\nc: [&y 5, *y]\n");
  CHECK(tree.find("b")->find("n")->text() == "4");
  CHECK(tree.find("c")->items()[1].text() == "5");
}

TEST_CASE("byte order mark, CRLF and a first '---' are fine") {
  CHECK(parse("\xEF\xBB\xBF---\r\na: 1\r\nb: 2\r\n").find("b")->text() == "2");
}

TEST_CASE("all findings at once, with both places of a duplicate key") {
  Diagnostics diagnostics;
  const Tree tree = parse_yaml("a: 1\nb: .inf\na: 2\n", "test.yaml", diagnostics);
  CHECK(findings(diagnostics) == std::vector<std::string>{"E-YML-003 2:4", "E-YML-002 3:1"});
  CHECK(diagnostics.findings()[1].hint == "first at line 1, column 1");
  CHECK(tree.find("a")->text() == "1");
}

TEST_CASE("depth: 64 levels are fine, 65 are not") {
  const auto nested = [](std::size_t depth) {
    return "a: " + std::string(depth, '[') + std::string(depth, ']');
  };
  CHECK(parse(nested(63)).is_map());
  Diagnostics diagnostics;
  (void)parse_yaml(nested(64), "test.yaml", diagnostics);
  CHECK(findings(diagnostics) == std::vector<std::string>{"E-YML-009 1:67"});
  // The scan counts "- " below a key as one level with it; the builder does not.
  std::string lists;
  for (int i = 0; i < 40; ++i) {
    lists += std::string(static_cast<std::size_t>(2 * i), ' ') + (i == 0 ? "k:\n" : "- k:\n");
  }
  Diagnostics deep;
  (void)parse_yaml(lists, "test.yaml", deep);
  REQUIRE(!deep.findings().empty());
  CHECK(deep.findings()[0].code == "E-YML-009");
}

TEST_CASE("megabytes of brackets and dashes are refused at once") {
  constexpr std::size_t kSize = 10'000'000;
  for (const std::string part : {"[", "{", "- ", "? ", "[[{", "a: [", "- - [", "[? "}) {
    CAPTURE(part);
    std::string text;
    text.reserve(kSize + part.size());
    while (text.size() < kSize) text += part;
    CHECK(seconds_for(text, "E-YML-009") < 0.05);
  }
}

TEST_CASE("a file of more than 64 MB is refused") {
  const std::string text(kMaxYamlBytes + 1, '#');
  CHECK(seconds_for(text, "E-YML-010") < 0.05);
}

TEST_CASE("to_yaml reads back as the same tree") {
  rc::check("tree -> text -> tree", [] {
    const Tree tree = Tree::map({{"root", {}, any_tree(3)}});
    Diagnostics diagnostics;
    const std::string text = tree.to_yaml();
    const Tree back = parse_yaml(text, "test.yaml", diagnostics);
    if (!same(tree, back)) RC_LOG() << text << diagnostics.to_string();
    RC_ASSERT(same(tree, back));
  });
}

TEST_CASE("any bytes give a tree or a finding") {
  rc::check("no crash, no silence", [](const std::string& text) {
    Diagnostics diagnostics;
    const Tree tree = parse_yaml(text, "test.yaml", diagnostics);
    RC_ASSERT(!tree.mark().file || *tree.mark().file == "test.yaml");
  });
  rc::check("no crash on YAML-like text", [] {
    const auto letter = rc::gen::elementOf(std::string("ab:-?[]{},#&*!|>'\"%@`~<. \n\n  "));
    const auto text = *rc::gen::container<std::string>(letter);
    Diagnostics diagnostics;
    (void)parse_yaml(text, "test.yaml", diagnostics);
  });
}

}  // namespace podsim
