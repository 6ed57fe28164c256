// Claims and releases by hand.
#include "sim/hardware/capacity.h"

#include <doctest/doctest.h>

#include "sim/core/check.h"

using namespace podsim;

namespace {

constexpr PoolId kPool{0U};
constexpr NodeId kNowhere{};

NodeGroup nodes(std::uint32_t count, std::uint32_t devices, std::uint32_t cpus = 0,
                std::uint32_t memory = 0) {
  NodeGroup made;
  made.pool_name = made.accelerator = made.node_name = "gpu";
  made.nodes = count;
  made.devices_per_node = devices;
  made.cpu_milli_per_node = cpus * 1000;
  made.memory_mib_per_node = memory;
  return made;
}
Fleet fleet_of(const std::vector<NodeGroup>& groups) {
  Fleet fleet;
  for (const NodeGroup& each : groups) fleet.add(each);
  return fleet;
}
Holding whole(std::span<const Piece> pieces) {
  return {kPool, kNowhere, 1000, 0, 0, pieces};
}
Holding part(std::uint32_t milli, std::span<const Piece> pieces) {
  return {kPool, kNowhere, milli, 0, 0, pieces};
}

/// Everything that can be asked, for "nothing changed".
std::vector<std::uint64_t> picture(const Capacity& capacity) {
  std::vector<std::uint64_t> seen{capacity.free_milli()};
  for (std::uint32_t p = 0; p < capacity.fleet().pools().size(); ++p) {
    const PoolId pool{p};
    seen.push_back(capacity.free_devices(pool));
    for (std::uint32_t d = 0; d < capacity.fleet().pool(pool).devices; ++d) {
      seen.push_back(capacity.free_milli_of(pool, d));
    }
  }
  for (std::uint32_t n = 0; n < capacity.fleet().nodes().size(); ++n) {
    seen.push_back(capacity.free_on(NodeId{n}));
    seen.push_back(capacity.free_cpu_milli(NodeId{n}));
    seen.push_back(capacity.free_memory_mib(NodeId{n}));
  }
  return seen;
}

}  // namespace

