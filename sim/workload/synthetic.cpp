#include "sim/workload/synthetic.h"

#include <fmt/format.h>

#include <functional>
#include <numbers>

#include "sim/core/distributions.h"
#include "sim/core/math.h"
#include "sim/core/random.h"

namespace podsim {
namespace {

/// The gap in seconds from an arrival at `now` (seconds) to the next one.
using NextGap = std::function<double(double now, RandomStream& stream)>;

NextGap poisson_gaps(double mean) {
  return [mean](double /*now*/, RandomStream& stream) { return exponential(stream, mean); };
}

/// Thinning (Lewis and Shedler 1979): candidates at the peak rate, each kept with rate/peak rate.
NextGap diurnal_gaps(double mean, const DiurnalArrivals& config) {
  const double peak_factor = 1.0 + config.swing;
  const double peak = to_seconds(config.peak);
  return [=](double now, RandomStream& stream) {
    constexpr double kDay = 86400.0;
    double at = now;
    while (true) {
      at += exponential(stream, mean / peak_factor);
      const double phase = 2.0 * std::numbers::pi * (at - peak) / kDay;
      const double factor = 1.0 + config.swing * math::cos(phase);
      if (stream.uniform() * peak_factor < factor) return at - now;
    }
  };
}

NextGap gamma_gaps(double mean, const GammaArrivals& config) {
  // Gamma: cv^2 = 1 / shape and mean = shape x scale.
  const double shape = 1.0 / (config.cv * config.cv);
  return [=](double /*now*/, RandomStream& stream) { return gamma(stream, shape, mean / shape); };
}

std::optional<NextGap> make_gaps(const SyntheticConfig& config, Diagnostics& diagnostics) {
  const double mean = to_seconds(config.mean_gap);
  const Choice& kind = config.arrivals;
  const std::string path = "workload.synthetic.arrivals";
  const std::size_t before = diagnostics.errors();
  NextGap gaps;
  if (kind.name == "poisson") {
    (void)read_config<PoissonArrivals>(kind.params, path, diagnostics);
    gaps = poisson_gaps(mean);
  } else if (kind.name == "diurnal") {
    gaps = diurnal_gaps(mean, read_config<DiurnalArrivals>(kind.params, path, diagnostics));
  } else if (kind.name == "gamma-bursty") {
    gaps = gamma_gaps(mean, read_config<GammaArrivals>(kind.params, path, diagnostics));
  } else {
    const std::vector<std::string> names{"poisson", "diurnal", "gamma-bursty"};
    diagnostics.error("E-CFG-007", kind.mark,
                      fmt::format("there is no arrival process '{}'", kind.name),
                      suggest(kind.name, names));
  }
  if (diagnostics.errors() != before) return std::nullopt;
  return gaps;
}

Request draw_request(const std::vector<SizeConfig>& sizes, double total_weight,
                     RandomStream& stream) {
  double left = stream.uniform() * total_weight;
  const SizeConfig* chosen = &sizes.back();
  for (const SizeConfig& size : sizes) {
    left -= size.weight;
    if (left < 0.0) {
      chosen = &size;
      break;
    }
  }
  Request request;
  if (chosen->accelerators < 1.0) {
    request.devices = 1;
    request.milli = static_cast<std::uint32_t>(math::round(chosen->accelerators * kMilliPerDevice));
  } else {
    request.devices = static_cast<std::uint32_t>(math::round(chosen->accelerators));
  }
  return request;
}

}  // namespace

void DiurnalArrivals::describe(Schema<DiurnalArrivals>& s) {
  s.name("diurnal");
  s.field("swing", &DiurnalArrivals::swing)
      .range(0.0, 1.0)
      .doc("Amplitude of the daily wave over the mean rate.");
  s.field("peak", &DiurnalArrivals::peak)
      .range(Duration{0}, std::chrono::hours(24))
      .doc("Time of day with the highest rate, counted from simulated zero.");
}

void GammaArrivals::describe(Schema<GammaArrivals>& s) {
  s.name("gamma-bursty");
  s.field("cv", &GammaArrivals::cv).range(0.1, 100.0).doc("Coefficient of variation of the gaps.");
}

void SizeConfig::describe(Schema<SizeConfig>& s) {
  s.name("size").doc("A size class.");
  s.field("accelerators", &SizeConfig::accelerators)
      .required()
      .range(0.001, 4'000'000.0)
      .doc("Accelerators a job; below 1 a share of one device.");
  s.field("weight", &SizeConfig::weight).required().range(0.0, 1e9).doc("Relative frequency.");
}

void SyntheticConfig::describe(Schema<SyntheticConfig>& s) {
  s.name("synthetic").doc("A drawn workload.");
  s.field("jobs", &SyntheticConfig::jobs).range(1, 100'000'000).doc("How many jobs.");
  s.field("mean_gap", &SyntheticConfig::mean_gap)
      .at_least(Duration{1})
      .doc("Mean time between arrivals.");
  s.field("arrivals", &SyntheticConfig::arrivals).doc("poisson, diurnal or gamma-bursty.");
  s.field("sizes", &SyntheticConfig::sizes).required().doc("Size classes with weights.");
  s.field("median_runtime", &SyntheticConfig::median_runtime)
      .at_least(Duration{1})
      .doc("Median of the lognormal run times.");
  s.field("runtime_sigma", &SyntheticConfig::runtime_sigma)
      .range(0.0, 5.0)
      .doc("Standard deviation of the logarithm of the run times.");
  s.field("overestimate", &SyntheticConfig::overestimate)
      .range(1.0, 1000.0)
      .doc("Requested time over run time.");
  s.field("users", &SyntheticConfig::users).range(1, 1'000'000).doc("Users, equally active.");
}

std::optional<JobTable> draw_jobs(const SyntheticConfig& config, std::uint64_t seed,
                                  Diagnostics& diagnostics, const Tree& written) {
  const auto gaps = make_gaps(config, diagnostics);
  double total_weight = 0.0;
  for (const SizeConfig& size : config.sizes) total_weight += size.weight;
  if (!(total_weight > 0.0)) {
    diagnostics.error("E-CFG-005", written.mark_of("sizes"),
                      "workload.synthetic.sizes: no size class has a positive weight",
                      "write e.g. sizes: [{accelerators: 8, weight: 1}]");
  }
  bool sizes_fit = true;
  for (std::size_t i = 0; i < config.sizes.size(); ++i) {
    const double size = config.sizes[i].accelerators;
    if (size < 1.0 || math::floor(size) == size) continue;
    sizes_fit = false;
    diagnostics.error(
        "E-CFG-005", written.mark_of(fmt::format("sizes[{}].accelerators", i)),
        fmt::format("workload.synthetic.sizes[{}]: {} accelerators are no whole number", i, size),
        "a share of one device is below 1");
  }
  if (!gaps || !sizes_fit || !(total_weight > 0.0)) return std::nullopt;

  RandomStream arrival_stream(seed, "synthetic", "arrival");
  RandomStream size_stream(seed, "synthetic", "size");
  RandomStream runtime_stream(seed, "synthetic", "runtime");
  RandomStream user_stream(seed, "synthetic", "user");
  NameTable users;
  const double mu = math::log(to_seconds(config.median_runtime));
  std::vector<Job> jobs;
  jobs.reserve(static_cast<std::size_t>(config.jobs));
  double now = 0.0;
  for (std::int64_t i = 0; i < config.jobs; ++i) {
    now += (*gaps)(now, arrival_stream);
    const double seconds = lognormal(runtime_stream, mu, config.runtime_sigma);
    const auto arrival = duration_from_seconds(now);
    const auto runtime = duration_from_seconds(seconds);
    const auto requested = duration_from_seconds(seconds * config.overestimate);
    if (!arrival || !runtime || !requested) {
      diagnostics.error("E-CFG-005", written.mark(),
                        "workload.synthetic: a drawn time is beyond 292 years",
                        "lower median_runtime, runtime_sigma, overestimate, mean_gap or jobs");
      return std::nullopt;
    }
    Job job;
    job.arrival = kTimeZero + *arrival;
    job.runtime = *runtime;
    job.requested = *requested;
    job.request = draw_request(config.sizes, total_weight, size_stream);
    const std::uint64_t user = user_stream.below(static_cast<std::uint64_t>(config.users));
    job.user = UserId{users.intern(fmt::format("user{}", user))};
    jobs.push_back(job);
  }
  return JobTable::from(std::move(jobs), std::move(users), NameTable{}, NameTable{});
}

}  // namespace podsim
