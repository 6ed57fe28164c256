// Lists of nodes from elsewhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/diagnostics.h"

namespace podsim {

/// One node of a real cluster.
struct InventoryRow {
  std::string name;
  std::uint32_t cpu_milli = 0;
  std::uint32_t memory_mib = 0;
  std::uint32_t devices = 0;
  std::string kind;  ///< of its accelerators
  std::uint32_t line = 0;
};

/// Alibaba's openb node list: columns sn, cpu_milli, memory_mib, gpu, model, in any order.
/// Codes: those of sim/io/trace.h for the table; E-TRC-019 a node named twice, 020 (warning) a node
/// without accelerators, 021 accelerators of no model.
/// A missing file is a finding at `asked_at`, the place where the path is written.
std::optional<std::vector<InventoryRow>> read_inventory(const std::string& path,
                                                        Diagnostics& diagnostics,
                                                        const Mark& asked_at = {});

/// The same for a text in memory.
std::optional<std::vector<InventoryRow>> parse_inventory(std::string_view text,
                                                         const std::string& file_label,
                                                         Diagnostics& diagnostics);

}  // namespace podsim
