// A hundred thousand accelerators and gangs of up to 8,192: the generator's large variant under
// EASY with the true run times.
//
//   bench_large_gang [JOBS]
//
// First the whole way of `podsim run --out`: 1 million jobs from a CSV to an HDF5 file in one
// process. Target: 60 s and 2 GB. Then the simulation alone on 10^4, 10^5 and 10^6 accelerators:
// one draw of sizes 1 to 512 at load 0.9, with every size times 1, 10 and 100. The three schedules
// are the same, start by start, so a cost that grows with the fleet shows. Target: max/min 1.3.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bench/common/job_generator.h"
#include "bench/common/measure.h"
#include "bench/common/replay.h"
#include "sim/study/run.h"

namespace podsim::bench {
namespace {

constexpr std::uint32_t kFleet = 100'000;

/// Gangs of 1 to 8,192 for 100,000 accelerators.
JobMix large_mix() {
  JobMix mix;
  mix.hosts = kFleet;
  mix.load = 0.9;
  mix.size_classes = 14;
  return mix;
}

/// Gangs of 1 to 512 for 10,000 accelerators.
JobMix small_mix() {
  JobMix mix;
  mix.hosts = 10'000;
  mix.load = 0.9;
  mix.size_classes = 10;
  return mix;
}

constexpr std::string_view kScenario = R"(schema_version: 1
name: large-gang
fleet:
  superpods:
    - name: pod
      accelerator: h100-sxm
      accelerators_per_node: {}
      nodes: {}
      node_power:
        idle: 1 kW
        nameplate: 10 kW
workload:
  trace:
    file: jobs.csv
    columns: [arrival, accelerators, runtime]
policies:
  queue: easy-backfill
  predictor: oracle
plant:
  pue: 1.25
)";

struct Cost {
  double cpu_s = 0.0;
  double gigabytes = 0.0;
};

Cost whole_way(const Scratch& scratch, std::uint32_t per_node, Verdict& verdict) {
  RunRequest request;
  request.scenario_path =
      scratch.write("scenario.yaml", fmt::format(kScenario, per_node, kFleet / per_node));
  request.out = scratch.path("result.h5");
  reset_peak_bytes();
  Diagnostics diagnostics;
  const double wall = wall_seconds();
  const double cpu = cpu_seconds();
  const RunOutcome outcome = run_scenario(request, diagnostics);
  const double cpu_s = cpu_seconds() - cpu;
  const double wall_s = wall_seconds() - wall;
  const double gigabytes = static_cast<double>(peak_bytes()) * 1e-9;
  must_be_clean(diagnostics);
  verdict.check(outcome.exit == ExitCode::Done, "the run failed: " + outcome.error);
  const auto number = [&](std::string_view path) {
    return outcome.summary.metrics.number(path).value_or(0.0);
  };
  const double queue = number("queue.mean_length");
  fmt::print("{:>6} x {}{:>9.1f}{:>9.1f}{:>9.1f}{:>9.2f}{:>9.0f}{:>10.2f}{:>12.0f}{:>12.3f}\n",
             kFleet / per_node, per_node, cpu_s, wall_s, number("wall_s"), gigabytes,
             static_cast<double>(std::filesystem::file_size(request.out)) * 1e-6, queue,
             number("jobs.backfilled"), number("wait_s.mean"));
  verdict.check(queue > 10.0, "the mean queue is not above 10");
  verdict.check(number("utilization.peak_accelerators") <= kFleet, "over-allocated");
  verdict.check(number("jobs.completed") == number("jobs.submitted"), "not all jobs completed");
  return {cpu_s, gigabytes};
}

struct Alone {
  double us = 0.0;  ///< a job
  double wait_s = 0.0;
};

Alone simulation_alone(const Scratch& scratch, std::uint32_t factor, std::size_t count,
                       std::uint32_t per_node, Verdict& verdict) {
  constexpr std::size_t kRepetitions = 3;
  const JobMix mix = small_mix();
  std::vector<GeneratedJob> drawn = generate_jobs(count, mix);
  for (GeneratedJob& job : drawn) job.accelerators *= factor;
  const JobTable jobs = read_jobs(scratch.write("scaled.csv", to_csv(drawn)));
  const std::uint32_t accelerators = mix.hosts * factor;
  const Fleet fleet = plain_fleet(accelerators / per_node, per_node);
  std::vector<double> seconds;
  std::vector<double> setups;
  double queue = 0.0;
  double wait_s = 0.0;
  std::int64_t passed = 0;
  for (std::size_t i = 0; i < kRepetitions; ++i) {
    const Replay done = replay(fleet, jobs, "easy-backfill");
    seconds.push_back(done.run_s);
    setups.push_back(done.setup_s);
    queue = mean_queue(done.result);
    wait_s = mean_wait_s(jobs, done.result);
    passed = overtakers(done.result);
    verdict.check(all_completed(done.result), "not all jobs completed");
  }
  const double us = median(seconds) * 1e6 / static_cast<double>(count);
  fmt::print("{:>12}{:>12.1f}{:>10}{:>10.1f}{:>10.3f}{:>12.2f}{:>12}\n", accelerators,
             mix.mean_size() * factor, count, median(setups) * 1e3, us, queue, passed);
  return {us, wait_s};
}

int run(std::size_t count) {
  Verdict verdict;
  const Scratch scratch;
  scratch.write("jobs.csv", to_csv(generate_jobs(count, large_mix())));
  fmt::print("{} jobs, easy-backfill, oracle, CSV to HDF5\n", count);
  fmt::print("{:>10}{:>9}{:>9}{:>9}{:>9}{:>9}{:>10}{:>12}{:>12}\n", "nodes", "CPU s", "wall s",
             "run s", "GB", "MB out", "queue", "backfilled", "wait s");
  const Cost of_eight = whole_way(scratch, 8, verdict);
  const Cost of_one = whole_way(scratch, 1, verdict);
  Verdict::target("the whole way:", std::max(of_eight.cpu_s, of_one.cpu_s), 60.0, "s of CPU");
  Verdict::target("the whole way:", std::max(of_eight.gigabytes, of_one.gigabytes), 2.0, "GB");

  for (const std::uint32_t per_node : {8U, 1U}) {
    fmt::print("\nthe simulation alone, nodes of {}\n{:>12}{:>12}{:>10}{:>10}{:>10}{:>12}{:>12}\n",
               per_node, "accelerators", "mean size", "jobs", "setup ms", "us/job", "queue",
               "backfilled");
    std::vector<double> us;
    std::vector<double> waits;
    for (const std::uint32_t factor : {1U, 10U, 100U}) {
      const Alone alone =
          simulation_alone(scratch, factor, std::max<std::size_t>(count / 4, 1), per_node, verdict);
      us.push_back(alone.us);
      waits.push_back(alone.wait_s);
    }
    verdict.check(waits[0] == waits[1] && waits[1] == waits[2], "the three schedules differ");
    Verdict::target("max/min:", std::ranges::max(us) / std::ranges::min(us), 1.3, "x");
  }
  return verdict.exit_code();
}

}  // namespace
}  // namespace podsim::bench

int main(int argc, char** argv) {
  std::size_t count = 1'000'000;
  if (argc > 1) {
    const std::string_view text = argv[1];
    std::from_chars(text.data(), text.data() + text.size(), count);
  }
  return podsim::bench::run(count);
}
