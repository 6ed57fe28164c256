// Which devices each placement policy chooses, by hand.
#include "tests/policies/bench.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

constexpr PoolId kPool{0U};
constexpr NodeId kNowhere{};

/// Four nodes of 8 with CPUs and memory, partly held: free are
///   node 0: devices 5..7 (3), node 1: 8..15 (8), node 2: 20..23 (4), node 3: 26..31 (6).
struct World {
  World() {
    for (const Piece& held : {Piece{0, 5}, Piece{16, 4}, Piece{24, 2}}) hold(1000, held);
  }
  void hold(std::uint32_t milli, Piece piece, NodeId node = kNowhere, std::uint32_t cpus = 0) {
    const std::vector<Piece> pieces{piece};
    REQUIRE(capacity.claim({kPool, node, milli, cpus * 1000, 0,
                            piece.count == 0 ? std::span<const Piece>{} : std::span(pieces)}));
  }
  static Fleet four_nodes() {
    NodeGroup made = group(4, 8);
    made.cpu_milli_per_node = 16'000;
    made.memory_mib_per_node = 100;
    return fleet_of({made});
  }

  Fleet fleet = four_nodes();
  Capacity capacity{fleet};
  std::vector<PoolId> pools{kPool};
};

std::unique_ptr<PlacementPolicy> policy(const std::string& name, std::uint64_t seed = 1) {
  return make_policy(PolicyKind::Placement, choice(name), {seed, nullptr}, &PolicyEntry::placement);
}

/// The pieces that a policy chooses; empty when it finds no place.
std::vector<Piece> places(const std::string& name, const World& world, const Request& request) {
  Placement placement;
  if (!policy(name)->place(world.capacity, request, world.pools, placement)) return {};
  return placement.pieces;
}
std::vector<Piece> gang(const std::string& name, const World& world, std::uint32_t devices) {
  return places(name, world, {.devices = devices});
}
/// The node that a policy chooses.
std::uint32_t node(const std::string& name, const World& world, const Request& request) {
  Placement placement;
  REQUIRE(policy(name)->place(world.capacity, request, world.pools, placement));
  return placement.node.value();
}

using Pieces = std::vector<Piece>;
const std::vector<std::string> kNames{"first-fit", "best-fit", "worst-fit", "pack-node", "random"};

}  // namespace

TEST_CASE("placement: a gang of 4") {
  const World world;
  CHECK(gang("first-fit", world, 4) == Pieces{{5, 4}});  // the lowest free, across nodes 0 and 1
  CHECK(gang("best-fit", world, 4) == Pieces{{20, 4}});  // node 2 has exactly 4
  CHECK(gang("pack-node", world, 4) == Pieces{{20, 4}});
  CHECK(gang("worst-fit", world, 4) == Pieces{{8, 4}});  // node 1 has most, 8
}

TEST_CASE("placement: a gang of 5, which no node has exactly") {
  const World world;
  CHECK(gang("best-fit", world, 5) == Pieces{{26, 5}});  // node 3 has 6, node 1 has 8
  CHECK(gang("pack-node", world, 5) == Pieces{{26, 5}});
  CHECK(gang("worst-fit", world, 5) == Pieces{{8, 5}});
}

TEST_CASE("placement: a gang of 10 straddles nodes") {
  const World world;
  CHECK(gang("first-fit", world, 10) == Pieces{{5, 10}});
  // The smallest holes first: 3 of node 0, 4 of node 2, 3 of node 3.
  CHECK(gang("best-fit", world, 10) == Pieces{{5, 3}, {20, 4}, {26, 3}});
  // The emptiest first: 8 of node 1, 2 of node 3.
  CHECK(gang("worst-fit", world, 10) == Pieces{{8, 8}, {26, 2}});
  CHECK(gang("pack-node", world, 10) == Pieces{{8, 8}, {26, 2}});
}

TEST_CASE("placement: all that is free, and one more") {
  const World world;
  for (const std::string& name : kNames) {
    CAPTURE(name);
    std::uint32_t found = 0;
    for (const Piece& piece : gang(name, world, 21)) found += piece.count;
    CHECK(found == 21);
    CHECK(gang(name, world, 22).empty());
  }
}

