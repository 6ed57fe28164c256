#include "sim/core/schema.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace podsim;
using namespace podsim::literals;

namespace {

struct Link {
  BytesPerSec bandwidth = 400.0_Gbps;
  Duration latency{1000};
  static void describe(Schema<Link>& s) {
    s.name("link").doc("A link.");
    s.field("bandwidth", &Link::bandwidth).range(BytesPerSec{0.0}, 1.0_TBps).doc("Bytes a second.");
    s.field("latency", &Link::latency).at_least(Duration{0}).doc("One way.");
  }
};

struct Plant {
  std::string name = "none";
  std::int64_t nodes = 1;
  double pue = 1.25;
  bool cooled = false;
  std::string kind = "air";
  std::optional<double> limit;
  std::vector<double> weights;
  Choice queue{"replay", Tree::map({}), {}};
  Link link;
  std::vector<Link> links;
  static void describe(Schema<Plant>& s) {
    s.name("plant").doc("A plant.");
    s.field("name", &Plant::name).required().doc("What it is called.");
    s.field("nodes", &Plant::nodes).at_least(1);
    s.field("pue", &Plant::pue).range(1.0, 5.0);
    s.field("cooled", &Plant::cooled);
    s.field("kind", &Plant::kind).choices({"air", "liquid"});
    s.field("limit", &Plant::limit);
    s.field("weights", &Plant::weights).range(0.0, 1.0);
    s.field("queue", &Plant::queue);
    s.field("link", &Plant::link);
    s.field("links", &Plant::links);
  }
};

Tree scalar(std::string text, bool quoted = false) {
  return Tree::scalar(std::move(text), {nullptr, 7, 3}, quoted);
}
Tree map(std::vector<std::pair<std::string, Tree>> entries) {
  std::vector<Tree::Entry> out;
  for (auto& [key, value] : entries) out.push_back({key, {nullptr, 6, 2}, std::move(value)});
  return Tree::map(std::move(out), {nullptr, 5, 1});
}
Tree list(std::vector<Tree> items) {
  return Tree::sequence(std::move(items), {nullptr, 8, 4});
}

Plant bound(const Tree& tree, Diagnostics& diagnostics) {
  return read_config<Plant>(tree, "plant", diagnostics);
}

/// A plant with its required name and one more field.
Plant good(std::string key, Tree value) {
  Diagnostics diagnostics;
  Plant plant =
      bound(map({{"name", scalar("p")}, {std::move(key), std::move(value)}}), diagnostics);
  CHECK_MESSAGE(!diagnostics.has_errors(), diagnostics.to_string());
  return plant;
}

Diagnostic bad(std::string key, Tree value) {
  Diagnostics diagnostics;
  bound(map({{"name", scalar("p")}, {std::move(key), std::move(value)}}), diagnostics);
  REQUIRE(diagnostics.errors() == 1);
  return diagnostics.findings().front();
}

}  // namespace

TEST_CASE("schema: what is not named keeps its default") {
  const Plant plant = good("nodes", scalar("12"));
  CHECK(plant.name == "p");
  CHECK(plant.nodes == 12);
  CHECK(plant.pue == 1.25);
  CHECK_FALSE(plant.limit.has_value());
  CHECK(plant.link.bandwidth == 400.0_Gbps);
}

TEST_CASE("schema: each type binds") {
  CHECK(good("pue", scalar("1.5")).pue == 1.5);
  CHECK(good("cooled", scalar("true")).cooled);
  CHECK(good("kind", scalar("liquid")).kind == "liquid");
  CHECK(good("limit", scalar("2")).limit == 2.0);
  CHECK_FALSE(good("limit", Tree()).limit.has_value());
  CHECK(good("weights", list({scalar("0.25"), scalar("1")})).weights ==
        std::vector<double>{0.25, 1.0});
  const Plant plant = good("link", map({{"latency", scalar("1.5 us")}}));
  CHECK(plant.link.latency == Duration{1500});
  CHECK(plant.link.bandwidth == 400.0_Gbps);
  CHECK(good("links", list({map({}), map({})})).links.size() == 2);
}

TEST_CASE("schema: a choice is a name, or a name with parameters") {
  const Choice bare = good("queue", scalar("easy")).queue;
  CHECK(bare.name == "easy");
  CHECK(bare.params.entries().empty());
  CHECK(bare.mark.line == 7);
  const Choice full = good("queue", map({{"name", scalar("easy")}, {"depth", scalar("3")}})).queue;
  CHECK(full.name == "easy");
  REQUIRE(full.params.find("depth") != nullptr);
  CHECK(full.params.find("name") == nullptr);
  CHECK(bad("queue", map({{"depth", scalar("3")}})).code == "E-CFG-004");
}

