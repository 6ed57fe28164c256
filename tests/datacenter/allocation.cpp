// No allocation per event: over the second half of a run the loop asks for no memory at all.
#include <filesystem>

#include "sim/io/trace.h"
#include "sim/workload/synthetic.h"
#include "tests/datacenter/counting_new.h"
#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

/// Switches the counter on at the first look behind `half` events.
class HalfTime final : public RunObserver {
 public:
  explicit HalfTime(std::uint64_t half) : half_(half) {}
  bool keep_going(const Progress& progress) override {
    if (progress.events >= half_ && !on_) {
      on_ = true;
      count_allocations(true);
    }
    return true;
  }

 private:
  std::uint64_t half_;
  bool on_ = false;
};

/// Passes everything on; remembers the counter after the last decision, before the run is wound up.
class Counted final : public QueuePolicy {
 public:
  Counted(std::unique_ptr<QueuePolicy> inner, std::uint64_t& last)
      : inner_(std::move(inner)), last_(&last) {}
  void job_waiting(const SchedulingView& view, JobId job) override {
    inner_->job_waiting(view, job);
  }
  void decide(const SchedulingView& view, Triggers triggers, Draft& draft) override {
    inner_->decide(view, triggers, draft);
    *last_ = allocations();
  }

 private:
  std::unique_ptr<QueuePolicy> inner_;
  std::uint64_t* last_;
};

/// Allocations between the half of the events and the last decision.
std::uint64_t allocations_in_second_half(Case test) {
  HalfTime observer(test.run().events / 2);
  test.observer = &observer;
  const PolicyContext context{1, &test.jobs};
  const std::uint64_t before = allocations();
  std::uint64_t last = before;
  (void)test.run_with(std::make_unique<Counted>(
      make_policy(PolicyKind::Queue, test.queue, context, &PolicyEntry::queue), last));
  count_allocations(false);
  return last - before;
}

/// Mostly single accelerators with long tails, like Philly, at about 90 % of 256 accelerators. The
/// first half is busier than the second, so that no high-water mark is set in the second.
JobTable philly_like(std::int64_t jobs) {
  SyntheticConfig config;
  config.jobs = jobs;
  config.mean_gap = std::chrono::seconds(30);
  config.sizes = {{1.0, 0.93}, {2.0, 0.02}, {4.0, 0.02}, {8.0, 0.02}, {32.0, 0.01}};
  config.users = 20;
  Diagnostics diagnostics;
  auto drawn = draw_jobs(config, 5, diagnostics);
  REQUIRE_MESSAGE(drawn, diagnostics.to_string());
  std::vector<Job> made = drawn->jobs();
  for (std::size_t i = made.size() / 2; i < made.size(); ++i) made[i].runtime /= 2;
  return JobTable::from(std::move(made), drawn->users(), {}, {});
}

}  // namespace

TEST_CASE("allocation: the counter counts") {
  const std::uint64_t before = allocations();
  count_allocations(true);
  void* one = ::operator new(1);  // a call, where a compiler may leave out a new-expression
  count_allocations(false);
  void* other = ::operator new(1);
  ::operator delete(one);
  ::operator delete(other);
  CHECK(allocations() - before == 1);
}

TEST_SUITE("slow") {
  TEST_CASE("allocation: none per event, drawn workload, any queue policy") {
    const JobTable jobs = philly_like(20'000);
    for (const std::string queue : {"fcfs", "sjf", "easy-backfill", "conservative-backfill"}) {
      for (const std::string placement : {"first-fit", "best-fit", "random"}) {
        CAPTURE(queue);
        CAPTURE(placement);
        const Case test{fleet_of(32, 8), jobs, choice(queue), choice(placement)};
        CHECK(allocations_in_second_half(test) == 0);
      }
    }
  }

  TEST_CASE("allocation: none per event on the real Philly trace") {
    const std::string file = std::string(PODSIM_SHARED_DIR) + "/traces/philly-sia/philly.csv";
    if (!std::filesystem::exists(file)) {
      MESSAGE("skipped: no ", file);
      return;
    }
    Diagnostics diagnostics;
    const auto trace = read_trace(file, {}, diagnostics);
    REQUIRE_MESSAGE(trace, diagnostics.to_string());
    REQUIRE(trace->jobs.size() == 82'247);
    for (const std::string queue : {"fcfs", "easy-backfill"}) {
      for (const std::uint32_t nodes : {56U, 160U}) {
        CAPTURE(queue);
        CAPTURE(nodes);
        const Case test{fleet_of(nodes, 8), trace->jobs, choice(queue)};
        CHECK(allocations_in_second_half(test) == 0);
      }
    }
  }
}
