#include "sim/io/inventory.h"

#include <doctest/doctest.h>

#include "tests/io/findings.h"

namespace podsim {

TEST_CASE("a node list in any column order") {
  Diagnostics diagnostics;
  const auto rows = parse_inventory("model,gpu,sn,cpu_milli,memory_mib\nT9,8,n0,64000,262144\n",
                                    "test", diagnostics);
  REQUIRE(rows);
  REQUIRE(rows->size() == 1);
  CHECK(rows->front().name == "n0");
  CHECK(rows->front().devices == 8);
  CHECK(rows->front().kind == "T9");
  CHECK(rows->front().cpu_milli == 64'000);
  CHECK(rows->front().memory_mib == 262'144);
  CHECK(rows->front().line == 2);
  CHECK(diagnostics.findings().empty());
}

TEST_CASE("a node without accelerators is a warning, an empty list an error") {
  Diagnostics diagnostics;
  CHECK(parse_inventory("sn,cpu_milli,memory_mib,gpu,model\nn0,1,1,0,\n", "test", diagnostics));
  CHECK(findings(diagnostics) == std::vector<std::string>{"E-TRC-020 2:8"});
  Diagnostics empty;
  CHECK(!parse_inventory("sn,cpu_milli,memory_mib,gpu,model\n", "test", empty));
  CHECK(findings(empty) == std::vector<std::string>{"E-TRC-003 1:1"});
  Diagnostics columns;
  CHECK(!parse_inventory("sn,cpu_milli,memory_mib,gpus,model\n", "test", columns));
  CHECK(findings(columns) == std::vector<std::string>{"E-TRC-005 1:1"});
}

TEST_CASE("shared: openb nodes") {
  const std::string path = shared_trace("alibaba-gpu-2023/openb_node_list_gpu_node.csv");
  if (path.empty()) {
    MESSAGE("skipped: no ../shared");
    return;
  }
  Diagnostics diagnostics;
  const auto rows = read_inventory(path, diagnostics);
  REQUIRE(rows);
  CHECK(diagnostics.findings().empty());
  CHECK(rows->size() == 1213);
  std::uint32_t devices = 0;
  for (const InventoryRow& row : *rows) devices += row.devices;
  CHECK(devices == 6212);
}

}  // namespace podsim
