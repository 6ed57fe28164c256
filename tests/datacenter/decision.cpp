// The validator between a queue policy and the state.
#include "sim/datacenter/decision.h"

#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

struct Bench {
  explicit Bench(std::vector<Job> made, std::uint32_t devices = 4)
      : fleet(fleet_of(1, devices)),
        jobs(table_of(std::move(made))),
        state(fleet, jobs),
        placement(make_policy(PolicyKind::Placement, choice("first-fit"), {1, &jobs},
                              &PolicyEntry::placement)),
        decision(state, *placement) {
    decision.begin(at(5));
  }
  /// As the datacenter does at a job's arrival.
  void arrive(std::uint32_t id) {
    state.outcomes[id].state = JobState::Waiting;
    state.estimates[id] = jobs[JobId{id}].runtime;
    state.waiting.push(JobId{id});
  }
  Fleet fleet;
  JobTable jobs;
  SchedulerState state;
  std::unique_ptr<PlacementPolicy> placement;
  Decision decision;
};

}  // namespace

TEST_CASE("decision: a start claims at once and takes the job out of the queue") {
  Bench bench({job(0, 10, 3), job(0, 10, 2)});
  bench.arrive(0);
  bench.arrive(1);
  CHECK(bench.decision.start(JobId{0U}) == Verdict::Started);
  CHECK(bench.state.capacity.free_devices(PoolId{0U}) == 1);
  CHECK(bench.state.waiting.size() == 1);
  CHECK(bench.decision.start(JobId{1U}) == Verdict::DoesNotFit);
  CHECK(bench.decision.start(JobId{0U}) == Verdict::NotWaiting);
  CHECK(bench.decision.started() == std::vector{JobId{0U}});
  CHECK(bench.state.running.find(JobId{0U}).expected_end == at(15));
}

TEST_CASE("decision: jobs that are not there cannot be started or rejected") {
  Bench bench({job(0, 10, 3)});
  CHECK(bench.decision.start(JobId{0U}) == Verdict::NotWaiting);
  CHECK(bench.decision.start(JobId{7U}) == Verdict::NotWaiting);
  CHECK(bench.decision.start(JobId{}) == Verdict::NotWaiting);
  bench.decision.reject(JobId{7U}, "no");
  CHECK(bench.decision.rejected().empty());
}

TEST_CASE("decision: a job that is held back by another one is not in the queue") {
  Bench bench({job(0, 10, 3), job(0, 10, 1)});
  bench.arrive(0);
  bench.state.outcomes[1].state = JobState::Waiting;  // held: submitted, but not in the list
  CHECK(bench.decision.start(JobId{1U}) == Verdict::NotWaiting);
  bench.decision.reject(JobId{1U}, "no");
  CHECK(bench.decision.rejected().empty());
  CHECK(bench.state.waiting.size() == 1);
}

TEST_CASE("decision: a refused admission takes nothing") {
  Bench bench({job(0, 10, 3)});
  bench.arrive(0);
  int asked = 0;
  const auto never = [&](const Holding& holding) {
    ++asked;
    CHECK(holding.devices() == 3);
    return false;
  };
  CHECK(bench.decision.start_if(JobId{0U}, never) == Verdict::NotAdmitted);
  CHECK(asked == 1);
  CHECK(bench.state.capacity.free_devices(PoolId{0U}) == 4);
  CHECK(bench.decision.start_if(JobId{0U}, [](const Holding&) { return true; }) ==
        Verdict::Started);
}

TEST_CASE("decision: a rejection names its reason once") {
  Bench bench({job(0, 10, 1), job(0, 10, 1)});
  bench.arrive(0);
  bench.arrive(1);
  bench.decision.reject(JobId{0U}, "no");
  bench.decision.reject(JobId{1U}, "no");
  CHECK(bench.decision.rejected().size() == 2);
  CHECK(bench.state.reasons == std::vector<std::string>{"", "no"});
  CHECK(bench.state.waiting.empty());
}

TEST_CASE("decision: the earliest wake counts, the first failure too") {
  Bench bench({job(0, 10, 1), job(0, 10, 1)});
  bench.decision.wake_at(at(30));
  bench.decision.wake_at(at(20));
  bench.decision.wake_at(at(25));
  CHECK(bench.decision.wake() == at(20));
  bench.decision.fail_run(JobId{1U}, "is wrong");
  bench.decision.fail_run(JobId{0U}, "is worse");
  CHECK(bench.decision.failure() == "job 2 (line 2 of the trace) is wrong");
  bench.decision.begin(at(6));
  CHECK(bench.decision.wake() == kTimeNever);
}
