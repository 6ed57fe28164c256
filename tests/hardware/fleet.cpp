#include "sim/hardware/fleet.h"

#include <doctest/doctest.h>

using namespace podsim;

namespace {

NodeGroup group(std::string pool, std::string kind, std::uint32_t nodes, std::uint32_t devices) {
  NodeGroup made;
  made.pool_name = std::move(pool);
  made.accelerator = std::move(kind);
  made.nodes = nodes;
  made.devices_per_node = devices;
  made.node_name = made.pool_name + "-";
  return made;
}

}  // namespace

TEST_CASE("fleet: nodes of one model share a pool and its line of devices") {
  Fleet fleet;
  fleet.add(group("a", "x", 2, 8));
  fleet.add(group("b", "y", 1, 4));
  fleet.add(group("a", "x", 1, 2));
  CHECK(fleet.accelerators() == 22);
  REQUIRE(fleet.pools().size() == 2);
  const Pool& a = fleet.pool(PoolId{0U});
  CHECK(a.devices == 18);
  CHECK(a.max_devices_per_node == 8);
  CHECK(a.nodes == std::vector{NodeId{0U}, NodeId{1U}, NodeId{3U}});
  // The last node of "a" is row 3, place 2, and begins behind 16 devices.
  const Node& last = fleet.node(NodeId{3U});
  CHECK(last.place == 2);
  CHECK(last.first_device == 16);
  CHECK(fleet.node_of(PoolId{0U}, 15) == NodeId{1U});
  CHECK(fleet.node_of(PoolId{0U}, 16) == NodeId{3U});
}

TEST_CASE("fleet: nodes are named by prefix and number, a single one by its name") {
  Fleet fleet;
  fleet.add(group("a", "x", 2, 8));
  fleet.add(group("b", "x", 1, 8));
  CHECK(fleet.node(NodeId{1U}).name == "a-1");
  CHECK(fleet.node(NodeId{2U}).name == "b-");
}

TEST_CASE("fleet: kinds in the order of pools, each once") {
  Fleet fleet;
  fleet.add(group("a", "x", 1, 1));
  fleet.add(group("b", "y", 1, 1));
  fleet.add(group("c", "x", 1, 1));
  CHECK(fleet.kinds() == std::vector<std::string>{"x", "y"});
}

TEST_CASE("fleet: power is known when every pool has a figure") {
  Fleet fleet;
  NodeGroup with = group("a", "x", 1, 1);
  with.power = DevicePower{Watts{100.0}, Watts{700.0}};
  fleet.add(with);
  CHECK(fleet.has_power());
  fleet.add(group("b", "y", 1, 1));
  CHECK_FALSE(fleet.has_power());
  CHECK(fleet.kinds_without_power() == std::vector<std::string>{"y"});
}

TEST_CASE("fleet: a pool accounts CPUs or memory when some node lists them") {
  Fleet fleet;
  fleet.add(group("a", "x", 1, 1));
  CHECK_FALSE(fleet.pool(PoolId{0U}).accounts_cpu);
  NodeGroup with = group("a", "x", 1, 1);
  with.cpu_milli_per_node = 1000;
  fleet.add(with);
  CHECK(fleet.pool(PoolId{0U}).accounts_cpu);
  CHECK_FALSE(fleet.pool(PoolId{0U}).accounts_memory);
}
