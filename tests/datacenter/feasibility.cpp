// Jobs that could never run are rejected at submit, with their reason.
#include "sim/datacenter/feasibility.h"

#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

NodeGroup host(std::uint32_t nodes, std::uint32_t devices, std::uint32_t cpus, std::uint32_t memory,
               std::string kind) {
  NodeGroup made = group(nodes, devices, std::move(kind));
  made.cpu_milli_per_node = cpus * 1000;
  made.memory_mib_per_node = memory;
  return made;
}

/// Two nodes of 8 "big" with 64 CPUs and one of 2 "small" with 96 CPUs.
struct World {
  NameTable types;
  TypeSetId big{types.intern("big")};
  TypeSetId small{types.intern("small")};
  TypeSetId either{types.intern("small|big")};
  TypeSetId none{types.intern("huge")};
  Fleet fleet = fleet_of({host(2, 8, 64, 1000, "big"), host(1, 2, 96, 500, "small")});
  Feasibility feasibility{fleet, types};

  std::string_view reason(const Request& request) const {
    return feasibility.reason_against(request);
  }
};

}  // namespace

TEST_CASE("feasibility: a gang needs a pool that is large enough, whatever is free elsewhere") {
  const World world;
  CHECK(world.reason({.devices = 16}).empty());
  // 16 + 2 are there, but a gang spans no two pools.
  CHECK(world.reason({.devices = 17}) == "more-accelerators-than-any-pool-has");
  CHECK(world.reason({.devices = 3, .types = world.small}) ==
        "more-accelerators-than-any-pool-has");
  CHECK(world.reason({.devices = 3, .types = world.either}).empty());
}

TEST_CASE("feasibility: a kind that the fleet does not have") {
  const World world;
  CHECK(world.reason({.devices = 1, .types = world.none}) == "no-such-accelerator-type");
}

TEST_CASE("feasibility: all needs together on one node") {
  const World world;
  CHECK(world.reason({.devices = 8, .cpu_milli = 64'000}).empty());
  CHECK(world.reason({.devices = 9, .cpu_milli = 1}) == "no-node-is-large-enough");
  // 96 CPUs are on the node of 2 devices only.
  CHECK(world.reason({.devices = 2, .cpu_milli = 96'000}).empty());
  CHECK(world.reason({.devices = 3, .cpu_milli = 96'000}) == "no-node-is-large-enough");
  CHECK(world.reason({.cpu_milli = 96'001}) == "no-node-is-large-enough");
  CHECK(world.reason({.devices = 2, .cpu_milli = 96'000, .memory_mib = 501}) ==
        "no-node-is-large-enough");
}

TEST_CASE("feasibility: what a pool does not list is not checked there") {
  NameTable types;
  const Fleet fleet = fleet_of(1, 4);
  const Feasibility feasibility(fleet, types);
  CHECK(feasibility.reason_against({.devices = 4, .cpu_milli = 1'000'000, .memory_mib = 1'000'000})
            .empty());
}

TEST_CASE("feasibility: a job that needs nothing runs anywhere, also on no fleet at all") {
  NameTable types;
  const Fleet nothing;
  const Feasibility feasibility(nothing, types);
  CHECK(feasibility.reason_against({}).empty());
  CHECK(feasibility.reason_against({.devices = 1}) == "no-such-accelerator-type");
}

TEST_CASE("feasibility: alternatives, spelt by kind or by node model, in fleet order") {
  const World world;
  const auto& pools = world.feasibility.pools_by_types();
  CHECK(pools[kAnyType.index()] == std::vector{PoolId{0U}, PoolId{1U}});
  CHECK(pools[world.small.index()] == std::vector{PoolId{1U}});
  CHECK(pools[world.either.index()] == std::vector{PoolId{0U}, PoolId{1U}});
  CHECK(pools[world.none.index()].empty());
}

TEST_CASE("rejection: at submit, with its reason, and holding nobody back") {
  // The second asks for 5 of 4; the third starts at its arrival; the fourth needs nothing at all.
  const auto result =
      one_node(4, {job(0, 1, 1), job(1, 1, 5), job(1, 1, 4), job(2, 3, 0)}, "fcfs").run();
  CHECK(states(result) == std::vector{JobState::Completed, JobState::Rejected, JobState::Completed,
                                      JobState::Completed});
  CHECK(reason(result, 1) == "more-accelerators-than-any-pool-has");
  CHECK(starts(result) == Times{0, kNever, 1, 2});
  CHECK(ends(result) == Times{1, kNever, 2, 5});
}