TEST_CASE("placement: equal nodes go by row") {
  World world;
  world.hold(1000, {5, 3});  // node 0 full; 1, 2 and 3 have 8, 4 and 6
  world.hold(1000, {8, 4});  // node 1 has 4, too
  CHECK(gang("best-fit", world, 4) == Pieces{{12, 4}});
  world.hold(1000, {26, 2});  // node 3 as well
  CHECK(gang("worst-fit", world, 3) == Pieces{{12, 3}});
}

TEST_CASE("placement: a share goes to the first device with enough of it") {
  // Device 5 has 400 left, 6 has 800.
  World world;
  world.hold(600, {5, 1});
  world.hold(200, {6, 1});
  CHECK(places("first-fit", world, {.devices = 1, .milli = 400}) == Pieces{{5, 1}});
  CHECK(places("first-fit", world, {.devices = 1, .milli = 500}) == Pieces{{6, 1}});
  CHECK(places("first-fit", world, {.devices = 1, .milli = 900}) == Pieces{{7, 1}});
}

TEST_CASE("placement: a share goes to the fullest or the emptiest node") {
  // Free milli: node 0 2,200, node 1 8,000, node 2 4,000, node 3 6,000.
  World world;
  world.hold(800, {5, 1});
  const Request half{.devices = 1, .milli = 500};
  CHECK(places("best-fit", world, half) == Pieces{{6, 1}});
  CHECK(places("pack-node", world, half) == Pieces{{6, 1}});
  CHECK(places("worst-fit", world, half) == Pieces{{8, 1}});
}

TEST_CASE("placement: on its node a share goes to the fullest or the emptiest device") {
  // Node 0 is the fullest: 5 has 700 left, 6 has 400, 7 all of it. On nodes 1 to 3 all is free or taken.
  World world;
  world.hold(300, {5, 1});
  world.hold(600, {6, 1});
  CHECK(places("first-fit", world, {.devices = 1, .milli = 400}) == Pieces{{5, 1}});
  CHECK(places("best-fit", world, {.devices = 1, .milli = 400}) == Pieces{{6, 1}});
  CHECK(places("pack-node", world, {.devices = 1, .milli = 500}) == Pieces{{5, 1}});
  world.hold(100, {8, 1});  // node 1 stays the emptiest
  CHECK(places("worst-fit", world, {.devices = 1, .milli = 400}) == Pieces{{9, 1}});
}

TEST_CASE("placement: CPUs and memory bind a job to one node") {
  // 12 of the 16 CPUs of node 0 are held. 2 devices with 5 CPUs: not on node 0.
  World world;
  world.hold(1000, {0, 0}, NodeId{0U}, 12);
  const Request pod{.devices = 2, .cpu_milli = 5000};
  CHECK(places("first-fit", world, pod) == Pieces{{8, 2}});
  CHECK(places("best-fit", world, pod) == Pieces{{20, 2}});
  CHECK(places("worst-fit", world, pod) == Pieces{{8, 2}});
  const Request small{.devices = 2, .cpu_milli = 4000};
  CHECK(places("first-fit", world, small) == Pieces{{5, 2}});
  CHECK(places("best-fit", world, small) == Pieces{{5, 2}});
  for (const std::string& name : kNames) {
    CAPTURE(name);
    CHECK(places(name, world, {.devices = 2, .memory_mib = 101}).empty());
    CHECK(places(name, world, {.devices = 9, .cpu_milli = 1}).empty());
    // 9 devices are free in several nodes together only.
    CHECK(places(name, world, {.devices = 7, .cpu_milli = 1000}) == Pieces{{8, 7}});
  }
}

TEST_CASE("placement: a job of CPUs only holds no device") {
  World world;
  world.hold(1000, {0, 0}, NodeId{0U}, 12);
  const Request cpus{.cpu_milli = 5000};
  CHECK(node("first-fit", world, cpus) == 1);
  CHECK(node("best-fit", world, cpus) == 2);  // fewest free accelerators of those with 5 CPUs
  CHECK(node("worst-fit", world, cpus) == 1);
  CHECK(places("first-fit", world, cpus).empty());
}

