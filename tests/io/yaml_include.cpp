#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "sim/io/yaml.h"
#include "tests/io/findings.h"

namespace podsim {
namespace {

void put(const std::string& path, std::string_view text) {
  std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("included files come first, in order, relative to the file that names them") {
  const TempFolder folder("include");
  std::filesystem::create_directories(folder.file("parts"));
  put(folder.file("parts/base.yaml"), "a: base\nb: base\nc: {x: 1, y: 2}\nlist: [1, 2]\n");
  put(folder.file("parts/more.yaml"), "include: base.yaml\nb: more\n");
  put(folder.file("other.yaml"), "c: {y: 3}\n");
  put(folder.file("top.yaml"), "include: [parts/more.yaml, other.yaml]\na: top\nlist: [9]\n");
  Diagnostics diagnostics;
  const Tree tree = load_yaml(folder.file("top.yaml"), diagnostics);
  CHECK_MESSAGE(diagnostics.findings().empty(), diagnostics.to_string());
  CHECK(tree.find("include") == nullptr);
  CHECK(tree.find("a")->text() == "top");
  CHECK(tree.find("b")->text() == "more");
  CHECK(tree.find("c")->find("x")->text() == "1");
  CHECK(tree.find("c")->find("y")->text() == "3");
  CHECK(tree.find("list")->items().size() == 1);
  CHECK(tree.find("b")->mark().file->ends_with("parts/more.yaml"));
}

TEST_CASE("the same file twice is no loop") {
  const TempFolder folder("diamond");
  put(folder.file("base.yaml"), "a: 1\n");
  put(folder.file("b.yaml"), "include: base.yaml\n");
  put(folder.file("top.yaml"), "include: [base.yaml, b.yaml]\n");
  Diagnostics diagnostics;
  CHECK(load_yaml(folder.file("top.yaml"), diagnostics).find("a")->text() == "1");
  CHECK(diagnostics.findings().empty());
}

TEST_CASE("a loop is printed as a chain") {
  const TempFolder folder("loop");
  put(folder.file("a.yaml"), "include: b.yaml\n");
  put(folder.file("b.yaml"), "x: 1\ninclude: ./c.yaml\n");
  put(folder.file("c.yaml"), "include: b.yaml\n");
  Diagnostics diagnostics;
  (void)load_yaml(folder.file("a.yaml"), diagnostics);
  CHECK(findings(diagnostics) == std::vector<std::string>{"E-YML-014 1:10"});
  CHECK(diagnostics.findings()[0].message ==
        fmt::format("files include each other: {0}/b.yaml -> {0}/c.yaml -> {0}/b.yaml",
                    std::filesystem::path(folder.file("a.yaml")).parent_path().string()));
}

TEST_CASE("the number of included files is bounded") {
  const TempFolder folder("many");
  // Each file includes the next one twice: 2^20 files, were it not for the bound.
  for (int i = 0; i < 20; ++i) {
    put(folder.file(fmt::format("{}.yaml", i)),
        fmt::format("include: [{0}.yaml, {0}.yaml]\n", i + 1));
  }
  put(folder.file("20.yaml"), "a: 1\n");
  Diagnostics diagnostics;
  (void)load_yaml(folder.file("0.yaml"), diagnostics);
  REQUIRE(diagnostics.findings().size() == 1);
  CHECK(diagnostics.findings()[0].code == "E-YML-014");
}

TEST_CASE("include below the top level is an ordinary key") {
  Diagnostics diagnostics;
  const Tree tree = parse_yaml("a:\n  include: x\ninclude: y\n", "test.yaml", diagnostics);
  CHECK(tree.find("a")->find("include")->text() == "x");
  CHECK(tree.find("include")->text() == "y");
  CHECK(diagnostics.findings().empty());
}

TEST_CASE("a missing top file") {
  Diagnostics diagnostics;
  (void)load_yaml("no/such.yaml", diagnostics);
  CHECK(findings(diagnostics) == std::vector<std::string>{"E-IO-001 0:0"});
}

}  // namespace podsim