TEST_CASE("capacity: all is free at first") {
  const Fleet fleet = fleet_of({nodes(3, 4)});
  const Capacity capacity(fleet);
  CHECK(capacity.free_devices(kPool) == 12);
  CHECK(capacity.free_milli() == 12'000);
  CHECK(capacity.nodes_with_free(kPool, 4).count(0, 3) == 3);
  CHECK(capacity.nodes_with_free(kPool, 3).empty());
}

TEST_CASE("capacity: a run over three nodes, partly, wholly, partly") {
  // Devices 2..9 of 3 nodes of 4: 2 of node 0, all of node 1, 2 of node 2.
  const Fleet fleet = fleet_of({nodes(3, 4)});
  Capacity capacity(fleet);
  const std::vector<Piece> run{{2, 8}};
  REQUIRE(capacity.claim(whole(run)));
  CHECK(capacity.free_devices(kPool) == 4);
  CHECK(capacity.free_on(NodeId{0U}) == 2);
  CHECK(capacity.free_on(NodeId{1U}) == 0);
  CHECK(capacity.free_on(NodeId{2U}) == 2);
  CHECK(capacity.nodes_with_free(kPool, 2).count(0, 3) == 2);
  CHECK(capacity.nodes_with_free(kPool, 4).empty());
  CHECK(capacity.free_map(kPool).next(2) == 10);
  capacity.release(whole(run));
  CHECK(picture(capacity) == picture(Capacity(fleet)));
  CHECK(capacity.nodes_with_free(kPool, 4).count(0, 3) == 3);
}

TEST_CASE("capacity: the edges of runs on and inside node borders") {
  const Fleet fleet = fleet_of({nodes(3, 4)});
  for (std::uint32_t first = 0; first < 12; ++first) {
    for (std::uint32_t last = first + 1; last <= 12; ++last) {
      Capacity capacity(fleet);
      const std::vector<Piece> run{{first, last - first}};
      REQUIRE(capacity.claim(whole(run)));
      for (std::uint32_t node = 0; node < 3; ++node) {
        const std::uint32_t begin = std::max(first, node * 4);
        const std::uint32_t end = std::min(last, node * 4 + 4);
        CHECK(capacity.free_on(NodeId{node}) == 4 - (end > begin ? end - begin : 0));
      }
      capacity.release(whole(run));
      CHECK(picture(capacity) == picture(Capacity(fleet)));
    }
  }
}

TEST_CASE("capacity: a pool of unlike nodes") {
  // Nodes of 2, 3, 3 and 1 devices and one without any: devices 1..6 are 1 of the first, 3 of the
  // second, 2 of the third.
  const Fleet fleet = fleet_of({nodes(1, 2), nodes(2, 3), nodes(1, 0), nodes(1, 1)});
  Capacity capacity(fleet);
  const std::vector<Piece> run{{1, 6}};
  REQUIRE(capacity.claim(whole(run)));
  CHECK(capacity.free_on(NodeId{0U}) == 1);
  CHECK(capacity.free_on(NodeId{1U}) == 0);
  CHECK(capacity.free_on(NodeId{2U}) == 1);
  CHECK(capacity.free_on(NodeId{3U}) == 0);
  CHECK(capacity.free_on(NodeId{4U}) == 1);
  CHECK(capacity.nodes_with_free(kPool, 1).count(0, 5) == 3);
  capacity.release(whole(run));
  CHECK(picture(capacity) == picture(Capacity(fleet)));
}

TEST_CASE("capacity: shares of one device") {
  // 300 + 700 fill device 1; 1 milli more does not fit; the device is whole again when both are
  // back.
  const Fleet fleet = fleet_of({nodes(1, 4)});
  Capacity capacity(fleet);
  const std::vector<Piece> device{{1, 1}};
  REQUIRE(capacity.claim(part(300, device)));
  CHECK(capacity.free_devices(kPool) == 3);
  CHECK(capacity.free_milli(kPool) == 3700);
  CHECK(capacity.free_milli_of(kPool, 1) == 700);
  CHECK_FALSE(capacity.can_claim(whole(device)));
  CHECK_FALSE(capacity.can_claim(part(701, device)));
  REQUIRE(capacity.claim(part(700, device)));
  CHECK(capacity.free_milli_of(kPool, 1) == 0);
  CHECK_FALSE(capacity.claim(part(1, device)));
  capacity.release(part(300, device));
  CHECK(capacity.free_milli_of(kPool, 1) == 300);
  CHECK(capacity.free_devices(kPool) == 3);
  capacity.release(part(700, device));
  CHECK(picture(capacity) == picture(Capacity(fleet)));
}

TEST_CASE("capacity: CPUs and memory of a node") {
  const Fleet fleet = fleet_of({nodes(2, 4, 8, 100)});
  Capacity capacity(fleet);
  const std::vector<Piece> two{{4, 2}};
  const Holding host{kPool, NodeId{1U}, 1000, 5000, 60, two};
  REQUIRE(capacity.claim(host));
  CHECK(capacity.free_cpu_milli(NodeId{1U}) == 3000);
  CHECK(capacity.free_memory_mib(NodeId{1U}) == 40);
  CHECK(capacity.host_fits(NodeId{1U}, 3000, 40));
  CHECK_FALSE(capacity.host_fits(NodeId{1U}, 3001, 40));
  CHECK_FALSE(capacity.host_fits(NodeId{1U}, 3000, 41));
  CHECK(capacity.host_fits(NodeId{0U}, 8000, 100));
  capacity.release(host);
  CHECK(picture(capacity) == picture(Capacity(fleet)));
}

TEST_CASE("capacity: a job without devices holds CPUs only") {
  const Fleet fleet = fleet_of({nodes(1, 4, 8, 100)});
  Capacity capacity(fleet);
  const Holding host{kPool, NodeId{0U}, 1000, 8000, 0, {}};
  REQUIRE(capacity.claim(host));
  CHECK(capacity.free_devices(kPool) == 4);
  CHECK_FALSE(capacity.can_claim({kPool, NodeId{0U}, 1000, 1, 0, {}}));
}

TEST_CASE("capacity: what a pool does not list is not checked") {
  const Fleet fleet = fleet_of({nodes(1, 4)});
  Capacity capacity(fleet);
  const Holding host{kPool, NodeId{0U}, 1000, 5000, 60, {}};
  REQUIRE(capacity.claim(host));
  CHECK(capacity.free_cpu_milli(NodeId{0U}) == 0);
  capacity.release(host);
  CHECK(capacity.free_cpu_milli(NodeId{0U}) == 0);
}

TEST_CASE("capacity: a refused claim changes nothing") {
  const Fleet fleet = fleet_of({nodes(2, 4, 8, 100)});
  Capacity capacity(fleet);
  const std::vector<Piece> taken{{3, 1}};
  REQUIRE(capacity.claim(part(400, taken)));
  const auto before = picture(capacity);
  const std::vector<std::vector<Piece>> wrong{
      {{0, 4}},          // device 3 is shared
      {{4, 2}, {3, 1}},  // the second piece is not free
      {{6, 3}},          // beyond the pool
      {{8, 1}},          // outside
      {{0, 0}},          // an empty piece
      {{0, 2}, {1, 2}},  // device 1 twice
      {{5, 1}, {5, 1}}, {{0, 0xffffffffU}},
  };
  for (const std::vector<Piece>& pieces : wrong) {
    CAPTURE(pieces.front().first);
    CHECK_FALSE(capacity.claim(whole(pieces)));
    CHECK(picture(capacity) == before);
  }
  const std::vector<Piece> free{{4, 1}};
  CHECK_FALSE(capacity.claim({kPool, NodeId{1U}, 1000, 8001, 0, free}));
  CHECK_FALSE(capacity.claim({kPool, NodeId{1U}, 1000, 0, 101, free}));
  const std::vector<Piece> two_shares{{4, 2}};
  CHECK_FALSE(capacity.claim(part(500, two_shares)));
  const std::vector<Piece> twice{{4, 1}, {4, 1}};
  CHECK_FALSE(capacity.claim(part(600, twice)));
  CHECK(picture(capacity) == before);
}

TEST_CASE("capacity: giving back what is not held is a broken invariant") {
  const Fleet fleet = fleet_of({nodes(2, 4, 8, 100)});
  Capacity capacity(fleet);
  const std::vector<Piece> run{{0, 2}};
  CHECK_THROWS_AS(capacity.release(whole(run)), InvariantError);
  const std::vector<Piece> one{{0, 1}};
  REQUIRE(capacity.claim(part(400, one)));
  CHECK_THROWS_AS(capacity.release(part(401, one)), InvariantError);
  CHECK_THROWS_AS(capacity.release({kPool, NodeId{0U}, 1000, 1, 0, {}}), InvariantError);
  CHECK_THROWS_AS(capacity.release({kPool, NodeId{0U}, 1000, 0, 1, {}}), InvariantError);
}

TEST_CASE("capacity: pools are apart") {
  NodeGroup other = nodes(1, 2);
  other.pool_name = other.accelerator = other.node_name = "other";
  const Fleet fleet = fleet_of({nodes(1, 4), other, nodes(1, 4)});
  Capacity capacity(fleet);
  // The second group of "gpu" is node 2 and continues the first pool's line.
  CHECK(fleet.pool(kPool).devices == 8);
  CHECK(fleet.node_of(kPool, 5) == NodeId{2U});
  const std::vector<Piece> all{{0, 2}};
  REQUIRE(capacity.claim({PoolId{1U}, kNowhere, 1000, 0, 0, all}));
  CHECK(capacity.free_devices(kPool) == 8);
  CHECK(capacity.free_devices(PoolId{1U}) == 0);
  CHECK(capacity.free_milli() == 8000);
}

TEST_CASE("holding: devices and milli") {
  const std::vector<Piece> pieces{{0, 3}, {7, 2}};
  CHECK(whole(pieces).devices() == 5);
  CHECK(whole(pieces).total_milli() == 5000);
  const std::vector<Piece> one{{9, 1}};
  CHECK(part(250, one).total_milli() == 250);
}
