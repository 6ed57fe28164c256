// The embedded catalog: every file parses, every number has a standing and a source.
#include <doctest/doctest.h>

#include <set>

#include "sim/hardware/catalog_data.h"
#include "sim/hardware/models.h"
#include "sim/study/catalog_loader.h"

using namespace podsim;

namespace {

Catalog whole_catalog() {
  Diagnostics diagnostics;
  Catalog catalog = load_catalog(diagnostics);
  REQUIRE_MESSAGE(diagnostics.findings().empty(), diagnostics.to_string());
  return catalog;
}

template <class Q>
void check_sourced(const std::string& owner, const std::optional<Sourced<Q>>& number) {
  if (!number) return;
  CAPTURE(owner);
  CHECK(number->value.value() > 0.0);
  CHECK_FALSE(number->standing.empty());
  CHECK(number->source.size() > 10);
}

}  // namespace

TEST_CASE("catalog: every file parses and is named as its file") {
  const Catalog catalog = whole_catalog();
  std::set<std::string> names;
  for (const EmbeddedFile& file : embedded_catalog()) names.emplace(file.path);
  CHECK(catalog.accelerators.size() + catalog.nodes.size() == names.size());
  for (const AcceleratorModel& model : catalog.accelerators) {
    CHECK(names.count("accelerators/" + model.name + ".yaml") == 1);
  }
  for (const NodeModel& model : catalog.nodes)
    CHECK(names.count("nodes/" + model.name + ".yaml") == 1);
}

TEST_CASE("catalog: every number has a standing and a source") {
  const Catalog catalog = whole_catalog();
  for (const AcceleratorModel& model : catalog.accelerators) {
    check_sourced(model.name, model.memory);
    check_sourced(model.name, model.memory_bandwidth);
    check_sourced(model.name, model.idle_power);
    check_sourced(model.name, model.max_power);
    for (const PeakRate& peak : model.peak) {
      CAPTURE(model.name);
      CHECK(peak.rate.value() > 0.0);
      CHECK_FALSE(peak.standing.empty());
      CHECK(peak.source.size() > 10);
    }
  }
  for (const NodeModel& model : catalog.nodes) {
    check_sourced(model.name, model.idle_power);
    check_sourced(model.name, model.nameplate_power);
  }
}

TEST_CASE("catalog: nodes are consistent") {
  const Catalog catalog = whole_catalog();
  for (const NodeModel& model : catalog.nodes) {
    CAPTURE(model.name);
    const AcceleratorModel* accelerator = catalog.accelerator(model.accelerator);
    REQUIRE(accelerator != nullptr);
    if (!model.idle_power || !model.nameplate_power) continue;
    CHECK(model.idle_power->value < model.nameplate_power->value);
    if (!accelerator->max_power) continue;
    // A rated node feeds all its boards at their limit.
    CHECK(model.nameplate_power->value.value() >=
          accelerator->max_power->value.value() * static_cast<double>(model.accelerators));
  }
}

TEST_CASE("catalog: what the issue names is there") {
  const Catalog catalog = whole_catalog();
  for (const char* name : {"dgx-a100", "dgx-h100", "hgx-h200", "gb200-nvl72-tray", "cpu-node",
                           "b9-40", "dgx1-v100", "p100-node-2", "t4-node-2"}) {
    CHECK_MESSAGE(catalog.node(name) != nullptr, name);
  }
  CHECK(catalog.node("b9-40")->accelerators == 40);
  CHECK(catalog.node("no-such-node") == nullptr);
}

TEST_CASE("catalog: the headline rate is bf16, else fp16, else fp32") {
  AcceleratorModel model;
  CHECK_FALSE(model.headline_rate().has_value());
  model.peak = {{"fp32", FlopPerSec{1.0}, "", ""}};
  CHECK(model.headline_rate()->value() == 1.0);
  model.peak.push_back({"fp16", FlopPerSec{2.0}, "", ""});
  CHECK(model.headline_rate()->value() == 2.0);
  model.peak.push_back({"bf16", FlopPerSec{1.5}, "", ""});
  CHECK(model.headline_rate()->value() == 1.5);
}
