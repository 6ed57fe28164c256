#include "sim/study/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "sim/core/units_text.h"
#include "sim/io/timestamp.h"
#include "sim/io/trace.h"
#include "sim/policies/registry.h"
#include "sim/study/catalog_loader.h"

namespace podsim {
namespace {

/// The jobs as the scenario changes them: arrivals, run times, constraints, number.
JobTable transformed(JobTable table, const WorkloadConfig& config) {
  const bool changes = config.arrivals != "recorded" || config.runtimes != "recorded" ||
                       config.constrain || config.max_jobs;
  if (!changes) return table;
  std::vector<Job> jobs = table.jobs();
  NameTable types = table.types();
  if (config.max_jobs && static_cast<std::size_t>(*config.max_jobs) < jobs.size()) {
    jobs.resize(static_cast<std::size_t>(*config.max_jobs));
  }
  if (config.arrivals == "all-at-start") {
    // File order where the file has lines; the table's own order is by recorded arrival.
    std::ranges::stable_sort(jobs, {}, &Job::line);
  }
  std::int64_t accelerator_jobs = 0;
  for (Job& job : jobs) {
    if (config.arrivals == "all-at-start") {
      job.arrival = kTimeZero;
      job.recorded_start = kTimeNever;
      job.after = JobId{};
    }
    if (config.runtimes == "never-ending") {
      job.runtime = kForever;
      job.requested = kNoDuration;
    }
    if (job.after.valid() && job.after.index() >= jobs.size()) job.after = JobId{};
    if (!config.constrain || job.request.devices == 0) continue;
    if (++accelerator_jobs % config.constrain->every == 0) {
      job.request.types = TypeSetId{types.intern(config.constrain->types)};
    }
  }
  return JobTable::from(std::move(jobs), table.users(), table.queues(), std::move(types));
}

std::optional<Workload> read_workload(const LoadedScenario& loaded, Diagnostics& diagnostics) {
  const Scenario& scenario = loaded.scenario;
  const WorkloadConfig& config = scenario.workload;
  if (config.synthetic && config.trace && config.trace->file) {
    diagnostics.error("E-CFG-003", config.trace->file->mark, "workload: both a trace and synthetic",
                      "give exactly one of workload.trace and workload.synthetic");
    return std::nullopt;
  }
  if (config.synthetic) {
    const Tree* written = loaded.document.at("workload.synthetic");
    auto jobs = draw_jobs(*config.synthetic, static_cast<std::uint64_t>(scenario.run.seed),
                          diagnostics, written != nullptr ? *written : Tree());
    if (!jobs) return std::nullopt;
    Workload made{std::move(*jobs), {}};
    made.report.format = "synthetic";
    made.report.rows = made.report.kept = made.jobs.size();
    made.report.has_requested = true;
    return made;
  }
  if (!config.trace || !config.trace->file) {
    diagnostics.error("E-CFG-003", loaded.document.mark_of("workload"),
                      "workload: neither a trace file nor synthetic",
                      "give workload.trace.file, or --trace FILE");
    return std::nullopt;
  }
  TraceOptions options;
  options.format = config.trace->format;
  options.columns = config.trace->columns;
  options.missing_runtime = config.trace->missing_runtime;
  options.asked_at = config.trace->file->mark;
  auto trace = read_trace(config.trace->file->resolved(), options, diagnostics);
  if (!trace) return std::nullopt;
  return Workload{std::move(trace->jobs), std::move(trace->report)};
}

/// Moves a trace with calendar stamps so that run.start is its zero.
bool shift_to_start(Workload& workload, std::int64_t start_ns, const Mark& mark,
                    Diagnostics& diagnostics) {
  const std::int64_t shift = workload.report.first_stamp_unix_ns - start_ns;
  if (shift == 0) return true;
  if (shift < 0) {
    diagnostics.error(
        "E-CFG-013", mark,
        fmt::format("run.start, {}, is after the trace's first stamp", format_timestamp(start_ns)),
        fmt::format("start at {} or before",
                    format_timestamp(workload.report.first_stamp_unix_ns)));
    return false;
  }
  std::vector<Job> jobs = workload.jobs.jobs();
  for (Job& job : jobs) {
    job.arrival = saturating_add(job.arrival, Duration{shift});
    job.recorded_start = saturating_add(job.recorded_start, Duration{shift});
  }
  workload.jobs = JobTable::from(std::move(jobs), workload.jobs.users(), workload.jobs.queues(),
                                 workload.jobs.types());
  return true;
}

template <class Make>
auto make_policy(PolicyKind kind, const Choice& choice, const PolicyContext& context,
                 Make PolicyEntry::*make, Diagnostics& diagnostics)
    -> decltype((std::declval<PolicyEntry>().*make)(choice.params, context, diagnostics)) {
  const PolicyEntry* entry = find_policy(kind, choice, diagnostics);
  if (entry == nullptr) return nullptr;
  return (entry->*make)(choice.params, context, diagnostics);
}

void warn_about_estimates(const BuiltRun& run, Diagnostics& diagnostics) {
  const PoliciesConfig& policies = run.loaded.scenario.policies;
  const PolicyEntry* queue = find_policy(PolicyKind::Queue, policies.queue, diagnostics);
  if (queue == nullptr || !queue->uses_estimates || policies.predictor.name != "requested") return;
  if (run.workload.report.has_requested) return;
  diagnostics.warning(
      "W-CFG-001", policies.predictor.mark,
      fmt::format("{} orders by estimates, but the trace has no requested times: every "
                  "job gets the predictor's fallback",
                  policies.queue.name),
      "set policies.predictor to oracle, last-two or constant");
}

/// Sets the run's window and moves the jobs onto its clock.
void place_in_time(BuiltRun& run, Workload workload, Diagnostics& diagnostics) {
  const LoadedScenario& loaded = run.loaded;
  const auto window = build_window(loaded, workload.report, diagnostics);
  if (window && workload.report.absolute_times && !loaded.scenario.run.start.empty()) {
    shift_to_start(workload, *window->zero_unix_ns, loaded.document.mark_of("run.start"),
                   diagnostics);
  }
  if (window) run.window = *window;
  run.workload = std::move(workload);
}

/// Kinds that a constraint names and the fleet lacks; an error when it lacks them all.
void check_constraint(const BuiltRun& run, Diagnostics& diagnostics) {
  const auto& constrain = run.loaded.scenario.workload.constrain;
  if (!constrain) return;
  const std::vector<std::string> kinds = run.fleet.kinds();
  const std::vector<std::string> named = split_types(constrain->types);
  std::vector<std::string> missing;
  std::ranges::copy_if(named, std::back_inserter(missing), [&](const std::string& kind) {
    return std::ranges::find(kinds, kind) == kinds.end();
  });
  for (const std::string& kind : missing) {
    const Mark mark = run.loaded.document.mark_of("workload.constrain.types");
    const std::string text =
        fmt::format("workload.constrain.types: the fleet has no kind '{}'", kind);
    if (missing.size() == named.size()) {
      diagnostics.error("E-CFG-008", mark, text, suggest(kind, kinds));
    } else {
      diagnostics.warning("W-CFG-003", mark, text, suggest(kind, kinds));
    }
  }
}

void make_policies(BuiltRun& run, Diagnostics& diagnostics) {
  const PoliciesConfig& policies = run.loaded.scenario.policies;
  const auto seed = static_cast<std::uint64_t>(run.loaded.scenario.run.seed);
  const PolicyContext context{seed, nullptr};
  // Only predictors may look behind the view: the oracle is one of them, by name.
  const PolicyContext with_jobs{seed, &run.workload.jobs};
  run.queue =
      make_policy(PolicyKind::Queue, policies.queue, context, &PolicyEntry::queue, diagnostics);
  run.placement = make_policy(PolicyKind::Placement, policies.placement, context,
                              &PolicyEntry::placement, diagnostics);
  run.predictor = make_policy(PolicyKind::Predictor, policies.predictor, with_jobs,
                              &PolicyEntry::predictor, diagnostics);
}

}  // namespace

std::optional<Workload> build_workload(const LoadedScenario& loaded, Diagnostics& diagnostics) {
  auto workload = read_workload(loaded, diagnostics);
  if (!workload) return std::nullopt;
  workload->jobs = transformed(std::move(workload->jobs), loaded.scenario.workload);
  if (workload->jobs.empty()) {
    diagnostics.error("E-TRC-090", loaded.document.mark_of("workload"), "the workload has no jobs",
                      "look at `podsim trace info`");
    return std::nullopt;
  }
  return workload;
}

std::optional<Window> build_window(const LoadedScenario& loaded, const TraceReport& report,
                                   Diagnostics& diagnostics) {
  const Scenario& scenario = loaded.scenario;
  const RunConfig& run = scenario.run;
  Window window;
  window.settings.warmup = kTimeZero + run.warmup;
  window.settings.walltime_kill =
      run.walltime_kill.value_or(scenario.policies.queue.name != "replay");
  window.settings.default_load = scenario.workload.load;
  if (report.absolute_times) window.zero_unix_ns = report.first_stamp_unix_ns;
  if (!run.start.empty()) {
    window.zero_unix_ns = parse_timestamp_utc_ns(run.start, loaded.document.mark_of("run.start"),
                                                 "run.start", diagnostics);
    if (!window.zero_unix_ns) return std::nullopt;
  }
  if (run.until.empty()) return window;
  const Mark mark = loaded.document.mark_of("run.until");
  if (const auto stamp = parse_timestamp_utc_ns(run.until)) {
    if (!window.zero_unix_ns) {
      diagnostics.error(
          "E-CFG-013", mark,
          fmt::format("run.until: '{}' is a calendar time, but the run has none", run.until),
          "give run.start, or a span such as '30 d'");
      return std::nullopt;
    }
    window.settings.until = SimTime{Duration{*stamp - *window.zero_unix_ns}};
  } else {
    const auto seconds =
        parse_quantity(run.until, unit_family<Seconds>(), mark, "run.until", diagnostics);
    const auto span = seconds ? duration_from_seconds(*seconds) : std::nullopt;
    if (!span) return std::nullopt;
    window.settings.until = kTimeZero + *span;
  }
  if (window.settings.until <= window.settings.warmup) {
    diagnostics.error(
        "E-CFG-013", mark,
        fmt::format("run.until: '{}' is not after the start and the warmup", run.until),
        fmt::format("expected more than {} after the start",
                    format_quantity(to_seconds(run.warmup), unit_family<Seconds>())));
    return std::nullopt;
  }
  return window;
}

std::string resolve_yaml(const Scenario& scenario, Diagnostics& diagnostics) {
  Scenario resolved = scenario;
  const auto fill = [&](PolicyKind kind, Choice& choice) {
    const PolicyEntry* entry = find_policy(kind, choice, diagnostics);
    if (entry != nullptr) choice.params = entry->resolve(choice.params, diagnostics);
  };
  fill(PolicyKind::Queue, resolved.policies.queue);
  fill(PolicyKind::Placement, resolved.policies.placement);
  fill(PolicyKind::Predictor, resolved.policies.predictor);
  if (!resolved.run.walltime_kill) {
    resolved.run.walltime_kill = resolved.policies.queue.name != "replay";
  }
  return dump(resolved).to_yaml();
}

std::unique_ptr<BuiltRun> build_run(LoadedScenario loaded, Diagnostics& diagnostics) {
  auto run = std::make_unique<BuiltRun>();
  run->loaded = std::move(loaded);
  if (!run->loaded.document.is_map()) return nullptr;  // nothing could be read; that is a finding
  run->resolved_yaml = resolve_yaml(run->loaded.scenario, diagnostics);
  // What can be built is built beside errors elsewhere, so that one try shows all findings.
  const Catalog catalog = load_catalog(diagnostics);
  std::optional<Workload> workload;
  if (run->loaded.workload_bound) workload = build_workload(run->loaded, diagnostics);
  std::optional<Fleet> fleet;
  if (run->loaded.fleet_bound) {
    fleet = build_fleet(run->loaded, catalog, diagnostics);
  } else {
    check_node_models(run->loaded, catalog, diagnostics);
  }
  if (workload && run->loaded.run_bound) place_in_time(*run, std::move(*workload), diagnostics);
  if (fleet) {
    run->fleet = std::move(*fleet);
    if (run->loaded.workload_bound) check_constraint(*run, diagnostics);
  }
  if (!diagnostics.has_errors()) make_policies(*run, diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  warn_about_estimates(*run, diagnostics);
  return run;
}

}  // namespace podsim
