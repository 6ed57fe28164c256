#include <fmt/format.h>

#include <algorithm>

#include "sim/core/math.h"
#include "sim/io/inventory.h"
#include "sim/study/build.h"

namespace podsim {
namespace {

/// A fleet beyond this is a typing error, and would not fit into memory.
constexpr std::uint64_t kMaxAccelerators = 50'000'000;
constexpr std::uint64_t kMaxNodes = 50'000'000;
constexpr std::uint32_t kMaxAcceleratorsPerNode = 65'535;

std::optional<DevicePower> device_power(const std::optional<PowerConfig>& given,
                                        const NodeModel* model, const std::string& kind,
                                        std::uint32_t devices) {
  if (devices == 0) return std::nullopt;
  const double share = 1.0 / devices;
  if (given) return DevicePower{given->idle * share, given->nameplate * share};
  // The catalog's figures are of the whole model: they hold only while its size is not overridden.
  if (model == nullptr || !model->idle_power || !model->nameplate_power ||
      model->accelerator != kind || model->accelerators != static_cast<std::int64_t>(devices)) {
    return std::nullopt;
  }
  return DevicePower{model->idle_power->value * share, model->nameplate_power->value * share};
}

/// The model that the superpod at `path` names; a finding when the catalog has none.
const NodeModel* find_node(const SuperpodConfig& config, const std::string& path,
                           const Tree& document, const Catalog& catalog, Diagnostics& diagnostics) {
  const NodeModel* model = catalog.node(config.node);
  if (model == nullptr) {
    diagnostics.error("E-CFG-008", document.mark_of(path + ".node"),
                      fmt::format("{}.node: there is no node model '{}'", path, config.node),
                      suggest(config.node, catalog.node_names()));
  }
  return model;
}

std::optional<NodeGroup> superpod_group(const SuperpodConfig& config, const std::string& path,
                                        const Tree& document, const Catalog& catalog,
                                        Diagnostics& diagnostics) {
  const NodeModel* model = nullptr;
  if (!config.node.empty()) {
    model = find_node(config, path, document, catalog, diagnostics);
    if (model == nullptr) return std::nullopt;
  } else if (config.accelerator.empty() || !config.accelerators_per_node) {
    diagnostics.error(
        "E-CFG-003", document.mark_of(path),
        fmt::format("{}: neither a node model nor accelerator with accelerators_per_node", path),
        "write e.g. node: dgx-h100");
    return std::nullopt;
  }
  NodeGroup group;
  group.pool_name = model != nullptr ? model->name : config.accelerator;
  group.accelerator = !config.accelerator.empty() ? config.accelerator : model->accelerator;
  group.nodes = static_cast<std::uint32_t>(config.nodes);
  const std::int64_t devices =
      config.accelerators_per_node ? *config.accelerators_per_node : model->accelerators;
  group.devices_per_node = static_cast<std::uint32_t>(devices);
  const std::int64_t cores = config.cpu_cores_per_node ? *config.cpu_cores_per_node
                                                       : (model != nullptr ? model->cpu_cores : 0);
  group.cpu_milli_per_node = static_cast<std::uint32_t>(cores * 1000);
  const Bytes memory = config.memory_per_node ? *config.memory_per_node
                                              : (model != nullptr ? model->memory : Bytes{});
  group.memory_mib_per_node =
      static_cast<std::uint32_t>(math::floor(std::min(memory.value() / 1048576.0, 4294967295.0)));
  group.node_name = !config.name.empty() ? config.name : group.pool_name;
  group.power = device_power(config.node_power, model, group.accelerator, group.devices_per_node);
  if (const AcceleratorModel* device = catalog.accelerator(group.accelerator)) {
    group.peak_per_device = device->headline_rate();
    if (device->memory) group.memory_per_device = device->memory->value;
  }
  return group;
}

bool same_pool_facts(const Pool& pool, const NodeGroup& group) {
  const bool power = pool.power.has_value() == group.power.has_value() &&
                     (!pool.power || (pool.power->idle == group.power->idle &&
                                      pool.power->nameplate == group.power->nameplate));
  return power && pool.accelerator == group.accelerator;
}

void add_superpods(const LoadedScenario& loaded, const Catalog& catalog, Fleet& fleet,
                   Diagnostics& diagnostics) {
  const FleetConfig& config = loaded.scenario.fleet;
  std::uint64_t accelerators = 0;
  std::uint64_t nodes = 0;
  std::int64_t superpods = 0;
  for (std::size_t i = 0; i < config.superpods.size(); ++i) {
    const SuperpodConfig& pod = config.superpods[i];
    auto group = superpod_group(pod, fmt::format("fleet.superpods[{}]", i), loaded.document,
                                catalog, diagnostics);
    if (!group) continue;
    superpods += pod.count;
    accelerators += std::uint64_t{group->nodes} * group->devices_per_node *
                    static_cast<std::uint64_t>(pod.count);
    nodes += std::uint64_t{group->nodes} * static_cast<std::uint64_t>(pod.count);
    if (accelerators > kMaxAccelerators || nodes > kMaxNodes) {
      diagnostics.error("E-CFG-009", loaded.document.mark_of("fleet.superpods"),
                        fmt::format("fleet.superpods: {} accelerators and {} nodes up to [{}]",
                                    accelerators, nodes, i),
                        fmt::format("expected at most {} accelerators and {} nodes",
                                    kMaxAccelerators, kMaxNodes));
      return;
    }
    // Nodes of one model with other facts (power, kind) are a pool of their own.
    const std::string name = group->pool_name;
    for (int variant = 2;; ++variant) {
      const auto known = std::ranges::find(fleet.pools(), group->pool_name, &Pool::name);
      if (known == fleet.pools().end() || same_pool_facts(*known, *group)) break;
      group->pool_name = fmt::format("{}#{}", name, variant);
    }
    const std::string prefix = group->node_name;
    for (std::int64_t copy = 0; copy < pod.count; ++copy) {
      group->node_name =
          pod.count > 1 ? fmt::format("{}{}-node", prefix, copy) : fmt::format("{}-node", prefix);
      fleet.add(*group);
    }
  }
  fleet.set_superpods(static_cast<std::uint32_t>(superpods));
}

void add_inventory(const LoadedScenario& loaded, const Catalog& catalog, Fleet& fleet,
                   Diagnostics& diagnostics) {
  const FleetConfig& config = loaded.scenario.fleet;
  const auto rows =
      read_inventory(config.inventory->resolved(), diagnostics, config.inventory->mark);
  if (!rows) return;
  std::vector<bool> used(config.inventory_power.size(), false);
  for (const InventoryRow& row : *rows) {
    if (row.devices > kMaxAcceleratorsPerNode) {
      Mark mark = config.inventory->mark;
      mark.file = std::make_shared<const std::string>(config.inventory->resolved());
      mark.line = row.line;
      mark.column = 1;
      diagnostics.error("E-CFG-009", mark, fmt::format("{} accelerators in one node", row.devices),
                        fmt::format("at most {}", kMaxAcceleratorsPerNode));
      continue;
    }
    NodeGroup group;
    group.pool_name = row.kind;
    group.accelerator = row.kind;
    group.nodes = 1;
    group.devices_per_node = row.devices;
    group.cpu_milli_per_node = row.cpu_milli;
    group.memory_mib_per_node = row.memory_mib;
    group.node_name = row.name;
    for (std::size_t i = 0; i < config.inventory_power.size(); ++i) {
      const KindPowerConfig& power = config.inventory_power[i];
      if (power.kind != row.kind) continue;
      used[i] = true;
      group.power = DevicePower{power.idle, power.nameplate};
    }
    if (const AcceleratorModel* device = catalog.accelerator(row.kind)) {
      group.peak_per_device = device->headline_rate();
      if (device->memory) group.memory_per_device = device->memory->value;
    }
    fleet.add(group);
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) continue;
    diagnostics.error("E-CFG-008",
                      loaded.document.mark_of(fmt::format("fleet.inventory_power[{}]", i)),
                      fmt::format("fleet.inventory_power[{}]: the inventory has no kind '{}'", i,
                                  config.inventory_power[i].kind),
                      suggest(config.inventory_power[i].kind, fleet.kinds()));
  }
  fleet.set_superpods(1);
}

}  // namespace

