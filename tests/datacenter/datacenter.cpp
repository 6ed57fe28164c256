// The loop: instants, windows, rounds, interruption, the books.
#include "sim/datacenter/datacenter.h"

#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

/// Looks, and stops the run at the first look behind `limit` events.
class Watcher final : public RunObserver {
 public:
  explicit Watcher(std::uint64_t limit) : limit_(limit) {}
  bool keep_going(const Progress& progress) override {
    last = progress;
    return progress.events < limit_;
  }
  Progress last;

 private:
  std::uint64_t limit_;
};

/// Starts nothing and wants to be asked again at once.
class Sleepless final : public QueuePolicy {
 public:
  void decide(const SchedulingView& view, Triggers /*triggers*/, Draft& draft) override {
    ++asked;
    draft.wake_at(view.now);
  }
  int asked = 0;
};

/// Asks to be woken every second and starts the first job at the fifth call.
class Patient final : public QueuePolicy {
 public:
  void decide(const SchedulingView& view, Triggers triggers, Draft& draft) override {
    woken.push_back(triggers.wake);
    if (woken.size() == 5) (void)draft.start(view.waiting.front());
    if (woken.size() < 5) draft.wake_at(view.now + seconds(1));
  }
  std::vector<bool> woken;
};

}  // namespace

TEST_CASE("datacenter: an empty table is a run of no length") {
  const auto result = one_node(4, {}, "fcfs").run();
  CHECK(result.status == RunStatus::Finished);
  CHECK(result.window_close == kTimeZero);
  CHECK(result.ledger.capacity == 0);
}

TEST_CASE("datacenter: ten thousand jobs without length in one instant") {
  // One device, one after the other: each starts and ends at 7. They use no accelerator time, and
  // the peak is what is in use after an instant: none. Where each decision looks at the whole
  // queue, a thousand show the same in a hundredth of the time.
  for (const std::string queue : {"fcfs", "sjf", "easy-backfill", "conservative-backfill"}) {
    CAPTURE(queue);
    const std::size_t count = queue.ends_with("backfill") ? 1'000 : 10'000;
    const auto result = one_node(1, std::vector<Job>(count, job(7, 0, 1)), queue).run();
    CHECK(ends(result) == Times(count, 7));
    CHECK(result.peak_milli == 0);
    CHECK(result.ledger.allocated == 0);
  }
}

TEST_CASE("datacenter: the peak excludes jobs without length, and counts those beside them") {
  const auto result = one_node(4, {job(0, 0, 3), job(0, 1, 1), job(1, 0, 4)}, "fcfs").run();
  CHECK(result.peak_milli == 1000);
}

TEST_CASE("datacenter: the peak at a hand-over is not the sum of both") {
  const auto result = one_node(4, {job(0, 10, 4), job(10, 5, 3)}, "fcfs").run();
  CHECK(result.peak_milli == 4000);
}

TEST_CASE("datacenter: never-ending jobs run until the window's close") {
  // Until 100: 2 devices x 100 s, though the last event is at 3.
  Case test = one_node(4, {forever(0, 2), job(1, 2, 1)}, "fcfs");
  test.settings.until = at(100);
  const auto result = test.run();
  CHECK(states(result) == std::vector{JobState::Running, JobState::Completed});
  CHECK(device_seconds(result.ledger.allocated) == 202);
  CHECK(device_seconds(result.ledger.free) == 198);
  CHECK(result.last_end == at(3));
}

TEST_CASE("datacenter: without until the window closes at the last event") {
  const auto result = one_node(4, {forever(0, 2), job(1, 2, 1)}, "fcfs").run();
  CHECK(result.window_close == at(3));
  CHECK(device_seconds(result.ledger.allocated) == 8);
}

TEST_CASE("datacenter: the window is half open") {
  // Until 10: what happens at 10 has not happened. A, from 0 to 10, still runs; B, submitted at 9,
  // waits; C, to be submitted at 10, is not. A nanosecond later B has taken A's place.
  Case test = one_node(4, {job(0, 10, 4), job(9, 1, 4), job(10, 1, 1)}, "fcfs");
  test.settings.until = at(10);
  const auto result = test.run();
  CHECK(states(result) ==
        std::vector{JobState::Running, JobState::Waiting, JobState::NotSubmitted});
  CHECK(device_seconds(result.ledger.allocated) == 40);
  CHECK(result.ledger.waiting == Int128{kSecond});
  test.settings.until = SimTime{seconds(10) + Duration{1}};
  CHECK(states(test.run()) ==
        std::vector{JobState::Completed, JobState::Running, JobState::Waiting});
}

