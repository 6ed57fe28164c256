#include "sim/study/scenario.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "sim/io/trace.h"
#include "sim/io/yaml.h"

namespace podsim {

std::string FilePath::resolved() const {
  const std::filesystem::path named(text);
  if (named.is_absolute() || !mark.file) return text;
  return (std::filesystem::path(*mark.file).parent_path() / named).lexically_normal().string();
}

void RunConfig::describe(Schema<RunConfig>& s) {
  s.name("run").doc("The window of the run.");
  s.field("start", &RunConfig::start)
      .example("2026-01-05 00:00:00 Europe/Berlin")
      .doc(
          "Calendar time of simulated zero, with its zone (none: UTC). Default: the trace's first "
          "stamp where stamps are absolute, else unknown.");
  s.field("warmup", &RunConfig::warmup)
      .at_least(Duration{0})
      .doc("Metrics are taken from here on; jobs submitted earlier run but are not counted.");
  s.field("until", &RunConfig::until)
      .example("30 d")
      .doc(
          "End of the window: a span from the start, or a calendar time. Default: the last event.");
  s.field("seed", &RunConfig::seed).at_least(0).doc("Seed of every random stream.");
  s.field("walltime_kill", &RunConfig::walltime_kill)
      .doc("Kill a job at its requested time. Default: true, but false under the replay policy.");
}

void PowerConfig::describe(Schema<PowerConfig>& s) {
  s.name("power").doc("Power of a whole node.");
  s.field("idle", &PowerConfig::idle).required().at_least(Watts{0}).doc("With nothing running.");
  s.field("nameplate", &PowerConfig::nameplate).required().at_least(Watts{0}).doc("As rated.");
}

void SuperpodConfig::describe(Schema<SuperpodConfig>& s) {
  s.name("superpod").doc("A group of equal nodes.");
  s.field("name", &SuperpodConfig::name).doc("Prefix of node names. Default: the node's name.");
  s.field("count", &SuperpodConfig::count).range(1, 100'000).doc("How many such superpods.");
  s.field("node", &SuperpodConfig::node)
      .example("dgx-h100")
      .doc("Node model of the catalog. Without one, give accelerator and accelerators_per_node.");
  s.field("accelerator", &SuperpodConfig::accelerator)
      .doc("Kind of accelerator. Default: the node model's.");
  s.field("nodes", &SuperpodConfig::nodes).required().range(1, 10'000'000).doc("Nodes a superpod.");
  s.field("accelerators_per_node", &SuperpodConfig::accelerators_per_node)
      .range(0, 65'535)
      .doc("Schedulable accelerators a node. Default: the node model's.");
  s.field("cpu_cores_per_node", &SuperpodConfig::cpu_cores_per_node)
      .range(0, 4'000'000)
      .doc("CPU cores a node; 0: CPU requests are not checked. Default: the node model's.");
  s.field("memory_per_node", &SuperpodConfig::memory_per_node)
      .at_least(Bytes{0})
      .doc("Host memory a node; 0 B: not checked. Default: the node model's.");
  s.field("node_power", &SuperpodConfig::node_power).doc("Overrides the node model's power.");
}

void KindPowerConfig::describe(Schema<KindPowerConfig>& s) {
  s.name("power of a kind").doc("Node power per accelerator of an inventory's kind.");
  s.field("kind", &KindPowerConfig::kind).required().doc("Kind as the inventory spells it.");
  s.field("idle", &KindPowerConfig::idle)
      .required()
      .at_least(Watts{0})
      .doc("Idle, per accelerator.");
  s.field("nameplate", &KindPowerConfig::nameplate)
      .required()
      .at_least(Watts{0})
      .doc("Rated, per accelerator.");
}

void FleetConfig::describe(Schema<FleetConfig>& s) {
  s.name("fleet").doc("The machines: superpods, or an inventory file.");
  s.field("superpods", &FleetConfig::superpods).doc("Groups of equal nodes, in row order.");
  s.field("inventory", &FleetConfig::inventory)
      .doc("Node list in CSV (columns sn, cpu_milli, memory_mib, gpu, model).");
  s.field("inventory_power", &FleetConfig::inventory_power)
      .doc("Power of the inventory's kinds; without it for every kind there is no energy block.");
}

void TraceConfig::describe(Schema<TraceConfig>& s) {
  s.name("trace").doc("A recorded workload.");
  s.field("file", &TraceConfig::file).doc("The trace; --trace FILE replaces it.");
  std::vector<std::string> formats{"auto"};
  for (const std::string& name : trace_formats()) formats.push_back(name);
  s.field("format", &TraceConfig::format).choices(formats).doc("Format; auto: by content.");
  s.field("columns", &TraceConfig::columns)
      .doc("Columns of a podsim CSV without a header line, e.g. [arrival, accelerators, runtime].");
  s.field("missing_runtime", &TraceConfig::missing_runtime)
      .choices({"refuse", "requested"})
      .doc("Rows without a run time are refused and counted, or run for their requested time.");
}

void ConstrainConfig::describe(Schema<ConstrainConfig>& s) {
  s.name("constrain").doc("A rule that gives jobs a type constraint.");
  s.field("every", &ConstrainConfig::every)
      .required()
      .at_least(1)
      .doc("Every n-th accelerator job of the table, the n-th first.");
  s.field("types", &ConstrainConfig::types)
      .required()
      .example("V100M16|V100M32")
      .doc("Kinds it may use, joined by |.");
}

void WorkloadConfig::describe(Schema<WorkloadConfig>& s) {
  s.name("workload").doc("The jobs: a trace, or a synthetic workload.");
  s.field("trace", &WorkloadConfig::trace).doc("A recorded workload.");
  s.field("synthetic", &WorkloadConfig::synthetic).doc("A drawn workload.");
  s.field("arrivals", &WorkloadConfig::arrivals)
      .choices({"recorded", "all-at-start"})
      .doc("When jobs arrive: as recorded, or all at time zero in file order.");
  s.field("runtimes", &WorkloadConfig::runtimes)
      .choices({"recorded", "never-ending"})
      .doc("How long jobs run: as recorded, or until the run's end.");
  s.field("constrain", &WorkloadConfig::constrain).doc("Adds type constraints by a rule.");
  s.field("max_jobs", &WorkloadConfig::max_jobs).at_least(1).doc("Only the first jobs by arrival.");
  s.field("load", &WorkloadConfig::load)
      .range(0.0, 1.0)
      .doc(
          "Fraction of nameplate that a job draws on its share of a node when its row does not "
          "say; "
          "an estimate.");
}

void PoliciesConfig::describe(Schema<PoliciesConfig>& s) {
  s.name("policies").doc("Who decides; `podsim list policies` names them.");
  s.field("queue", &PoliciesConfig::queue).doc("Which waiting job starts when.");
  s.field("placement", &PoliciesConfig::placement).doc("Which accelerators it gets.");
  s.field("predictor", &PoliciesConfig::predictor).doc("How long a job is expected to run.");
}

void PlantConfig::describe(Schema<PlantConfig>& s) {
  s.name("plant").doc("From IT power to facility power.");
  s.field("pue", &PlantConfig::pue)
      .required()
      .range(1.0, 5.0)
      .doc("Facility power over IT power, constant.");
}

void CostConfig::describe(Schema<CostConfig>& s) {
  s.name("cost").doc("Prices.");
  s.field("accelerator", &CostConfig::accelerator)
      .example("2.5 USD/h")
      .at_least(UsdPerSec{0})
      .doc("Owning or renting one accelerator, whether it works or not.");
  s.field("energy", &CostConfig::energy).at_least(UsdPerJoule{0}).doc("Facility energy.");
}

void Scenario::describe(Schema<Scenario>& s) {
  s.name("scenario").doc("One run of one datacenter.");
  s.field("schema_version", &Scenario::schema_version)
      .required()
      .range(1, kScenarioSchemaVersion)
      .doc("Version of this format: 1.");
  s.field("name", &Scenario::name).required().doc("Short name, shown in results.");
  s.field("question", &Scenario::question).doc("What the scenario answers.");
  s.field("answer", &Scenario::answer).doc("The expected headline.");
  s.field("run", &Scenario::run).doc("The window of the run.");
  s.field("fleet", &Scenario::fleet).required().doc("The machines.");
  s.field("workload", &Scenario::workload).required().doc("The jobs.");
  s.field("policies", &Scenario::policies).doc("Who decides.");
  s.field("plant", &Scenario::plant).doc("Without it there are no facility figures.");
  s.field("cost", &Scenario::cost).doc("Without it there are no costs.");
  s.field("expect", &Scenario::expect)
      .example("wait_s.p95 <= 600")
      .doc("Gates over the summary's keys; a broken one exits 4.");
}

namespace {

/// Parses the value of `--set path=value` as YAML, marked with the option's number.
void apply_set(Tree& document, const std::string& set, std::size_t number,
               Diagnostics& diagnostics) {
  const std::string label = fmt::format("--set #{}", number);
  const Mark mark{std::make_shared<const std::string>(label), 1, 1};
  const std::size_t equals = set.find('=');
  if (equals == std::string::npos || equals == 0) {
    diagnostics.error("E-CLI-001", mark, fmt::format("'{}' is not of the form path=value", set),
                      "write e.g. --set policies.queue=easy-backfill");
    return;
  }
  const std::string text = set.substr(equals + 1);
  const std::size_t before = diagnostics.errors();
  // Nothing behind the sign is null, as in a file.
  const Tree value = text.empty() ? Tree::null(mark) : parse_yaml(text, label, diagnostics);
  if (diagnostics.errors() == before) {
    document = document.with(set.substr(0, equals), value, diagnostics);
  }
}

/// Whether a block is there and binds without a finding.
template <class T>
bool binds(const Tree& document, std::string_view key, bool required) {
  const Tree* block = document.find(key);
  if (block == nullptr || block->is_null()) return !required;
  Diagnostics told_already;
  (void)read_config<T>(*block, key, told_already);
  return !told_already.has_errors();
}

}  // namespace

LoadedScenario load_scenario(const std::string& path, const Overrides& overrides,
                             Diagnostics& diagnostics) {
  LoadedScenario loaded;
  const std::size_t before = diagnostics.errors();
  Tree document = load_yaml(path, diagnostics);
  if (diagnostics.errors() != before) return loaded;
  loaded.document = std::move(document);
  for (std::size_t i = 0; i < overrides.sets.size(); ++i) {
    apply_set(loaded.document, overrides.sets[i], i + 1, diagnostics);
  }
  if (!overrides.trace.empty()) {
    const Mark mark{std::make_shared<const std::string>("--trace"), 0, 0};
    loaded.document = loaded.document.with("workload.trace.file",
                                           Tree::scalar(overrides.trace, mark, true), diagnostics);
  }
  if (overrides.seed) {
    loaded.document = loaded.document.with(
        "run.seed", Tree::scalar(fmt::format("{}", *overrides.seed)), diagnostics);
  }
  bind_into(loaded.document, loaded.scenario, "", diagnostics);
  loaded.run_bound = binds<RunConfig>(loaded.document, "run", false);
  loaded.fleet_bound = binds<FleetConfig>(loaded.document, "fleet", true);
  loaded.workload_bound = binds<WorkloadConfig>(loaded.document, "workload", true);
  return loaded;
}

}  // namespace podsim