void check_node_models(const LoadedScenario& loaded, const Catalog& catalog,
                       Diagnostics& diagnostics) {
  const auto& superpods = loaded.scenario.fleet.superpods;
  for (std::size_t i = 0; i < superpods.size(); ++i) {
    if (superpods[i].node.empty()) continue;
    find_node(superpods[i], fmt::format("fleet.superpods[{}]", i), loaded.document, catalog,
              diagnostics);
  }
}

std::optional<Fleet> build_fleet(const LoadedScenario& loaded, const Catalog& catalog,
                                 Diagnostics& diagnostics) {
  const FleetConfig& config = loaded.scenario.fleet;
  const std::size_t before = diagnostics.errors();
  if (config.superpods.empty() == !config.inventory.has_value()) {
    diagnostics.error("E-CFG-003", loaded.document.mark_of("fleet"),
                      config.inventory ? "fleet: both superpods and an inventory"
                                       : "fleet: neither superpods nor an inventory",
                      "give exactly one of fleet.superpods and fleet.inventory");
    return std::nullopt;
  }
  Fleet fleet;
  if (config.inventory) {
    add_inventory(loaded, catalog, fleet, diagnostics);
  } else {
    add_superpods(loaded, catalog, fleet, diagnostics);
  }
  if (diagnostics.errors() != before) return std::nullopt;
  return fleet;
}

}  // namespace podsim
