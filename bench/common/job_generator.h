// The job stream that other simulators were measured with, bit for bit: Poisson arrivals, sizes a
// power of two, run times log-uniform over three decades.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "sim/core/math.h"

namespace podsim::bench {

/// What distinguishes one stream from another; the default is the one of jobs_100000.csv.
struct JobMix {
  std::uint32_t hosts = 4096;
  double load = 0.7;
  std::uint32_t size_classes = 8;  ///< sizes are 2^0 .. 2^(size_classes - 1), equally likely

  [[nodiscard]] double mean_size() const {
    return static_cast<double>((1U << size_classes) - 1) / size_classes;
  }
};

struct GeneratedJob {
  double arrival;  // s
  std::uint32_t accelerators;
  double runtime;  // s, whole
};

/// splitmix64.
class Splitmix {
 public:
  explicit Splitmix(std::uint64_t seed) : state_(seed) {}
  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

/// The first `count` jobs of the stream: three draws a job, for its gap, its size and its run time.
inline std::vector<GeneratedJob> generate_jobs(std::size_t count, const JobMix& mix) {
  const double mean_runtime = 9990.0 / math::log(1000.0);
  const double mean_gap = mix.mean_size() * mean_runtime / (mix.load * mix.hosts);
  std::vector<GeneratedJob> jobs;
  jobs.reserve(count);
  Splitmix draws(42);
  double time = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    time += -mean_gap * math::log1p(-draws.uniform());
    const auto size_class = static_cast<std::uint32_t>(mix.size_classes * draws.uniform());
    const double runtime = math::floor(math::pow(10.0, 1.0 + 3.0 * draws.uniform()));
    jobs.push_back({time, 1U << size_class, runtime});
  }
  return jobs;
}

/// One row as it stands in jobs_M.csv: arrival, accelerators, runtime; no header.
inline void append_row(std::string& text, const GeneratedJob& job) {
  fmt::format_to(std::back_inserter(text), "{:.3f},{},{:.0f}\n", job.arrival, job.accelerators,
                 job.runtime);
}

inline std::string to_csv(const std::vector<GeneratedJob>& jobs) {
  std::string text;
  text.reserve(jobs.size() * 24);
  for (const GeneratedJob& job : jobs) append_row(text, job);
  return text;
}

}  // namespace podsim::bench
