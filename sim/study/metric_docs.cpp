#include "sim/study/metric_docs.h"

namespace podsim {
namespace {

void add_distribution(std::vector<MetricDoc>& docs, const std::string& name,
                      const std::string& unit, const std::string& what) {
  docs.push_back({name + ".mean", unit, "Mean of " + what + "."});
  docs.push_back({name + ".median", unit, "Median (nearest rank) of " + what + "."});
  docs.push_back({name + ".p95", unit, "95th percentile (nearest rank) of " + what + "."});
  docs.push_back({name + ".p99", unit, "99th percentile (nearest rank) of " + what + "."});
  docs.push_back({name + ".max", unit, "Largest of " + what + "."});
}

std::vector<MetricDoc> make_docs() {
  std::vector<MetricDoc> docs{
      {"simulated_s", "s", "Simulated time from zero to the window's close."},
      {"wall_s", "s", "Wall-clock time of the simulation; differs from run to run."},
      {"events_per_s", "1/s", "Events over wall-clock time."},
      {"peak_rss_bytes", "B", "Largest resident memory of the process."},
      {"fingerprint", "", "Hash of times, placements and outcomes: equal for equal runs."},
      {"seed", "1", "Seed of every random stream."},
      {"events", "1", "Events that the main queue handled."},
      {"work.accelerator_hours", "h",
       "Accelerator-hours that jobs held in the window, over-capacity included."},
      {"fleet.superpods", "1", "Superpods."},
      {"fleet.nodes", "1", "Nodes."},
      {"fleet.accelerators", "1", "Accelerators."},
      {"fleet.peak_flops", "FLOP/s",
       "Sum of dense BF16 (else FP16, FP32) peaks; absent if one is unknown."},
      {"fleet.hbm_bytes", "B", "Sum of device memory; absent if one is unknown."},
      {"jobs.submitted", "1", "Jobs submitted in the window."},
      {"jobs.completed", "1", "Jobs that ran to their end."},
      {"jobs.failed", "1", "Jobs that were killed, e.g. at their requested time."},
      {"jobs.rejected", "1", "Jobs that could never run on this fleet."},
      {"jobs.running", "1", "Jobs still running when the window closed."},
      {"jobs.waiting", "1", "Jobs still waiting when the window closed."},
      {"jobs.not_submitted", "1", "Jobs that arrive after the window's close."},
      {"jobs.backfilled", "1", "Jobs that started while an earlier one was still waiting."},
      {"jobs.before_window", "1",
       "Jobs submitted before the window opened: simulated, not counted."}};
  add_distribution(docs, "wait_s", "s", "start less submission, over started jobs");
  add_distribution(docs, "jct_s", "s", "end less submission, over ended jobs");
  add_distribution(docs, "slowdown", "1", "max(1, (wait + run) / max(run, 10 s)), over ended jobs");
  const std::vector<MetricDoc> rest{
      {"makespan_s", "s", "Last end of a job, from time zero."},
      {"utilization.peak_accelerators", "1", "Most accelerators in use after any instant."},
      {"utilization.accelerator_allocated", "1",
       "Held accelerator time over the fleet's, in the window."},
      {"utilization.accelerator_busy", "1",
       "Busy accelerator time over the fleet's; opaque jobs keep all they hold busy."},
      {"utilization.over_capacity_accelerator_s", "s",
       "Accelerator-seconds that a replay used beyond the fleet."},
      {"queue.mean_length", "1", "Time average of the number of waiting jobs."},
      {"energy.it_kwh", "kWh", "Energy of the nodes."},
      {"energy.job_kwh", "kWh", "Energy of what jobs held."},
      {"energy.idle_kwh", "kWh", "Energy of free accelerators."},
      {"energy.peak_it_kw", "kW", "Highest IT power after any instant."},
      {"energy.facility_kwh", "kWh", "Energy at the facility's meter."},
      {"energy.overhead_kwh", "kWh", "Facility energy less IT energy."},
      {"energy.pue", "1", "Facility power over IT power, as given."},
      {"energy.peak_facility_kw", "kW", "Highest facility power after any instant."},
      {"cost.accelerator_usd", "USD", "The fleet's accelerator-hours at their price, used or not."},
      {"cost.energy_usd", "USD",
       "Facility energy at its price; IT energy where no plant is given."},
      {"cost.total_usd", "USD", "Sum of the cost lines."},
      {"cost.usd_per_accelerator_hour", "USD/h",
       "Total cost over the accelerator-hours that jobs held."}};
  docs.insert(docs.end(), rest.begin(), rest.end());
  return docs;
}

}  // namespace

const std::vector<MetricDoc>& metric_docs() {
  static const std::vector<MetricDoc> docs = make_docs();
  return docs;
}

}  // namespace podsim
