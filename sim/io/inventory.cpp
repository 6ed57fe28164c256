#include "sim/io/inventory.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <unordered_map>
#include <utility>

#include "sim/io/bytes.h"
#include "sim/io/trace_build.h"
#include "sim/io/trace_table.h"

namespace podsim {
namespace {

struct Columns {
  int name;
  int cpu;
  int memory;
  int devices;
  int kind;
};

std::optional<InventoryRow> read_row(CsvTable& table, const Columns& columns) {
  constexpr std::int64_t kMax = std::numeric_limits<std::uint32_t>::max();
  std::int64_t cpu = 0;
  std::int64_t memory = 0;
  std::int64_t devices = 0;
  bool good = table.whole(columns.cpu, 0, kMax, cpu);
  good &= table.whole(columns.memory, 0, kMax, memory);
  good &= table.whole(columns.devices, 0, kMax, devices);
  if (!good) return std::nullopt;
  return InventoryRow{std::string(trimmed(table.text(columns.name))),
                      static_cast<std::uint32_t>(cpu),
                      static_cast<std::uint32_t>(memory),
                      static_cast<std::uint32_t>(devices),
                      std::string(trimmed(table.text(columns.kind))),
                      table.line()};
}

void check_row(const InventoryRow& row, TraceBuilder& builder, const CsvTable& table,
               const Columns& columns) {
  if (row.name.empty()) {
    builder.bad_value(NumberTrouble::None, "sn", "", table.place(columns.name), "a name");
  }
  if (row.devices == 0) {
    builder.warning("E-TRC-020", table.place(columns.devices),
                    fmt::format("node '{}' has no accelerators", row.name),
                    "it can only take work without any");
  } else if (row.kind.empty()) {
    builder.error(
        "E-TRC-021", table.place(columns.kind),
        fmt::format("node '{}': the model of its {} accelerators is empty", row.name, row.devices));
  }
}

}  // namespace

std::optional<std::vector<InventoryRow>> parse_inventory(std::string_view text,
                                                         const std::string& file_label,
                                                         Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.errors();
  const TraceOptions options;
  const TraceInput input{text, std::make_shared<const std::string>(file_label), options,
                         diagnostics};
  TraceBuilder builder(input, "openb-nodes");
  CsvTable table(builder);
  const Columns columns{table.require("sn"), table.require("cpu_milli"),
                        table.require("memory_mib"), table.require("gpu"), table.require("model")};
  if (diagnostics.errors() > errors_before) return std::nullopt;
  std::vector<InventoryRow> rows;
  std::unordered_map<std::string, std::uint32_t> lines;  // looked up only
  while (table.next()) {
    auto row = read_row(table, columns);
    if (!row) continue;
    check_row(*row, builder, table, columns);
    const auto [first, fresh] = lines.try_emplace(row->name, row->line);
    if (!fresh && !row->name.empty()) {
      builder.error("E-TRC-019", table.place(columns.name),
                    fmt::format("node '{}' is there twice", row->name),
                    fmt::format("first at line {}", first->second));
    }
    rows.push_back(std::move(*row));
  }
  if (rows.empty() && diagnostics.errors() == errors_before) {
    builder.error("E-TRC-003", {1, 1}, "the list has no nodes");
  }
  if (diagnostics.errors() > errors_before) return std::nullopt;
  return rows;
}

std::optional<std::vector<InventoryRow>> read_inventory(const std::string& path,
                                                        Diagnostics& diagnostics,
                                                        const Mark& asked_at) {
  const auto bytes = read_input(path, diagnostics, asked_at);
  if (!bytes) return std::nullopt;
  return parse_inventory(bytes->text(), path, diagnostics);
}

}  // namespace podsim
