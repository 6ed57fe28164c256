#include "sim/study/run.h"

#include <atomic>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>
#include <vector>

#include "tests/study/small.h"

using namespace podsim;

namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

struct Done {
  ExitCode exit = ExitCode::RunFailed;
  std::string fingerprint;
  std::string result;  ///< the bytes of the result file
};

Done run_of(const std::string& scenario, const std::string& queue, const std::string& out) {
  RunRequest request;
  request.scenario_path = std::string(PODSIM_SOURCE_DIR) + "/scenarios/" + scenario;
  request.overrides.sets = {"policies.queue=" + queue, "expect=[]"};
  request.out = out;
  Diagnostics diagnostics;
  const RunOutcome outcome = run_scenario(request, diagnostics);
  Done done{outcome.exit, {}, bytes_of(out)};
  if (const auto* mark = outcome.summary.metrics.find("fingerprint")) {
    done.fingerprint = std::get<std::string>(*mark);
  }
  return done;
}

/// Stops a run at its first look.
struct Stop final : RunObserver {
  bool keep_going(const Progress& progress) override {
    seen = progress;
    return false;
  }
  Progress seen;
};

}  // namespace

TEST_CASE("run: two in one process on two threads do not meet") {
  const TempFolder folder("threads");
  struct Run {
    std::string scenario, queue;
  };
  const std::vector<Run> jobs{{"quickstart.yaml", "easy-backfill"},
                              {"planning/synthetic.yaml", "fcfs"},
                              {"quickstart.yaml", "sjf"},
                              {"planning/synthetic.yaml", "easy-backfill"}};
  std::vector<Done> alone(jobs.size());
  std::vector<Done> together(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    alone[i] = run_of(jobs[i].scenario, jobs[i].queue, folder.file(fmt::format("alone{}.h5", i)));
  }
  const auto half = [&](std::size_t first) {
    for (std::size_t i = first; i < jobs.size(); i += 2) {
      together[i] =
          run_of(jobs[i].scenario, jobs[i].queue, folder.file(fmt::format("both{}.h5", i)));
    }
  };
  std::thread one(half, 0);
  std::thread other(half, 1);
  one.join();
  other.join();
  std::set<std::string> marks;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    CAPTURE(jobs[i].scenario);
    CAPTURE(jobs[i].queue);
    CHECK(alone[i].exit == ExitCode::Done);
    CHECK(together[i].exit == ExitCode::Done);
    CHECK(together[i].fingerprint == alone[i].fingerprint);
    CHECK(!alone[i].result.empty());
    CHECK(together[i].result == alone[i].result);  // the whole file, byte for byte
    marks.insert(alone[i].fingerprint);
  }
  CHECK(marks.size() == jobs.size());  // four different runs
}

TEST_CASE("run: an interrupted run keeps what it has") {
  const TempFolder folder("interrupted");
  Stop stop;
  RunRequest request;
  request.scenario_path = std::string(PODSIM_SOURCE_DIR) + "/scenarios/quickstart.yaml";
  request.out = folder.file("result.h5");
  request.observer = &stop;
  Diagnostics diagnostics;
  const RunOutcome outcome = run_scenario(request, diagnostics);
  CHECK(outcome.exit == ExitCode::Interrupted);  // before its gates: they are not reached
  CHECK(stop.seen.jobs_total == 1500);
  CHECK(stop.seen.events > 0);
  CHECK(number(outcome.summary, "jobs.submitted") < 1500.0);
  CHECK(number(outcome.summary, "jobs.submitted") + number(outcome.summary, "jobs.not_submitted") ==
        1500.0);
  CHECK(outcome.summary.metrics.find("notes.interrupted") != nullptr);
  CHECK(std::filesystem::file_size(request.out) > 0);
}

TEST_CASE("run: a resolved scenario is complete, and the same run") {
  const SmallScenario small("policies: {queue: easy-backfill}\n");
  const auto first = small.build();
  const std::string resolved = first->resolved_yaml;
  for (const char* key : {"seed: 1", "walltime_kill: true", "load: 0.76", "placement: first-fit"}) {
    CHECK_MESSAGE(resolved.find(key) != std::string::npos, resolved);
  }
  const SmallScenario again("", kSmallJobs, resolved);
  const auto second = again.build();
  CHECK(second->resolved_yaml == resolved);
  CHECK(simulate(*second, nullptr, nullptr).fingerprint ==
        simulate(*first, nullptr, nullptr).fingerprint);
}

TEST_CASE("run: overrides hold over the file, the trace and the seed have options of their own") {
  const SmallScenario small("run: {seed: 3}\n");
  const std::string other = small.file("other.csv");
  std::ofstream(other) << "arrival,accelerators,runtime\n0,1,7\n";
  const auto run = small.build({{"plant.pue=1.1", "plant.pue=1.3"}, other, 9});
  CHECK(run->loaded.scenario.plant->pue == 1.3);  // the last one
  CHECK(run->workload.jobs.size() == 1);
  CHECK(run->loaded.scenario.run.seed == 9);
}

TEST_CASE("run: the window's zero is run.start, or the trace's first stamp") {
  const std::string stamped =
      "timestamp,duration,num_gpus,gpu_time,cluster\n"
      "2017-09-04 10:30:00,100,1,100,a\n"
      "2017-09-04 10:31:00,100,1,100,a\n";
  const SmallScenario small("", stamped);
  const auto plain = small.build();
  REQUIRE(plain->window.zero_unix_ns);
  CHECK(*plain->window.zero_unix_ns == std::int64_t{1504521000} * 1'000'000'000);
  CHECK(plain->workload.jobs[JobId{1U}].arrival == kTimeZero + std::chrono::seconds(60));
  // Half an hour earlier, given in another zone: all jobs move by as much.
  const auto earlier = small.build({{"run.start=2017-09-04 12:00:00 Europe/Berlin"}, {}, {}});
  CHECK(earlier->workload.jobs[JobId{0U}].arrival == kTimeZero + std::chrono::minutes(30));
  CHECK(earlier->workload.jobs[JobId{1U}].arrival == kTimeZero + std::chrono::minutes(31));
  // A calendar time closes the window where it says.
  const auto closed = small.build({{"run.until=2017-09-04 11:00:00"}, {}, {}});
  CHECK(closed->window.settings.until == kTimeZero + std::chrono::minutes(30));
}

TEST_CASE("run: a rule constrains every n-th accelerator job") {
  std::string jobs = "arrival,accelerators,runtime\n";
  for (int i = 0; i < 12; ++i) jobs += fmt::format("{},{},5\n", i, i % 4 == 0 ? 0 : 1);
  const SmallScenario small("", jobs);
  const auto run = small.build({{"workload.constrain={every: 3, types: gpu}"}, {}, {}});
  // Jobs 0, 4 and 8 need no accelerator and do not count: the 3rd, 6th and 9th others are 3, 7, 11.
  std::vector<std::size_t> constrained;
  for (std::size_t i = 0; i < 12; ++i) {
    if (run->workload.jobs[JobId{i}].request.types != kAnyType) constrained.push_back(i);
  }
  CHECK(constrained == std::vector<std::size_t>{3, 7, 11});
}