TEST_CASE("placement: alternatives in fleet order, a gang in one pool") {
  // Pools x and y of 4; 2 of x are held.
  const Fleet fleet = fleet_of({group(1, 4, "x"), group(1, 4, "y")});
  Capacity capacity(fleet);
  const Pieces held{{0, 2}};
  REQUIRE(capacity.claim({PoolId{0U}, kNowhere, 1000, 0, 0, held}));
  const std::vector<PoolId> either{PoolId{0U}, PoolId{1U}};
  const std::vector<PoolId> only_x{PoolId{0U}};
  for (const std::string& name : kNames) {
    CAPTURE(name);
    Placement placement;
    REQUIRE(policy(name)->place(capacity, {.devices = 2}, either, placement));
    CHECK(placement.pool == PoolId{0U});
    REQUIRE(policy(name)->place(capacity, {.devices = 3}, either, placement));
    CHECK(placement.pool == PoolId{1U});
    CHECK_FALSE(policy(name)->place(capacity, {.devices = 3}, only_x, placement));
    CHECK_FALSE(policy(name)->place(capacity, {.devices = 5}, either, placement));
    CHECK_FALSE(policy(name)->place(capacity, {.devices = 1}, {}, placement));
  }
}

TEST_CASE("placement: alternatives for a share, by node over all pools") {
  // x has one device with 300 left, y one that is free: best-fit takes the fuller.
  const Fleet fleet = fleet_of({group(1, 1, "x"), group(1, 1, "y")});
  Capacity capacity(fleet);
  const Pieces device{{0, 1}};
  REQUIRE(capacity.claim({PoolId{0U}, kNowhere, 700, 0, 0, device}));
  const std::vector<PoolId> either{PoolId{0U}, PoolId{1U}};
  const auto pool = [&](const std::string& name, std::uint32_t milli) {
    Placement placement;
    REQUIRE(policy(name)->place(capacity, {.devices = 1, .milli = milli}, either, placement));
    return placement.pool.value();
  };
  CHECK(pool("best-fit", 300) == 0);
  CHECK(pool("worst-fit", 300) == 1);
  CHECK(pool("first-fit", 301) == 1);
}

TEST_CASE("placement: random is the same for the same seed, and uses every node") {
  const Fleet fleet = fleet_of(4, 8);
  const Capacity capacity(fleet);
  const std::vector<PoolId> pools{kPool};
  const auto draw = [&](std::uint64_t seed, const Request& request) {
    const auto random = policy("random", seed);
    std::vector<std::uint32_t> firsts;
    for (int i = 0; i < 64; ++i) {
      Placement placement;
      REQUIRE(random->place(capacity, request, pools, placement));
      firsts.push_back(placement.pieces.front().first);
    }
    return firsts;
  };
  const Request gang_of_8{.devices = 8};
  const Request half{.devices = 1, .milli = 500};
  CHECK(draw(3, gang_of_8) == draw(3, gang_of_8));
  CHECK(draw(3, gang_of_8) != draw(4, gang_of_8));
  std::vector<std::uint32_t> nodes = draw(3, half);  // the first device of a drawn node
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  // With 64 draws a node of four is missed with (3/4)^64 = 1e-8.
  CHECK(nodes == std::vector<std::uint32_t>{0, 8, 16, 24});
}

TEST_CASE("placement: a random gang that begins near the end goes on at the start") {
  // 7 of 8 devices: whatever the origin, all but one are taken, each once.
  const Fleet fleet = fleet_of(1, 8);
  const std::vector<PoolId> pools{kPool};
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    Capacity capacity(fleet);
    Placement placement;
    REQUIRE(policy("random", seed)->place(capacity, {.devices = 7}, pools, placement));
    CHECK(capacity.claim({placement.pool, placement.node, 1000, 0, 0, placement.pieces}));
    CHECK(capacity.free_devices(kPool) == 1);
  }
}
