// Energy by hand, to the nanowatt-nanosecond, and what the sink receives.
#include <map>
#include <tuple>

#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

/// One node of 4 accelerators, each idle at 100 W and rated at 1000 W.
Fleet powered(std::uint32_t nodes = 1) {
  NodeGroup made = group(nodes, 4);
  made.power = DevicePower{Watts{100.0}, Watts{1000.0}};
  return fleet_of({made});
}
Job loaded(Job made, float load) {
  made.load = load;
  return made;
}
constexpr Int128 joules(std::int64_t j) {
  return Int128{j} * kSecond * kSecond;
}

struct Recorder final : ResultSink {
  using Key = std::pair<Metric, std::uint32_t>;
  void sample(Metric metric, std::uint32_t entity, SimTime time, double value) override {
    auto& steps = series[{metric, entity}];
    repeated |=
        !steps.empty() && (steps.back().first >= ticks(time) || steps.back().second == value);
    steps.emplace_back(ticks(time), value);
  }
  void held(JobId id, NodeId node, std::uint64_t first, std::uint32_t count) override {
    holdings.push_back({id.value(), node.value(), first, count});
  }
  std::vector<std::array<std::uint64_t, 4>> holdings;  ///< job, node, first, count
  std::map<Key, std::vector<std::pair<std::int64_t, double>>> series;
  bool repeated = false;
};

}  // namespace

