// Reservations by hand.
#include "sim/policies/release_forecast.h"

#include "tests/policies/bench.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

Holding gang(const std::vector<Piece>& pieces, PoolId pool = PoolId{0U}) {
  return {pool, NodeId{}, 1000, 0, 0, pieces};
}
Job host_job(std::uint32_t devices, std::uint32_t cpus, std::uint32_t memory) {
  Job made = job(0, 10, devices);
  made.request.cpu_milli = cpus * 1000;
  made.request.memory_mib = memory;
  return made;
}
Fleet hosts(std::uint32_t nodes, std::uint32_t devices, std::uint32_t cpus, std::uint32_t memory) {
  NodeGroup made = group(nodes, devices);
  made.cpu_milli_per_node = cpus * 1000;
  made.memory_mib_per_node = memory;
  return fleet_of({made});
}

}  // namespace

TEST_CASE("forecast: the earliest release that fits, with the extra of its whole instant") {
  // Of 8, 2 each end at 10, 20 and 20, 1 is free (one job of 1 never ends). The head needs 5: at 10
  // there are 3, at 20 7: shadow 20, extra 2.
  Bench bench(fleet_of(1, 8),
              {job(0, 10, 2), job(0, 20, 2), job(0, 20, 2), forever(0, 1), job(1, 5, 5)});
  bench.run(0, 0, 10, {{0, 2}});
  bench.run(1, 0, 20, {{2, 2}});
  bench.run(2, 0, 20, {{4, 2}});
  bench.run(3, 0, kTimeNever, {{6, 1}});
  const Reservation found = ReleaseForecast().reserve(bench.view(1), JobId{4U});
  CHECK(found.shadow == at(20));
  CHECK(found.extra_devices == 2);
  CHECK(found.pool == PoolId{0U});
}

TEST_CASE("forecast: never, when what is expected to end does not suffice") {
  Bench bench(fleet_of(1, 4), {forever(0, 2), job(0, 10, 1), job(1, 5, 3)});
  bench.run(0, 0, kTimeNever, {{0, 2}});
  bench.run(1, 0, 10, {{2, 1}});
  CHECK(ReleaseForecast().reserve(bench.view(1), JobId{2U}).shadow == kTimeNever);
}

TEST_CASE("forecast: an overdue job is expected to need as long again as it has run") {
  // It was due at 10 and has run since 4: at 16 it is expected at 28. At 4.5, a job that was due at
  // once is given a second at least.
  Bench bench(fleet_of(1, 4), {job(4, 10, 4), job(5, 5, 4)});
  bench.run(0, 4, 10, {{0, 4}});
  CHECK(bench.view(16).expected_end(bench.state.running.find(JobId{0U})) == at(28));
  const SchedulingView soon = bench.state.view(at(10));
  CHECK(soon.expected_end(bench.state.running.find(JobId{0U})) == at(16));
  Bench other(fleet_of(1, 4), {job(4, 10, 4)});
  other.run(0, 4, SimTime{Duration{4 * kSecond + 1}}, {{0, 4}});
  CHECK(other.state.view(SimTime{Duration{4 * kSecond + 2}})
            .expected_end(other.state.running.find(JobId{0U})) ==
        SimTime{Duration{5 * kSecond + 2}});
}

TEST_CASE("forecast: overdue jobs take their place among the others") {
  // At 12: X (2), since 0 and due at 10, is now expected at 24; Y (1) at 20; one is free. For 2 the
  // shadow is 20, for 3 it is 24 with 1 to spare.
  Bench bench(fleet_of(1, 4), {job(0, 10, 2), job(0, 20, 1), job(12, 5, 2), job(12, 5, 3)});
  bench.run(0, 0, 10, {{0, 2}});
  bench.run(1, 0, 20, {{2, 1}});
  const Reservation two = ReleaseForecast().reserve(bench.view(12), JobId{2U});
  CHECK(two.shadow == at(20));
  CHECK(two.extra_devices == 0);
  const Reservation three = ReleaseForecast().reserve(bench.view(12), JobId{3U});
  CHECK(three.shadow == at(24));
  CHECK(three.extra_devices == 1);
}

TEST_CASE("forecast: overdue jobs among themselves, those that started last end first") {
  // All due at 10 or before; at 20: A since 0 -> 40, B since 8 -> 32, C since 4 -> 36.
  Bench bench(fleet_of(1, 3), {job(0, 1, 1), job(0, 1, 1), job(0, 1, 1), job(20, 5, 2)});
  bench.run(0, 0, 9, {{0, 1}});
  bench.run(1, 8, 10, {{1, 1}});
  bench.run(2, 4, 8, {{2, 1}});
  CHECK(ReleaseForecast().reserve(bench.view(20), JobId{3U}).shadow == at(36));
}

TEST_CASE("forecast: halves free their device when both are back") {
  Bench bench(fleet_of(1, 1), {share(0, 5, 500), share(0, 10, 500), job(1, 5, 1)});
  bench.run(0, 0, 5, {{0, 1}});
  bench.run(1, 0, 10, {{0, 1}});
  CHECK(ReleaseForecast().reserve(bench.view(1), JobId{2U}).shadow == at(10));
}

