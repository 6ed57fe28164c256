// What the catalog says about hardware: every number with its source and standing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/core/schema.h"
#include "sim/core/units.h"

namespace podsim {

/// A number about the world: its value, how far to trust it and where it comes from.
template <class Q>
struct Sourced {
  Q value{};
  std::string standing = "estimate";
  std::string source;

  static void describe(Schema<Sourced>& s) {
    s.name("sourced number");
    s.field("value", &Sourced::value).required().doc("The number with its unit.");
    s.field("standing", &Sourced::standing)
        .required()
        .choices({"measured", "published", "vendor claim", "derived", "estimate"})
        .doc("How far the number can be trusted.");
    s.field("source", &Sourced::source).required().doc("Where the number was read.");
  }
};

/// Peak arithmetic rate at one precision, dense.
struct PeakRate {
  std::string precision;
  FlopPerSec rate{};
  std::string standing;
  std::string source;
  static void describe(Schema<PeakRate>& s);
};

struct AcceleratorModel {
  std::string name;
  std::string vendor;
  std::string doc;
  std::optional<Sourced<Bytes>> memory;
  std::optional<Sourced<BytesPerSec>> memory_bandwidth;
  std::vector<PeakRate> peak;
  std::optional<Sourced<Watts>> idle_power;
  std::optional<Sourced<Watts>> max_power;
  static void describe(Schema<AcceleratorModel>& s);

  /// Dense BF16 (else FP16, else FP32) peak; empty when none is listed.
  [[nodiscard]] std::optional<FlopPerSec> headline_rate() const;
};

struct NodeModel {
  std::string name;
  std::string doc;
  std::string accelerator;        ///< name of an AcceleratorModel
  std::int64_t accelerators = 0;  ///< schedulable devices in one node
  std::int64_t cpu_cores = 0;     ///< 0: CPUs are not accounted
  Bytes memory{};                 ///< 0: host memory is not accounted
  std::int64_t nodes_per_rack = 1;
  std::optional<Sourced<Watts>> idle_power;       ///< the whole node, nothing running
  std::optional<Sourced<Watts>> nameplate_power;  ///< the whole node as rated
  static void describe(Schema<NodeModel>& s);
};

/// Everything the catalog knows, by kind and in name order.
struct Catalog {
  std::vector<AcceleratorModel> accelerators;
  std::vector<NodeModel> nodes;

  [[nodiscard]] const AcceleratorModel* accelerator(std::string_view name) const;
  [[nodiscard]] const NodeModel* node(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> accelerator_names() const;
  [[nodiscard]] std::vector<std::string> node_names() const;
};

}  // namespace podsim
