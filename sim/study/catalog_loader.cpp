#include "sim/study/catalog_loader.h"

#include <string>

#include "sim/hardware/catalog_data.h"
#include "sim/io/yaml.h"

namespace podsim {

Catalog load_catalog(Diagnostics& diagnostics) {
  Catalog catalog;
  for (const EmbeddedFile& file : embedded_catalog()) {
    const std::string label = "catalog/" + std::string(file.path);
    const Tree tree = parse_yaml(file.text, label, diagnostics);
    if (file.path.starts_with("accelerators/")) {
      catalog.accelerators.push_back(read_config<AcceleratorModel>(tree, "", diagnostics));
    } else if (file.path.starts_with("nodes/")) {
      catalog.nodes.push_back(read_config<NodeModel>(tree, "", diagnostics));
    }
  }
  for (const NodeModel& node : catalog.nodes) {
    if (catalog.accelerator(node.accelerator) != nullptr) continue;
    diagnostics.error("E-CFG-008", {},
                      "catalog node '" + node.name + "' names no known accelerator",
                      suggest(node.accelerator, catalog.accelerator_names()));
  }
  return catalog;
}

}  // namespace podsim