TEST_CASE("forecast: a share waits for the first device with enough of it") {
  // Device 0: 700 until 5, 300 until 9. Device 1: 600 until 7. A share of 500 fits device 0 at 5
  // (700), one of 800 fits at 7 on device 1.
  Bench bench(fleet_of(1, 2), {share(0, 5, 700), share(0, 9, 300), share(0, 7, 600),
                               share(0, 7, 400), share(1, 5, 500), share(1, 5, 800)});
  bench.run(0, 0, 5, {{0, 1}});
  bench.run(1, 0, 9, {{0, 1}});
  bench.run(2, 0, 7, {{1, 1}});
  bench.run(3, 0, 7, {{1, 1}});
  CHECK(ReleaseForecast().reserve(bench.view(1), JobId{4U}).shadow == at(5));
  CHECK(ReleaseForecast().reserve(bench.view(1), JobId{5U}).shadow == at(7));
}

TEST_CASE("forecast: a job with CPUs waits for one node that has all of it") {
  // Two nodes of 4 devices, 8 CPUs, 100 MiB. Node 0: 2 devices, 8 CPUs until 10. Node 1: 3 devices,
  // 2 CPUs until 20. The head wants 3 devices and 4 CPUs: at 10 on node 0; 1 device, 4 CPUs and 100
  // MiB are to spare.
  Bench bench(hosts(2, 4, 8, 100), {host_job(2, 8, 0), host_job(3, 2, 0), host_job(3, 4, 0)});
  bench.run(0, 0, 10, {{0, 2}}, NodeId{0U});
  bench.run(1, 0, 20, {{4, 3}}, NodeId{1U});
  const Reservation found = ReleaseForecast().reserve(bench.view(1), JobId{2U});
  CHECK(found.shadow == at(10));
  CHECK(found.node == NodeId{0U});
  CHECK(found.extra_devices == 1);
  CHECK(found.extra_cpu_milli == 4000);
  CHECK(found.extra_memory_mib == 100);
}

TEST_CASE("forecast: only pools of the wanted kind count") {
  NameTable types;
  std::vector<Job> rows{job(0, 5, 2), job(0, 9, 2), job(1, 5, 2)};
  rows[2].request.types = TypeSetId{types.intern("y")};
  Bench bench(fleet_of({group(1, 2, "x"), group(1, 2, "y")}), rows, types);
  bench.run(0, 0, 5, {{0, 2}}, NodeId{}, PoolId{0U});
  bench.run(1, 0, 9, {{0, 2}}, NodeId{}, PoolId{1U});
  const Reservation found = ReleaseForecast().reserve(bench.view(1), JobId{2U});
  CHECK(found.shadow == at(9));
  CHECK(found.pool == PoolId{1U});
}

TEST_CASE("reservation: what outlasts the shadow must fit the extra of its pool") {
  const Fleet fleet = fleet_of({group(1, 8, "x"), group(1, 8, "y")});
  const Capacity capacity(fleet);
  Reservation kept{at(10), PoolId{0U}, NodeId{}, 3, 0, 0};
  const std::vector<Piece> two{{0, 2}};
  const std::vector<Piece> four{{0, 4}};
  CHECK_FALSE(kept.admits(gang(four), capacity));
  CHECK(kept.admits(gang(four, PoolId{1U}), capacity));
  CHECK(kept.admits(gang(two), capacity));
  kept.use(gang(two), capacity);
  CHECK(kept.extra_devices == 1);
  CHECK_FALSE(kept.admits(gang(two), capacity));
  kept.use(gang(four, PoolId{1U}), capacity);
  CHECK(kept.extra_devices == 1);
}

TEST_CASE("reservation: of a node, only what lies on it counts") {
  const Fleet fleet = hosts(2, 4, 8, 100);
  const Capacity capacity(fleet);
  // On node 1 (devices 4..7) one device and 2 CPUs are to spare.
  Reservation kept{at(10), PoolId{0U}, NodeId{1U}, 1, 2000, 50};
  const std::vector<Piece> across{{2, 3}};  // devices 2, 3 and 4: one on node 1
  const std::vector<Piece> both{{3, 3}};    // two on node 1
  CHECK(kept.admits(gang(across), capacity));
  CHECK_FALSE(kept.admits(gang(both), capacity));
  const std::vector<Piece> one{{6, 1}};
  CHECK(kept.admits({PoolId{0U}, NodeId{1U}, 1000, 2000, 50, one}, capacity));
  CHECK_FALSE(kept.admits({PoolId{0U}, NodeId{1U}, 1000, 2001, 50, one}, capacity));
  CHECK_FALSE(kept.admits({PoolId{0U}, NodeId{1U}, 1000, 2000, 51, one}, capacity));
  CHECK(kept.admits({PoolId{0U}, NodeId{0U}, 1000, 8000, 100, {}}, capacity));
  kept.use({PoolId{0U}, NodeId{1U}, 1000, 1500, 20, one}, capacity);
  CHECK(kept.extra_devices == 0);
  CHECK(kept.extra_cpu_milli == 500);
  CHECK(kept.extra_memory_mib == 30);
}
