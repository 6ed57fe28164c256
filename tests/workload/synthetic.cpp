// Drawn workloads have the means that they were asked for.
#include "sim/workload/synthetic.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace podsim;

namespace {

SyntheticConfig config(std::int64_t jobs) {
  SyntheticConfig made;
  made.jobs = jobs;
  made.mean_gap = std::chrono::seconds(10);
  made.sizes = {{1.0, 3.0}, {8.0, 1.0}};
  made.median_runtime = std::chrono::seconds(100);
  made.runtime_sigma = 1.0;
  return made;
}
JobTable draw(const SyntheticConfig& made, std::uint64_t seed = 1) {
  Diagnostics diagnostics;
  auto jobs = draw_jobs(made, seed, diagnostics);
  REQUIRE_MESSAGE(jobs, diagnostics.to_string());
  return std::move(*jobs);
}
double mean_gap(const JobTable& jobs) {
  return to_seconds(jobs.jobs().back().arrival) / static_cast<double>(jobs.size());
}
/// Squared coefficient of variation of the gaps.
double gap_scv(const JobTable& jobs) {
  double last = 0.0;
  double squares = 0.0;
  for (const Job& job : jobs.jobs()) {
    const double gap = to_seconds(job.arrival) - last;
    squares += gap * gap;
    last = to_seconds(job.arrival);
  }
  const double mean = mean_gap(jobs);
  return squares / static_cast<double>(jobs.size()) / (mean * mean) - 1.0;
}

}  // namespace

TEST_CASE("synthetic: the same seed gives the same jobs, another seed others") {
  const JobTable a = draw(config(100));
  const JobTable b = draw(config(100));
  const JobTable c = draw(config(100), 2);
  CHECK(a.jobs().back().arrival == b.jobs().back().arrival);
  CHECK(a.jobs().back().runtime == b.jobs().back().runtime);
  CHECK(a.jobs().back().arrival != c.jobs().back().arrival);
}

TEST_CASE("synthetic: more jobs are the same ones and then more") {
  const JobTable few = draw(config(100));
  const JobTable many = draw(config(200));
  CHECK(few.jobs().back().arrival == many.jobs()[99].arrival);
  CHECK(few.jobs().back().request == many.jobs()[99].request);
}

TEST_CASE("synthetic: Poisson gaps") {
  // Of 10,000 gaps of 10 s the mean is within 5 sigma = 5 x 1 %; their variance is the mean
  // squared.
  const JobTable jobs = draw(config(10'000));
  CHECK(mean_gap(jobs) == doctest::Approx(10.0).epsilon(0.05));
  CHECK(gap_scv(jobs) == doctest::Approx(1.0).epsilon(0.15));
}

TEST_CASE("synthetic: bursty gaps have the asked coefficient of variation") {
  SyntheticConfig bursty = config(20'000);
  bursty.arrivals = {"gamma-bursty", Tree::map({{"cv", {}, Tree::scalar("2")}}), {}};
  const JobTable jobs = draw(bursty);
  // The mean of 20,000 gaps with cv 2 has a relative sigma of 2 / 141 = 1.4 %.
  CHECK(mean_gap(jobs) == doctest::Approx(10.0).epsilon(0.07));
  CHECK(gap_scv(jobs) == doctest::Approx(4.0).epsilon(0.2));
}

TEST_CASE("synthetic: the daily wave is highest at its peak and keeps the mean") {
  // 10 s a gap over 20,000 jobs: 2.3 days. Around 14:00 the rate is 1.5 of the mean, around 2:00
  // 0.5; over the 4 hours around them the cosine averages sin(pi/6)/(pi/6) = 0.955: ratio 1.478 /
  // 0.522.
  SyntheticConfig wave = config(17'280);  // two days
  wave.arrivals = {"diurnal", Tree::map({}), {}};
  const JobTable jobs = draw(wave);
  int day = 0;
  int night = 0;
  for (const Job& job : jobs.jobs()) {
    const auto hour = ticks(job.arrival) / 3'600'000'000'000 % 24;
    day += hour >= 12 && hour < 16;
    night += hour < 4;
  }
  CHECK(static_cast<double>(day) / night == doctest::Approx(1.478 / 0.522).epsilon(0.15));
  CHECK(mean_gap(jobs) == doctest::Approx(10.0).epsilon(0.05));
}

TEST_CASE("synthetic: run times, limits, sizes and users") {
  SyntheticConfig made = config(10'000);
  made.overestimate = 3.0;
  made.users = 4;
  const JobTable jobs = draw(made);
  std::vector<double> runtimes;
  double large = 0.0;
  for (const Job& job : jobs.jobs()) {
    runtimes.push_back(to_seconds(job.runtime));
    CHECK(to_seconds(job.requested) == doctest::Approx(3.0 * runtimes.back()).epsilon(1e-6));
    large += job.request.devices == 8 ? 1.0 : 0.0;
  }
  std::ranges::sort(runtimes);
  // The median of a lognormal with sigma 1 over 10,000 draws: within 5 x 1.25 %.
  CHECK(runtimes[5000] == doctest::Approx(100.0).epsilon(0.07));
  // One in four: sigma 0.43 %.
  CHECK(large / 10'000.0 == doctest::Approx(0.25).epsilon(0.09));
  CHECK(jobs.users().size() == 5);  // with the empty name
}

TEST_CASE("synthetic: below one accelerator a share") {
  SyntheticConfig made = config(10);
  made.sizes = {{0.25, 1.0}};
  const JobTable jobs = draw(made);
  CHECK(jobs.jobs().front().request == Request{.devices = 1, .milli = 250});
}

TEST_CASE("synthetic: wrong parameters are findings") {
  SyntheticConfig unknown = config(10);
  unknown.arrivals.name = "poison";
  SyntheticConfig weightless = config(10);
  weightless.sizes = {{1.0, 0.0}};
  Diagnostics diagnostics;
  CHECK_FALSE(draw_jobs(unknown, 1, diagnostics).has_value());
  CHECK_FALSE(draw_jobs(weightless, 1, diagnostics).has_value());
  REQUIRE(diagnostics.errors() == 2);
  CHECK(diagnostics.findings()[0].hint.find("poisson") != std::string::npos);
}
