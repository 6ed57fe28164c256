#include "sim/study/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/study/breakdown.h"
#include "sim/study/statistics.h"
#include "sim/study/version.h"

namespace podsim {
namespace {

constexpr double kMilliNsPerAcceleratorHour = 1000.0 * 3600.0 * 1e9;
/// Run times below this do not inflate the slowdown (seconds).
constexpr double kSlowdownFloor = 10.0;

double accelerator_hours(Int128 milli_ns) {
  return to_double(milli_ns) / kMilliNsPerAcceleratorHour;
}
double joules(Int128 nanowatt_ns) {
  return to_double(nanowatt_ns) * 1e-18;
}

struct Counts {
  std::array<std::int64_t, 6> by_state{};
  std::int64_t before_window = 0;
  std::int64_t overtook = 0;
  std::vector<double> waits;
  std::vector<double> jcts;
  std::vector<double> slowdowns;

  [[nodiscard]] std::int64_t of(JobState state) const {
    return by_state[static_cast<std::size_t>(state)];
  }
};

Counts count_jobs(const JobTable& jobs, const RunResult& result) {
  Counts counts;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Job& job = jobs[JobId{i}];
    const JobOutcome& outcome = result.jobs[i];
    if (outcome.state != JobState::NotSubmitted && job.arrival < result.window_open) {
      ++counts.before_window;
      continue;
    }
    ++counts.by_state[static_cast<std::size_t>(outcome.state)];
    if (outcome.start == kTimeNever) continue;
    counts.overtook += outcome.overtook ? 1 : 0;
    const double wait = to_seconds(outcome.start - job.arrival);
    counts.waits.push_back(wait);
    if (outcome.end == kTimeNever) continue;
    const double run = to_seconds(outcome.end - outcome.start);
    counts.jcts.push_back(wait + run);
    counts.slowdowns.push_back(std::max(1.0, (wait + run) / std::max(run, kSlowdownFloor)));
  }
  return counts;
}

void set_identity(MetricList& m, const BuiltRun& run, const RunResult& result,
                  const RunCost& cost) {
  m.set("podsim.version", version());
  m.set("podsim.revision", revision());
  m.set("scenario", run.loaded.scenario.name);
  m.set("seed", run.loaded.scenario.run.seed);
  m.set("fingerprint", fmt::format("{:016x}", result.fingerprint));
  m.set("simulated_s", to_seconds(result.window_close));
  m.set("wall_s", cost.wall_s);
  m.set("events", result.events);
  m.set("events_per_s", static_cast<double>(result.events) / std::max(cost.wall_s, 1e-9));
  m.set("peak_rss_bytes", cost.peak_rss_bytes);
}

void set_fleet(MetricList& m, const Fleet& fleet) {
  m.set("fleet.superpods", std::int64_t{fleet.superpods()});
  m.set("fleet.nodes", fleet.nodes().size());
  m.set("fleet.accelerators", fleet.accelerators());
  double flops = 0.0;
  double bytes = 0.0;
  bool all_flops = true;
  bool all_bytes = true;
  for (const Pool& pool : fleet.pools()) {
    all_flops = all_flops && pool.peak_per_device.has_value();
    all_bytes = all_bytes && pool.memory_per_device.has_value();
    if (pool.peak_per_device) flops += pool.peak_per_device->value() * pool.devices;
    if (pool.memory_per_device) bytes += pool.memory_per_device->value() * pool.devices;
  }
  if (all_flops) m.set("fleet.peak_flops", flops);
  if (all_bytes) m.set("fleet.hbm_bytes", bytes);
}

void set_jobs(MetricList& m, const Counts& counts, std::size_t table_size) {
  const std::int64_t unsubmitted = counts.of(JobState::NotSubmitted);
  m.set("jobs.submitted",
        static_cast<std::int64_t>(table_size) - unsubmitted - counts.before_window);
  m.set("jobs.completed", counts.of(JobState::Completed));
  m.set("jobs.failed", counts.of(JobState::Failed));
  m.set("jobs.rejected", counts.of(JobState::Rejected));
  m.set("jobs.running", counts.of(JobState::Running));
  m.set("jobs.waiting", counts.of(JobState::Waiting));
  m.set("jobs.not_submitted", unsubmitted);
  m.set("jobs.backfilled", counts.overtook);
  if (counts.before_window > 0) m.set("jobs.before_window", counts.before_window);
}

void set_utilization(MetricList& m, const RunResult& result, double window_s) {
  const LedgerTotals& ledger = result.ledger;
  m.set("utilization.peak_accelerators", static_cast<double>(result.peak_milli) / 1000.0);
  if (window_s > 0.0 && ledger.capacity > 0) {
    const double capacity = to_double(ledger.capacity);
    m.set("utilization.accelerator_allocated", to_double(ledger.claimed) / capacity);
    // An opaque job keeps all it holds busy; over-capacity time is work that no accelerator did.
    m.set("utilization.accelerator_busy", to_double(ledger.claimed) / capacity);
    m.set("queue.mean_length", to_double(ledger.waiting) / (window_s * 1e9));
  }
  if (ledger.borrowed > 0) {
    m.set("utilization.over_capacity_accelerator_s", to_double(ledger.borrowed) / 1e12);
  }
}

void set_energy(MetricList& m, const BuiltRun& run, const RunResult& result, double window_s) {
  if (!result.has_power) {
    std::string kinds;
    for (const std::string& kind : run.fleet.kinds_without_power()) {
      if (kinds.find(kind) == std::string::npos) kinds += (kinds.empty() ? "" : ", ") + kind;
    }
    m.set("notes.energy_absent", "no power figure for " + kinds);
    return;
  }
  if (window_s <= 0.0) return;
  const LedgerTotals& ledger = result.ledger;
  m.set("energy.it_kwh", joules(ledger.it_energy) / kJoulesPerKwh);
  m.set("energy.job_kwh", joules(ledger.job_energy) / kJoulesPerKwh);
  m.set("energy.idle_kwh", joules(ledger.idle_energy) / kJoulesPerKwh);
  m.set("energy.peak_it_kw", static_cast<double>(result.peak_nanowatts) * 1e-12);
  m.set("notes.energy_standing",
        "estimate: opaque jobs draw a fraction of nameplate (docs/models/power.md)");
  if (!run.loaded.scenario.plant) return;
  m.set("energy.facility_kwh", ledger.facility_joules / kJoulesPerKwh);
  m.set("energy.overhead_kwh", ledger.overhead_joules / kJoulesPerKwh);
  m.set("energy.pue", run.loaded.scenario.plant->pue);
  m.set("energy.peak_facility_kw", result.peak_facility_watts * 1e-3);
}

void set_cost(MetricList& m, const BuiltRun& run, const RunResult& result, double window_s) {
  const auto& prices = run.loaded.scenario.cost;
  if (!prices || window_s <= 0.0) return;
  Usd total{};
  if (prices->accelerator) {
    const Usd usd = *prices->accelerator * Seconds{to_double(result.ledger.capacity) * 1e-12};
    m.set("cost.accelerator_usd", usd.value());
    total += usd;
  }
  if (prices->energy && result.has_power) {
    const bool metered = run.loaded.scenario.plant.has_value();
    const Joules bought{metered ? result.ledger.facility_joules : joules(result.ledger.it_energy)};
    const Usd usd = *prices->energy * bought;
    m.set("cost.energy_usd", usd.value());
    total += usd;
  } else if (prices->energy) {
    m.set("notes.energy_cost_absent", "energy has a price, but the fleet has no power figures");
  }
  m.set("cost.total_usd", total.value());
  const double hours = accelerator_hours(result.ledger.allocated);
  if (hours > 0.0) m.set("cost.usd_per_accelerator_hour", total.value() / hours);
}

}  // namespace