TEST_CASE(
    "energy: jobs draw load x nameplate, free accelerators idle, the plant a factor on both") {
  // 2 devices at 0.5 x 1000 W over 0..10: 10,000 J. Idle: 2 x 100 W x 10 s + 4 x 100 W x 10 s until
  // 20: 6,000 J. Facility: 16,000 J x 1.25 = 20,000 J, of which 4,000 J are overhead. Peak: 1,200
  // W.
  Case test{powered(), table_of({loaded(job(0, 10, 2), 0.5F)})};
  test.settings.until = at(20);
  const auto result = test.run();
  CHECK(result.has_power);
  CHECK(result.ledger.job_energy == joules(10'000));
  CHECK(result.ledger.idle_energy == joules(6'000));
  CHECK(result.ledger.it_energy == joules(16'000));
  CHECK(result.ledger.facility_joules == doctest::Approx(20'000.0).epsilon(1e-12));
  CHECK(result.ledger.overhead_joules == doctest::Approx(4'000.0).epsilon(1e-12));
  CHECK(result.jobs[0].it_joules == doctest::Approx(10'000.0).epsilon(1e-12));
  CHECK(result.peak_nanowatts == 1'200'000'000'000);
  CHECK(result.peak_facility_watts == doctest::Approx(1500.0).epsilon(1e-12));
}

TEST_CASE("energy: a job without a load of its own draws the default") {
  // 0.76 x 1000 W x 4 x 10 s.
  Case test{powered(), table_of({job(0, 10, 4)})};
  CHECK(test.run().ledger.job_energy == joules(30'400));
  test.settings.default_load = 1.0;
  CHECK(test.run().ledger.job_energy == joules(40'000));
}

TEST_CASE("energy: a job draws no less than idle") {
  Case test{powered(), table_of({loaded(job(0, 10, 4), 0.05F), loaded(job(0, 10, 0), 1.0F)})};
  CHECK(test.run().ledger.job_energy == joules(4'000));
}

TEST_CASE("energy: a share draws its share, the rest of the device idles") {
  // Half a device at full load: 500 W x 10 s; the other half and 3 devices: 350 W x 10 s.
  const Case test{powered(), table_of({loaded(share(0, 10, 500), 1.0F)})};
  const auto result = test.run();
  CHECK(result.ledger.job_energy == joules(5'000));
  CHECK(result.ledger.idle_energy == joules(3'500));
}

TEST_CASE("energy: a warm-up is left out") {
  // The window 5..20 of the first case: jobs 5,000 J, idle 1,000 + 4,000 J.
  Case test{powered(), table_of({loaded(job(0, 10, 2), 0.5F)})};
  test.settings.warmup = at(5);
  test.settings.until = at(20);
  const auto result = test.run();
  CHECK(result.ledger.job_energy == joules(5'000));
  CHECK(result.ledger.idle_energy == joules(5'000));
  CHECK(result.ledger.facility_joules == doctest::Approx(12'500.0).epsilon(1e-12));
}

TEST_CASE("energy: borrowed accelerators draw nothing, for they are not there") {
  // A replay: A has all 4 at full load over 0..10; B borrows 4 over 2..12 and gets them at 10.
  std::vector<Job> jobs{loaded(job(0, 10, 4), 1.0F), loaded(job(0, 10, 4), 1.0F)};
  jobs[0].recorded_start = at(0);
  jobs[1].recorded_start = at(2);
  const Case test{powered(), table_of(jobs), choice("replay", "allow_overlap", "true")};
  const auto result = test.run();
  CHECK(result.ledger.job_energy == joules(4'000 * 12));
  CHECK(result.peak_nanowatts == 4'000'000'000'000);
}

TEST_CASE("energy: without power figures there is none") {
  NodeGroup with = group(1, 4, "known");
  with.power = DevicePower{Watts{100.0}, Watts{1000.0}};
  const Case test{fleet_of({with, group(1, 4, "unknown")}), table_of({job(0, 10, 4)})};
  const auto result = test.run();
  CHECK_FALSE(result.has_power);
  CHECK(result.ledger.it_energy == 0);
  CHECK(result.ledger.facility_joules == 0.0);
}

TEST_CASE("series: each metric at most once an instant, and only when it changed") {
  // At 0 two jobs of 2 start, one of 4 waits; at 10 both end and it starts until 15.
  Case test{powered(), table_of({job(0, 10, 2), job(0, 10, 2), job(3, 5, 4), job(3, 0, 0)})};
  Recorder recorder;
  test.sink = &recorder;
  (void)test.run();
  using Steps = std::vector<std::pair<std::int64_t, double>>;
  CHECK_FALSE(recorder.repeated);
  CHECK(recorder.series[{Metric::AcceleratorsAllocated, 0}] ==
        Steps{{0, 4.0}, {15 * kSecond, 0.0}});
  // The job that needs nothing waits behind the other one at 3, from 10 to 10 it has no length.
  CHECK(recorder.series[{Metric::JobsWaiting, 0}] ==
        Steps{{0, 0.0}, {3 * kSecond, 2.0}, {10 * kSecond, 0.0}});
  CHECK(recorder.series[{Metric::JobsRunning, 0}] ==
        Steps{{0, 2.0}, {10 * kSecond, 1.0}, {15 * kSecond, 0.0}});
  CHECK(recorder.series[{Metric::ItPower, 0}] == Steps{{0, 3040.0}, {15 * kSecond, 400.0}});
  CHECK(recorder.series[{Metric::FacilityPower, 0}] == Steps{{0, 3800.0}, {15 * kSecond, 500.0}});
}

TEST_CASE("series: begin with the empty fleet, by pool") {
  Case test{fleet_of({group(1, 4, "x"), group(1, 2, "y")}), table_of({job(5, 1, 3)})};
  Recorder recorder;
  test.sink = &recorder;
  (void)test.run();
  using Steps = std::vector<std::pair<std::int64_t, double>>;
  CHECK(recorder.series[{Metric::AcceleratorsAllocated, 0}] ==
        Steps{{0, 0.0}, {5 * kSecond, 3.0}, {6 * kSecond, 0.0}});
  CHECK(recorder.series[{Metric::AcceleratorsAllocated, 1}] == Steps{{0, 0.0}});
  CHECK(recorder.series.count({Metric::ItPower, 0}) == 0);
}

TEST_CASE("holdings: told at the end of a job, and at the end of the run") {
  // Two nodes of 4, first fit. Job 0 has 0-2, job 1 a gang over 3-5, job 2 half of 6. Job 1 ends
  // first; 0 and 2 run on and are told at the end of the run, in the order of their expected ends.
  Recorder recorder;
  Case test{fleet_of(2, 4), table_of({job(0, 30, 3), job(0, 10, 3), share(0, 100, 500)})};
  test.settings.until = at(20);
  test.sink = &recorder;
  (void)test.run();
  const std::vector<std::array<std::uint64_t, 4>> expected{
      {1, 0, 3, 3}, {0, 0, 0, 3}, {2, 1, 6, 1}};
  CHECK(recorder.holdings == expected);
}
