// Conservative backfilling where the queue is long: 30,000 of the generator's jobs at load 0.9 on
// 4,096 hosts. Target: 10 s.
#include <fmt/format.h>

#include "bench/common/job_generator.h"
#include "bench/common/measure.h"
#include "bench/common/replay.h"

namespace podsim::bench {
namespace {

int run() {
  constexpr std::size_t kJobs = 30'000;
  constexpr std::uint32_t kHosts = 4096;
  Verdict verdict;
  const Scratch scratch;
  JobMix mix;
  mix.load = 0.9;
  const JobTable jobs = read_jobs(scratch.write("jobs.csv", to_csv(generate_jobs(kJobs, mix))));
  const Fleet fleet = plain_fleet(kHosts, 1);

  fmt::print("{:<24}{:>10}{:>10}{:>12}{:>12}{:>8}{:>9}\n", "policy", "CPU s", "us/job", "wait s",
             "mean queue", "peak", "passed");
  double seconds = 0.0;
  for (const char* queue : {"fcfs", "easy-backfill", "conservative-backfill"}) {
    const Replay done = replay(fleet, jobs, queue);
    const RunResult& result = done.result;
    const double cpu_s = done.setup_s + done.run_s;
    const std::int64_t peak = peak_in_use(jobs, result);
    fmt::print("{:<24}{:>10.3f}{:>10.2f}{:>12.3f}{:>12.3f}{:>8}{:>9}\n", queue, cpu_s,
               cpu_s * 1e6 / kJobs, mean_wait_s(jobs, result), mean_queue(result), peak,
               overtakers(result));
    verdict.check(all_completed(result), "not all jobs completed");
    verdict.check(peak <= kHosts, "more accelerators in use than there are");
    verdict.check(result.peak_milli == static_cast<std::uint64_t>(peak) * 1000,
                  "the ledger's peak is not that of the jobs' times");
    verdict.check(result.ledger.borrowed == 0 &&
                      result.ledger.claimed + result.ledger.free == result.ledger.capacity,
                  "the ledger does not balance");
    seconds = cpu_s;
  }
  Verdict::target("conservative-backfill:", seconds, 10.0, "s");
  return verdict.exit_code();
}

}  // namespace
}  // namespace podsim::bench

int main() {
  return podsim::bench::run();
}