bool RunSummary::gates_passed() const {
  return std::ranges::all_of(gates, [](const GateResult& gate) { return gate.passed; });
}

RunSummary summarise(const BuiltRun& run, const RunResult& result, const RunCost& cost) {
  RunSummary summary;
  MetricList& m = summary.metrics;
  const double window_s = to_seconds(result.window_close - result.window_open);
  Counts counts = count_jobs(run.workload.jobs, result);
  set_identity(m, run, result, cost);
  if (result.status == RunStatus::Interrupted)
    m.set("notes.interrupted", "the run was interrupted");
  m.set("work.accelerator_hours", accelerator_hours(result.ledger.allocated));
  set_fleet(m, run.fleet);
  set_jobs(m, counts, run.workload.jobs.size());
  set_distribution(m, "wait_s", std::move(counts.waits));
  set_distribution(m, "jct_s", std::move(counts.jcts));
  set_distribution(m, "slowdown", std::move(counts.slowdowns));
  if (result.last_end > kTimeZero) m.set("makespan_s", to_seconds(result.last_end));
  set_utilization(m, result, window_s);
  set_energy(m, run, result, window_s);
  set_cost(m, run, result, window_s);
  summary.breakdown = break_down(run.workload.jobs, result);
  return summary;
}

std::string failure_of(const BuiltRun& run, const RunResult& result) {
  if (result.status == RunStatus::Failed) return result.error;
  std::int64_t rejected = 0;
  std::int64_t submitted = 0;
  std::vector<std::int64_t> by_reason(result.reasons.size(), 0);
  for (const JobOutcome& outcome : result.jobs) {
    submitted += outcome.state != JobState::NotSubmitted ? 1 : 0;
    if (outcome.state != JobState::Rejected) continue;
    ++rejected;
    ++by_reason[outcome.reason];
  }
  if (result.status == RunStatus::Finished && submitted == 0) {
    return fmt::format("no job is submitted before run.until; the first arrives at {:.6g} s",
                       to_seconds(run.workload.jobs[JobId{0U}].arrival));
  }
  if (rejected == 0 || rejected < submitted) return {};
  std::string text = fmt::format("all {} jobs were rejected:", rejected);
  for (std::size_t i = 0; i < by_reason.size(); ++i) {
    if (by_reason[i] > 0) text += fmt::format(" {} {}", by_reason[i], result.reasons[i]);
  }
  return text;
}

}  // namespace podsim
