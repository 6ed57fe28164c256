#include "sim/study/totals.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "sim/datacenter/feasibility.h"
#include "sim/io/timestamp.h"
#include "sim/study/statistics.h"
#include "sim/study/summary.h"

namespace podsim {
namespace {

double accelerators(const Job& job) {
  return static_cast<double>(job.request.total_milli()) / kMilliPerDevice;
}

/// Highest sum of accelerators if every job started when it was submitted; ends before starts.
double peak_if_started_at_once(const std::vector<const Job*>& jobs) {
  struct Change {
    SimTime time;
    int order;  // ends first
    std::int64_t milli;
  };
  std::vector<Change> changes;
  for (const Job* job : jobs) {
    const auto milli = static_cast<std::int64_t>(job->request.total_milli());
    const SimTime end = saturating_add(job->arrival, job->runtime);
    if (end == job->arrival) continue;
    changes.push_back({job->arrival, 1, milli});
    if (end != kTimeNever) changes.push_back({end, 0, -milli});
  }
  std::ranges::sort(changes, {}, [](const Change& c) { return std::pair(c.time, c.order); });
  std::int64_t now = 0;
  std::int64_t peak = 0;
  for (const Change& change : changes) {
    now += change.milli;
    peak = std::max(peak, now);
  }
  return static_cast<double>(peak) / kMilliPerDevice;
}

std::uint64_t capacity_of(const Fleet& fleet, const std::vector<PoolId>& pools) {
  std::uint64_t total = 0;
  for (const PoolId pool : pools) total += fleet.pool(pool).devices;
  return total;
}

std::string distribution_text(const std::string& name, std::vector<double> values) {
  if (values.empty()) return fmt::format("{:<26}none\n", name);
  MetricList m;
  set_distribution(m, "x", std::move(values));
  return fmt::format("{:<26}mean {:.6g}, median {:.6g}, p95 {:.6g}, p99 {:.6g}, max {:.6g}\n", name,
                     *m.number("x.mean"), *m.number("x.median"), *m.number("x.p95"),
                     *m.number("x.p99"), *m.number("x.max"));
}

std::string demand_text(const std::vector<KindDemand>& demand, bool with_fleet) {
  std::string out;
  for (const KindDemand& kind : demand) {
    out += fmt::format(
        "demand {:<19}{} jobs, {:.6g} accelerator-hours, largest {:.6g}, {:.6g} at once if "
        "none waits",
        kind.kind, kind.jobs, kind.accelerator_hours, kind.largest, kind.peak);
    if (with_fleet) out += fmt::format("; fleet {}", kind.capacity);
    out += '\n';
  }
  return out;
}

std::string_view fate_name(RowFate fate) {
  switch (fate) {
    case RowFate::Kept:
      return "kept";
    case RowFate::Repaired:
      return "repaired";
    case RowFate::Refused:
      return "refused";
  }
  return "unknown";
}

struct JobSamples {
  std::vector<double> runtimes;
  std::vector<double> sizes;
  std::vector<double> waits;
  SimTime first = kTimeNever;
  SimTime last = kTimeZero;
  double accelerator_hours = 0.0;
};

JobSamples sample(const JobTable& jobs) {
  JobSamples s;
  for (const Job& job : jobs.jobs()) {
    s.first = std::min(s.first, job.arrival);
    s.last = std::max(s.last, job.arrival);
    s.sizes.push_back(accelerators(job));
    if (job.recorded_start != kTimeNever)
      s.waits.push_back(to_seconds(job.recorded_start - job.arrival));
    if (job.runtime == kForever) continue;
    s.runtimes.push_back(to_seconds(job.runtime));
    s.accelerator_hours += to_seconds(job.runtime) / kSecondsPerHour * accelerators(job);
  }
  return s;
}

}  // namespace

std::vector<KindDemand> demand_by_type(const JobTable& jobs, const Fleet* fleet) {
  std::vector<KindDemand> demand;
  std::vector<std::vector<const Job*>> members(jobs.types().size());
  for (const Job& job : jobs.jobs()) members[job.request.types.index()].push_back(&job);
  std::optional<Feasibility> pools;
  if (fleet != nullptr) pools.emplace(*fleet, jobs.types());
  for (std::uint32_t types = 0; types < members.size(); ++types) {
    if (members[types].empty()) continue;
    KindDemand made;
    made.kind = types == 0 ? "any kind" : jobs.types().name(types);
    made.jobs = static_cast<std::int64_t>(members[types].size());
    if (pools) made.capacity = capacity_of(*fleet, pools->pools_by_types()[types]);
    for (const Job* job : members[types]) {
      made.largest = std::max(made.largest, accelerators(*job));
      if (job->runtime == kForever) continue;
      made.accelerator_hours += to_seconds(job->runtime) / kSecondsPerHour * accelerators(*job);
    }
    made.peak = peak_if_started_at_once(members[types]);
    demand.push_back(std::move(made));
  }
  return demand;
}

std::string totals_text(const BuiltRun& run) {
  const Fleet& fleet = run.fleet;
  std::string out = fmt::format("{:<26}{}\n", "scenario", run.loaded.scenario.name);
  out += fmt::format("{:<26}{}\n{:<26}{}\n{:<26}{}\n", "superpods", fleet.superpods(), "nodes",
                     fleet.nodes().size(), "accelerators", fleet.accelerators());
  for (const Pool& pool : fleet.pools()) {
    out += fmt::format("  {:<24}{} nodes, {} x {}", pool.name, pool.nodes.size(), pool.devices,
                       pool.accelerator);
    if (pool.power) {
      out += fmt::format(", {:.6g} kW nameplate, {:.6g} kW idle",
                         pool.power->nameplate.value() * pool.devices * 1e-3,
                         pool.power->idle.value() * pool.devices * 1e-3);
    } else {
      out += ", no power figure";
    }
    out += '\n';
  }
  double flops = 0.0;
  double memory = 0.0;
  bool all_flops = true;
  bool all_memory = true;
  for (const Pool& pool : fleet.pools()) {
    all_flops = all_flops && pool.peak_per_device.has_value();
    all_memory = all_memory && pool.memory_per_device.has_value();
    if (pool.peak_per_device) flops += pool.peak_per_device->value() * pool.devices;
    if (pool.memory_per_device) memory += pool.memory_per_device->value() * pool.devices;
  }
  if (all_flops) out += fmt::format("{:<26}{:.6g} PFLOP/s\n", "peak, dense", flops * 1e-15);
  if (all_memory) out += fmt::format("{:<26}{:.6g} TB\n", "device memory", memory * 1e-12);
  if (fleet.has_power()) {
    const double nameplate = ItPower(fleet).nameplate().value() * 1e-3;
    out +=
        fmt::format("{:<26}{:.6g} kW\n{:<26}{:.6g} kW at the default load {:g} (estimate)\n",
                    "nameplate power", nameplate, "expected power, full",
                    nameplate * run.window.settings.default_load, run.window.settings.default_load);
  }
  out += fmt::format("{:<26}{} from {}\n", "jobs", run.workload.jobs.size(),
                     run.workload.report.format);
  out += demand_text(demand_by_type(run.workload.jobs, &fleet), true);
  return out;
}

void check_demand(const BuiltRun& run, Diagnostics& diagnostics) {
  const Feasibility feasibility(run.fleet, run.workload.jobs.types());
  std::map<std::string, std::pair<std::int64_t, std::uint32_t>> reasons;
  for (const Job& job : run.workload.jobs.jobs()) {
    const std::string_view reason = feasibility.reason_against(job.request);
    if (reason.empty()) continue;
    auto& [count, line] = reasons[std::string(reason)];
    if (count++ == 0) line = job.line;
  }
  for (const auto& [reason, rows] : reasons) {
    // At the first such row of the trace; drawn jobs have none.
    const auto& trace = run.loaded.scenario.workload.trace;
    Mark mark = run.loaded.document.mark_of("workload.synthetic");
    if (rows.second > 0 && trace && trace->file) {
      mark = {std::make_shared<const std::string>(trace->file->resolved()), rows.second, 0};
    }
    diagnostics.warning("W-CFG-002", mark,
                        fmt::format("{} jobs can never run on this fleet: {}", rows.first, reason),
                        "they will be rejected at submission; this is the first");
  }
}

std::string trace_text(const TraceReport& report, const JobTable& jobs, const Fleet* fleet) {
  JobSamples s = sample(jobs);
  std::string out = fmt::format("{:<26}{}\n{:<26}{}\n{:<26}{}\n", "format", report.format, "rows",
                                report.rows, "jobs kept", report.kept);
  for (const auto& [key, value] : report.header)
    out += fmt::format("header {:<19}{}\n", key, value);
  for (const std::string& note : report.notes) out += fmt::format("{:<26}{}\n", "note", note);
  if (report.absolute_times) {
    out += fmt::format("{:<26}{}\n", "zero is", format_timestamp(report.first_stamp_unix_ns));
  }
  for (const DirtyRows& rows : report.dirty) {
    out += fmt::format("{:<9}{:>8} rows {}: {} (line{} {}{})\n", fate_name(rows.fate), rows.count,
                       rows.reason, rows.rule, rows.lines.size() == 1 ? "" : "s",
                       fmt::join(rows.lines, ", "), rows.count > rows.lines.size() ? ", ..." : "");
  }
  if (jobs.empty()) return out;
  out += fmt::format("{:<26}{:.9g} s to {:.9g} s\n", "submissions", to_seconds(s.first),
                     to_seconds(s.last));
  out += fmt::format("{:<26}{:.9g}\n", "accelerator-hours", s.accelerator_hours);
  out += distribution_text("accelerators a job", std::move(s.sizes));
  out += distribution_text("run time s", std::move(s.runtimes));
  out += distribution_text("recorded wait s", std::move(s.waits));
  out += fmt::format("{:<26}{} users, {} queues\n", "tenants", jobs.users().size() - 1,
                     jobs.queues().size() - 1);
  return out + demand_text(demand_by_type(jobs, fleet), fleet != nullptr);
}

Tree trace_tree(const TraceReport& report, const JobTable& jobs, const Fleet* fleet) {
  JobSamples s = sample(jobs);
  MetricList m;
  m.set("format", report.format);
  m.set("rows", report.rows);
  m.set("kept", report.kept);
  m.set("accelerator_hours", s.accelerator_hours);
  set_distribution(m, "accelerators", std::move(s.sizes));
  set_distribution(m, "runtime_s", std::move(s.runtimes));
  set_distribution(m, "recorded_wait_s", std::move(s.waits));
  std::vector<Tree> dirty;
  const auto number = [](auto value) { return Tree::scalar(fmt::format("{}", value)); };
  for (const DirtyRows& rows : report.dirty) {
    std::vector<Tree> lines;
    for (const std::uint32_t line : rows.lines) lines.push_back(number(line));
    dirty.push_back(
        Tree::map({{"reason", {}, Tree::scalar(rows.reason, {}, true)},
                   {"fate", {}, Tree::scalar(std::string(fate_name(rows.fate)), {}, true)},
                   {"count", {}, number(rows.count)},
                   {"lines", {}, Tree::sequence(std::move(lines))}}));
  }
  std::vector<Tree> demand;
  for (const KindDemand& kind : demand_by_type(jobs, fleet)) {
    demand.push_back(Tree::map({{"kind", {}, Tree::scalar(kind.kind, {}, true)},
                                {"jobs", {}, number(kind.jobs)},
                                {"accelerator_hours", {}, number(kind.accelerator_hours)},
                                {"peak_accelerators", {}, number(kind.peak)}}));
  }
  Diagnostics none;
  return metrics_tree(m)
      .with("dirty", Tree::sequence(std::move(dirty)), none)
      .with("demand", Tree::sequence(std::move(demand)), none);
}

}  // namespace podsim
