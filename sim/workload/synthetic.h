// Synthetic workloads: drawn arrivals, sizes and run times.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/core/schema.h"
#include "sim/workload/job_table.h"

namespace podsim {

/// A stationary Poisson process: exponential gaps.
struct PoissonArrivals {
  static void describe(Schema<PoissonArrivals>& s) { s.name("poisson"); }
};

/// A Poisson process whose rate follows the time of day: mean rate x (1 + swing x cos(2 pi (t -
/// peak) / day)), drawn by thinning.
struct DiurnalArrivals {
  double swing = 0.5;
  Duration peak = std::chrono::hours(14);
  static void describe(Schema<DiurnalArrivals>& s);
};

/// Gamma-distributed gaps with the given coefficient of variation: above 1 arrivals come in bursts.
struct GammaArrivals {
  double cv = 3.0;
  static void describe(Schema<GammaArrivals>& s);
};

/// One size class of the jobs.
struct SizeConfig {
  double accelerators = 1.0;
  double weight = 1.0;
  static void describe(Schema<SizeConfig>& s);
};

struct SyntheticConfig {
  std::int64_t jobs = 1000;
  Duration mean_gap = std::chrono::minutes(1);
  Choice arrivals{"poisson", Tree::map({}), {}};
  std::vector<SizeConfig> sizes;
  Duration median_runtime = std::chrono::minutes(20);
  double runtime_sigma = 1.5;
  double overestimate = 1.0;
  std::int64_t users = 1;
  static void describe(Schema<SyntheticConfig>& s);
};

/// Draws the jobs; the same seed gives the same table. Parameters that do not go together are
/// findings at their places in `written`, the block that `config` was read from.
std::optional<JobTable> draw_jobs(const SyntheticConfig& config, std::uint64_t seed,
                                  Diagnostics& diagnostics, const Tree& written = Tree());

}  // namespace podsim
