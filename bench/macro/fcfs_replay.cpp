// What does one job cost from arrival to end? The generator's jobs under fcfs and first-fit on
// 4,096 hosts of one accelerator, all ledgers kept; reading the trace is timed apart.
//
//   bench_fcfs_replay [FOLDER with perf/jobs_100000.csv]    or PODSIM_SHARED_DIR=FOLDER
//
// Makespan and mean wait are known from an independent loop and, up to 100,000 jobs, from SimGrid,
// which takes 13 us a job. Target: 0.65 us a job, linear to 1 million, 64 bytes a job in memory
// beyond the trace.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "bench/common/job_generator.h"
#include "bench/common/measure.h"
#include "bench/common/replay.h"

namespace podsim::bench {
namespace {

struct Known {
  std::size_t jobs;
  std::string_view makespan;  // s, to the ms
  std::string_view wait;      // s, mean
};
constexpr std::array kKnown{Known{10'000, "166952.135", "1.142428"},
                            Known{100'000, "1614422.201", "6.743468"},
                            Known{1'000'000, "16112057.863", "3.652222"}};
constexpr double kSimGridMicroseconds = 13.0;

/// Looks at the memory now and then.
class MemoryWatch final : public RunObserver {
 public:
  bool keep_going(const Progress& /*progress*/) override {
    most_ = std::max(most_, resident_bytes());
    return true;
  }
  [[nodiscard]] std::int64_t most() const { return most_; }

 private:
  std::int64_t most_ = 0;
};

double bytes_per_job(const Fleet& fleet, const JobTable& jobs) {
  malloc_trim(0);
  MemoryWatch watch;
  const std::int64_t before = resident_bytes();
  (void)replay(fleet, jobs, "fcfs", &watch);
  return static_cast<double>(watch.most() - before) / static_cast<double>(jobs.size());
}

struct Row {
  double read_us;
  double run_us;
};

Row measure(const Known& known, const std::string& csv, const Fleet& fleet, Verdict& verdict) {
  constexpr std::size_t kRepetitions = 5;
  const auto jobs = static_cast<double>(known.jobs);
  const double start = cpu_seconds();
  const JobTable table = read_jobs(csv);
  const double read = cpu_seconds() - start;
  const double bytes = bytes_per_job(fleet, table);
  std::vector<double> runs;
  std::string makespan;
  std::string wait;
  for (std::size_t i = 0; i < kRepetitions; ++i) {
    const Replay done = replay(fleet, table, "fcfs");
    runs.push_back(done.setup_s + done.run_s);
    makespan = fmt::format("{:.3f}", to_seconds(done.result.last_end));
    wait = fmt::format("{:.6f}", mean_wait_s(table, done.result));
    verdict.check(makespan == known.makespan && wait == known.wait,
                  fmt::format("{} jobs: makespan {} and mean wait {}, not {} and {}", known.jobs,
                              makespan, wait, known.makespan, known.wait));
    verdict.check(done.result.ledger.borrowed == 0 && all_completed(done.result),
                  fmt::format("{} jobs: not all completed within the capacity", known.jobs));
  }
  const Row row{read * 1e6 / jobs, median(runs) * 1e6 / jobs};
  fmt::print("{:>9}{:>15}{:>11}{:>12.3f}{:>12.3f}{:>10.1f}x{:>11.0f}\n", known.jobs, makespan, wait,
             row.read_us, row.run_us, kSimGridMicroseconds / row.run_us, bytes);
  return row;
}

/// The stored rows are the generator's, or there are none here.
void compare_with_stored(const std::string& shared, const std::string& csv, Verdict& verdict) {
  const std::filesystem::path file = std::filesystem::path(shared) / "perf" / "jobs_100000.csv";
  if (!std::filesystem::exists(file)) {
    fmt::print("not compared with stored rows: no {}\n", file.string());
    return;
  }
  std::stringstream stored;
  stored << std::ifstream(file, std::ios::binary).rdbuf();
  verdict.check(stored.view() == csv, "the generator's rows differ from " + file.string());
  fmt::print("the first 100000 rows equal {}\n", file.string());
}

int run(const std::string& shared) {
  Verdict verdict;
  const Scratch scratch;
  const Fleet fleet = plain_fleet(4096, 1);
  std::vector<GeneratedJob> jobs = generate_jobs(kKnown.back().jobs, JobMix{});
  std::array<std::string, kKnown.size()> files;
  for (std::size_t i = kKnown.size(); i-- > 0;) {
    jobs.resize(kKnown[i].jobs);
    const std::string csv = to_csv(jobs);
    if (kKnown[i].jobs == 100'000) compare_with_stored(shared, csv, verdict);
    files[i] = scratch.write(fmt::format("jobs_{}.csv", kKnown[i].jobs), csv);
  }
  fmt::print("{:>9}{:>15}{:>11}{:>12}{:>12}{:>11}{:>11}\n", "jobs", "makespan s", "wait s",
             "read us/job", "run us/job", "SimGrid", "bytes/job");
  std::array<Row, kKnown.size()> rows{};
  for (std::size_t i = 0; i < kKnown.size(); ++i) {
    rows[i] = measure(kKnown[i], files[i], fleet, verdict);
  }
  Verdict::target("100,000 jobs:", rows[1].run_us, 0.65, "us a job");
  Verdict::target("1 million against 100,000:", rows[2].run_us / rows[1].run_us, 1.3, "x");
  return verdict.exit_code();
}

}  // namespace
}  // namespace podsim::bench

int main(int argc, char** argv) {
  const char* shared = std::getenv("PODSIM_SHARED_DIR");
  const std::string fallback = PODSIM_SOURCE_DIR "/../shared";
  return podsim::bench::run(argc > 1 ? argv[1] : shared != nullptr ? shared : fallback);
}