TEST_CASE("datacenter: a warm-up is left out of the integrals, not of the run") {
  // A has 4 devices over 0..10, B 2 over 10..20. The window 5..15: 4 x 5 + 2 x 5 of 4 x 10. C waits
  // from 3 to 10, of which 5 in the window.
  Case test = one_node(4, {job(0, 10, 4), job(3, 10, 2)}, "fcfs");
  test.settings.warmup = at(5);
  test.settings.until = at(15);
  const auto result = test.run();
  CHECK(device_seconds(result.ledger.allocated) == 30);
  CHECK(device_seconds(result.ledger.claimed) == 30);
  CHECK(device_seconds(result.ledger.free) == 10);
  CHECK(device_seconds(result.ledger.capacity) == 40);
  CHECK(result.ledger.waiting == Int128{5} * kSecond);
  CHECK(starts(result) == Times{0, 10});
}

TEST_CASE("datacenter: the peak is taken in the window, even if nothing happens in it") {
  // All 4 devices until 2, then 3 until 100, and no event in 5..50: the peak is 3.
  Case test = one_node(4, {job(0, 100, 3), job(0, 2, 1)}, "fcfs");
  test.settings.warmup = at(5);
  test.settings.until = at(50);
  CHECK(test.run().peak_milli == 3000);
  // What ends exactly when the window opens is not in it.
  test.settings.warmup = at(2);
  CHECK(test.run().peak_milli == 3000);
  test.settings.warmup = SimTime{seconds(2) - Duration{1}};
  CHECK(test.run().peak_milli == 4000);
}

TEST_CASE("datacenter: shifting all arrivals shifts the schedule") {
  std::vector<Job> jobs{job(0, 10, 3), job(1, 10, 2), job(2, 10, 4), job(3, 20, 1), job(3, 0, 2)};
  std::vector<Job> later = jobs;
  for (Job& each : later) each.arrival += seconds(1'000'000);
  for (const std::string queue :
       {"fcfs", "sjf", "ljf", "priority", "easy-backfill", "conservative-backfill"}) {
    CAPTURE(queue);
    Times expected = starts(one_node(4, jobs, queue).run());
    for (std::int64_t& start : expected) start += 1'000'000;
    CHECK(starts(one_node(4, later, queue).run()) == expected);
  }
}

TEST_CASE("datacenter: an observer sees the run, and can end it with the books balanced") {
  // 5,000 jobs of 1 s, one a second on one device: two events or more each.
  std::vector<Job> jobs;
  for (std::int64_t i = 0; i < 5000; ++i) jobs.push_back(job(i, 1, 1));
  Watcher all(~0ULL);
  Case test = one_node(1, jobs, "fcfs");
  test.observer = &all;
  const auto whole = test.run();
  CHECK(whole.status == RunStatus::Finished);
  CHECK(all.last.jobs_total == 5000);
  Watcher some(whole.events / 2);
  test.observer = &some;
  const auto part = test.run();  // the ledger is checked at the close
  CHECK(part.status == RunStatus::Interrupted);
  CHECK(part.window_close == some.last.now);
  CHECK(part.ledger.claimed + part.ledger.free == part.ledger.capacity);
  std::size_t completed = 0;
  for (const JobOutcome& outcome : part.jobs) completed += outcome.state == JobState::Completed;
  CHECK(completed == some.last.jobs_done);
  CHECK(completed > 1000);
  CHECK(completed < 5000);
}

TEST_CASE("datacenter: a policy that keeps waking itself is a diagnosis, not a hang") {
  const Case test = one_node(1, {job(4, 1, 1)}, "fcfs");
  const std::string broken =
      broken_invariant([&] { (void)test.run_with(std::make_unique<Sleepless>()); });
  CHECK(broken.find("the queue policy 'unnamed' keeps waking itself") != std::string::npos);
  CHECK(broken.find("at 4000000000 ns") != std::string::npos);
}

TEST_CASE("datacenter: a policy is woken when it asked for it") {
  // Arrival at 10, wakes at 11, 12, 13 and 14: the job starts at 14.
  const Case test = one_node(1, {job(10, 1, 1)}, "fcfs");
  auto patient = std::make_unique<Patient>();
  Patient* seen = patient.get();
  std::vector<bool> woken;
  const PolicyContext context{1, &test.jobs};
  DatacenterParts parts;
  parts.fleet = &test.fleet;
  parts.jobs = &test.jobs;
  parts.queue = std::move(patient);
  parts.placement =
      make_policy(PolicyKind::Placement, test.placement, context, &PolicyEntry::placement);
  parts.predictor =
      make_policy(PolicyKind::Predictor, test.predictor, context, &PolicyEntry::predictor);
  parts.plant = std::make_unique<ConstantPue>(1.0);
  Datacenter datacenter(std::move(parts));
  CHECK(starts(datacenter.run()) == Times{14});
  CHECK(seen->woken == std::vector{false, true, true, true, true, false});
}
