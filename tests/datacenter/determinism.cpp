// The same input gives the same run: twice, on two threads, watched or not.
#include <algorithm>
#include <numeric>
#include <thread>

#include "sim/workload/synthetic.h"
#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

struct Blind final : ResultSink {
  void sample(Metric, std::uint32_t, SimTime, double) override { ++samples; }
  void held(JobId, NodeId, std::uint64_t, std::uint32_t) override {}
  std::uint64_t samples = 0;
};
struct Idle final : RunObserver {
  bool keep_going(const Progress&) override { return true; }
};

/// 500 jobs of half a device to 16 that keep 32 nodes of 2 busy, so that the queue is long.
Case busy(std::string queue, std::string placement) {
  SyntheticConfig config;
  config.jobs = 500;
  config.mean_gap = std::chrono::minutes(2);
  config.sizes = {{1.0, 0.6}, {4.0, 0.2}, {0.5, 0.1}, {16.0, 0.1}};
  config.overestimate = 2.0;
  config.users = 10;
  Diagnostics diagnostics;
  auto jobs = draw_jobs(config, 11, diagnostics);
  REQUIRE_MESSAGE(jobs, diagnostics.to_string());
  Case made{fleet_of(32, 2), std::move(*jobs), choice(std::move(queue)),
            choice(std::move(placement))};
  made.predictor = choice("last-two");
  return made;
}

}  // namespace

TEST_CASE("determinism: twice, on two threads at once, watched and unwatched") {
  for (const std::string queue : {"fcfs", "easy-backfill", "conservative-backfill"}) {
    CAPTURE(queue);
    Case test = busy(queue, "random");
    const auto first = test.run();
    std::uint64_t second = 0;
    std::uint64_t third = 0;
    std::thread one([&] { second = test.run().fingerprint; });
    std::thread other([&] { third = test.run().fingerprint; });
    one.join();
    other.join();
    CHECK(second == first.fingerprint);
    CHECK(third == first.fingerprint);
    Blind sink;
    Idle observer;
    Case watched = busy(queue, "random");
    watched.sink = &sink;
    watched.observer = &observer;
    const auto seen = watched.run();
    CHECK(seen.fingerprint == first.fingerprint);
    CHECK(seen.events == first.events);
    CHECK(sink.samples > 500);
  }
}

TEST_CASE("determinism: two different runs on two threads do not meet") {
  const Case a = busy("easy-backfill", "first-fit");
  const Case b = busy("sjf", "worst-fit");
  const std::uint64_t alone_a = a.run().fingerprint;
  const std::uint64_t alone_b = b.run().fingerprint;
  CHECK(alone_a != alone_b);
  std::uint64_t together_a = 0;
  std::uint64_t together_b = 0;
  std::thread one([&] { together_a = a.run().fingerprint; });
  std::thread other([&] { together_b = b.run().fingerprint; });
  one.join();
  other.join();
  CHECK(together_a == alone_a);
  CHECK(together_b == alone_b);
}

TEST_CASE("determinism: the fingerprint sees a moved start, another place and another seed") {
  const Case test = busy("fcfs", "random");
  const std::uint64_t base = test.run().fingerprint;
  Case other = busy("fcfs", "random");
  other.seed = 2;
  CHECK(other.run().fingerprint != base);
  CHECK(busy("fcfs", "first-fit").run().fingerprint != busy("fcfs", "worst-fit").run().fingerprint);
}

TEST_CASE("determinism: the fingerprint sees another pool") {
  const Case x{fleet_of({group(1, 1, "x"), group(1, 1, "y")}), table_of({job(0, 5, 1)})};
  NameTable types;
  Job wants_y = job(0, 5, 1);
  wants_y.request.types = TypeSetId{types.intern("y")};
  const Case y{x.fleet, table_of({wants_y}, types)};
  CHECK(x.run().fingerprint != y.run().fingerprint);
}

TEST_CASE("determinism: the order of rows is no more than a tie-break") {
  // Ten jobs in one instant on one device, run times 1..10 s in two orders. By length the rows do
  // not matter; in order of arrival the rows are the order: starts are the sums of what stands
  // before.
  std::vector<Job> rising;
  for (std::uint32_t i = 1; i <= 10; ++i) rising.push_back(job(3, i, 1));
  for (std::uint32_t i = 0; i < 10; ++i) rising[i].line = i + 1;
  std::vector<Job> falling(rising.rbegin(), rising.rend());
  const auto by_line = [](const std::vector<Job>& jobs, const std::string& queue) {
    const Case test = one_node(1, jobs, queue);
    const Times found = starts(test.run());
    Times sorted(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) sorted[test.jobs[JobId{i}].line - 1] = found[i];
    return sorted;
  };
  CHECK(by_line(rising, "sjf") == by_line(falling, "sjf"));
  CHECK(by_line(rising, "ljf") == by_line(falling, "ljf"));
  CHECK(by_line(rising, "fcfs") == Times{3, 4, 6, 9, 13, 18, 24, 31, 39, 48});
  CHECK(by_line(falling, "fcfs") == Times{57, 55, 52, 48, 43, 37, 30, 22, 13, 3});
}