TEST_CASE("schema: unknown keys are reported at the key, with the nearest name") {
  const Diagnostic finding = bad("nods", scalar("1"));
  CHECK(finding.code == "E-CFG-002");
  CHECK(finding.mark.line == 6);
  CHECK(finding.mark.column == 2);
  CHECK(finding.hint == "did you mean 'nodes'?");
}

TEST_CASE("schema: a missing required field is reported at its map") {
  Diagnostics diagnostics;
  bound(map({}), diagnostics);
  REQUIRE(diagnostics.errors() == 1);
  CHECK(diagnostics.findings()[0].code == "E-CFG-003");
  CHECK(diagnostics.findings()[0].mark.line == 5);
  bound(Tree(), diagnostics);
  CHECK(diagnostics.errors() == 2);
}

TEST_CASE("schema: wrong types are reported at the value") {
  CHECK(bad("nodes", scalar("1.5")).code == "E-CFG-004");
  CHECK(bad("nodes", scalar("5", true)).code == "E-CFG-004");  // quoted: a text
  CHECK(bad("nodes", list({})).code == "E-CFG-004");
  CHECK(bad("pue", scalar("high")).mark.line == 7);
  CHECK(bad("cooled", scalar("yes")).code == "E-CFG-004");
  CHECK(bad("kind", map({})).code == "E-CFG-004");
  CHECK(bad("weights", scalar("1")).code == "E-CFG-004");
  CHECK(bad("link", scalar("fast")).code == "E-CFG-004");
  CHECK(bad("link", map({{"bandwidth", list({})}})).code == "E-CFG-004");
}

TEST_CASE("schema: ranges and choices") {
  CHECK(bad("pue", scalar("0.9")).code == "E-CFG-005");
  CHECK(bad("pue", scalar("5.1")).hint == "expected 1 to 5");
  CHECK(good("pue", scalar("5")).pue == 5.0);  // both ends are allowed
  CHECK(bad("nodes", scalar("0")).hint == "expected at least 1");
  CHECK(bad("weights", list({scalar("0.5"), scalar("2")})).code == "E-CFG-005");
  CHECK(bad("link", map({{"bandwidth", scalar("2 TB/s")}})).code == "E-CFG-005");
  CHECK(bad("link", map({{"latency", scalar("300 d")}, {"bandwidth", scalar("2 TB/s")}})).code ==
        "E-CFG-005");
  CHECK(bad("link", map({{"latency", scalar("1e10 s")}})).code == "E-CFG-005");  // 317 years
  const Diagnostic kind = bad("kind", scalar("liqid"));
  CHECK(kind.code == "E-CFG-006");
  CHECK(kind.hint == "did you mean 'liquid'?");
}

TEST_CASE("schema: units are required and checked") {
  CHECK(bad("link", map({{"bandwidth", scalar("400")}})).code == "E-CFG-011");
  CHECK(bad("link", map({{"latency", scalar("5 W")}})).code == "E-CFG-012");
  CHECK(bad("link", map({{"latency", scalar("soon")}})).code == "E-CFG-010");
}

TEST_CASE("schema: all findings at once, and a bad value leaves the default") {
  Diagnostics diagnostics;
  const Plant plant = bound(
      map({{"nodes", scalar("x")}, {"pue", scalar("9")}, {"colour", scalar("red")}}), diagnostics);
  CHECK(diagnostics.errors() == 4);  // those three, and the missing name
  CHECK(plant.nodes == 1);
  CHECK(plant.pue == 1.25);
}

TEST_CASE("schema: a dump binds to the same value") {
  Plant plant = good("links", list({map({{"latency", scalar("2 us")}})}));
  plant.weights = {0.1, 0.3};
  plant.limit = 1.0 / 3.0;
  plant.queue = {"easy", map({{"depth", scalar("3")}}), {}};
  const Tree dumped = dump(plant);
  Diagnostics diagnostics;
  const Plant again = bound(dumped, diagnostics);
  CHECK_MESSAGE(!diagnostics.has_errors(), diagnostics.to_string());
  CHECK(dump(again).to_yaml() == dumped.to_yaml());
  CHECK(again.limit == plant.limit);
  CHECK(again.links.front().latency == Duration{2000});
}

TEST_CASE("schema: the description lists fields with default, range and example") {
  const auto info = schema_info<Plant>();
  CHECK(info->name == "plant");
  REQUIRE(info->fields.size() == 10);
  CHECK(info->fields[0].required);
  CHECK(info->fields[0].default_text.empty());
  CHECK(info->fields[2].default_text == "1.25");
  CHECK(info->fields[2].range == "1 to 5");
  CHECK(info->fields[4].choices == std::vector<std::string>{"air", "liquid"});
  CHECK(info->fields[6].list);
  REQUIRE(info->fields[8].nested);
  const FieldInfo& bandwidth = info->fields[8].nested->fields[0];
  CHECK(bandwidth.type == "data rate");
  CHECK(bandwidth.example == "400 Gb/s");
  CHECK(bandwidth.range == "0 B/s to 1 TB/s");
}
