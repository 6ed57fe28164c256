#include "sim/hardware/models.h"

#include <algorithm>

namespace podsim {
namespace {

template <class Model>
const Model* by_name(const std::vector<Model>& models, std::string_view name) {
  const auto found = std::ranges::find(models, name, &Model::name);
  return found == models.end() ? nullptr : &*found;
}

template <class Model>
std::vector<std::string> names_of(const std::vector<Model>& models) {
  std::vector<std::string> names;
  for (const Model& model : models) names.push_back(model.name);
  return names;
}

}  // namespace

void PeakRate::describe(Schema<PeakRate>& s) {
  s.name("peak rate");
  s.field("precision", &PeakRate::precision).required().doc("Number format, e.g. bf16.");
  s.field("rate", &PeakRate::rate).required().doc("Dense operations per second.");
  s.field("standing", &PeakRate::standing)
      .required()
      .choices({"measured", "published", "vendor claim", "derived", "estimate"})
      .doc("How far the number can be trusted.");
  s.field("source", &PeakRate::source).required().doc("Where the number was read.");
}

void AcceleratorModel::describe(Schema<AcceleratorModel>& s) {
  s.name("accelerator").doc("One schedulable device.");
  s.field("name", &AcceleratorModel::name).required().doc("Name in scenarios.");
  s.field("vendor", &AcceleratorModel::vendor).required().doc("Who makes it.");
  s.field("doc", &AcceleratorModel::doc).doc("One sentence.");
  s.field("memory", &AcceleratorModel::memory).doc("Device memory (HBM) capacity.");
  s.field("memory_bandwidth", &AcceleratorModel::memory_bandwidth).doc("Device memory bandwidth.");
  s.field("peak", &AcceleratorModel::peak).doc("Peak dense rates by precision.");
  s.field("idle_power", &AcceleratorModel::idle_power).doc("Board power with no context.");
  s.field("max_power", &AcceleratorModel::max_power).doc("Board power limit.");
}

void NodeModel::describe(Schema<NodeModel>& s) {
  s.name("node").doc("One host with its accelerators.");
  s.field("name", &NodeModel::name).required().doc("Name in scenarios.");
  s.field("doc", &NodeModel::doc).doc("One sentence.");
  s.field("accelerator", &NodeModel::accelerator).required().doc("Kind of accelerator.");
  s.field("accelerators", &NodeModel::accelerators)
      .required()
      .range(1, 65535)
      .doc("Accelerators a node.");
  s.field("cpu_cores", &NodeModel::cpu_cores)
      .range(0, 4'000'000)
      .doc("CPU cores; 0: not accounted.");
  s.field("memory", &NodeModel::memory).doc("Host memory; 0: not accounted.");
  s.field("nodes_per_rack", &NodeModel::nodes_per_rack).range(1, 1024).doc("Nodes in one rack.");
  s.field("idle_power", &NodeModel::idle_power)
      .doc("Power of the whole node with nothing running.");
  s.field("nameplate_power", &NodeModel::nameplate_power).doc("Rated power of the whole node.");
}

std::optional<FlopPerSec> AcceleratorModel::headline_rate() const {
  for (const std::string_view precision : {"bf16", "fp16", "fp32"}) {
    for (const PeakRate& entry : peak) {
      if (entry.precision == precision) return entry.rate;
    }
  }
  return std::nullopt;
}

const AcceleratorModel* Catalog::accelerator(std::string_view name) const {
  return by_name(accelerators, name);
}
const NodeModel* Catalog::node(std::string_view name) const {
  return by_name(nodes, name);
}
std::vector<std::string> Catalog::accelerator_names() const {
  return names_of(accelerators);
}
std::vector<std::string> Catalog::node_names() const {
  return names_of(nodes);
}

}  // namespace podsim
