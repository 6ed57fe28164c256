// The scenario file: what a user writes, described field by field.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/core/schema.h"
#include "sim/hardware/power/it_power.h"
#include "sim/study/file_path.h"
#include "sim/workload/synthetic.h"

namespace podsim {

struct RunConfig {
  std::string start;
  Duration warmup{0};
  std::string until;
  std::int64_t seed = 1;
  std::optional<bool> walltime_kill;
  static void describe(Schema<RunConfig>& s);
};

struct PowerConfig {
  Watts idle{};
  Watts nameplate{};
  static void describe(Schema<PowerConfig>& s);
};

struct SuperpodConfig {
  std::string name;
  std::int64_t count = 1;
  std::string node;
  std::string accelerator;
  std::int64_t nodes = 0;
  std::optional<std::int64_t> accelerators_per_node;
  std::optional<std::int64_t> cpu_cores_per_node;
  std::optional<Bytes> memory_per_node;
  std::optional<PowerConfig> node_power;
  static void describe(Schema<SuperpodConfig>& s);
};

struct KindPowerConfig {
  std::string kind;
  Watts idle{};
  Watts nameplate{};
  static void describe(Schema<KindPowerConfig>& s);
};

struct FleetConfig {
  std::vector<SuperpodConfig> superpods;
  std::optional<FilePath> inventory;
  std::vector<KindPowerConfig> inventory_power;
  static void describe(Schema<FleetConfig>& s);
};

struct TraceConfig {
  std::optional<FilePath> file;
  std::string format = "auto";
  std::vector<std::string> columns;
  std::string missing_runtime = "refuse";
  static void describe(Schema<TraceConfig>& s);
};

/// Gives every n-th job that asks for an accelerator a type constraint.
struct ConstrainConfig {
  std::int64_t every = 0;
  std::string types;
  static void describe(Schema<ConstrainConfig>& s);
};

struct WorkloadConfig {
  std::optional<TraceConfig> trace;
  std::optional<SyntheticConfig> synthetic;
  std::string arrivals = "recorded";
  std::string runtimes = "recorded";
  std::optional<ConstrainConfig> constrain;
  std::optional<std::int64_t> max_jobs;
  double load = kDefaultLoad;
  static void describe(Schema<WorkloadConfig>& s);
};

struct PoliciesConfig {
  Choice queue{"fcfs", Tree::map({}), {}};
  Choice placement{"first-fit", Tree::map({}), {}};
  Choice predictor{"requested", Tree::map({}), {}};
  static void describe(Schema<PoliciesConfig>& s);
};

struct PlantConfig {
  double pue = 1.0;
  static void describe(Schema<PlantConfig>& s);
};

struct CostConfig {
  std::optional<UsdPerSec> accelerator;
  std::optional<UsdPerJoule> energy;
  static void describe(Schema<CostConfig>& s);
};

struct Scenario {
  std::int64_t schema_version = 1;
  std::string name;
  std::string question;
  std::string answer;
  RunConfig run;
  FleetConfig fleet;
  WorkloadConfig workload;
  PoliciesConfig policies;
  std::optional<PlantConfig> plant;
  std::optional<CostConfig> cost;
  std::vector<std::string> expect;
  static void describe(Schema<Scenario>& s);
};

inline constexpr std::int64_t kScenarioSchemaVersion = 1;

/// What the command line lays over the file.
struct Overrides {
  std::vector<std::string> sets;  ///< "path=value", in order
  std::string trace;              ///< replaces workload.trace.file; empty: none
  std::optional<std::int64_t> seed;
};

/// A scenario with the document that it came from.
struct LoadedScenario {
  Scenario scenario;
  Tree document;  ///< null when the file could not be read
  // Whether these blocks were bound without a finding: only then is it worthwhile to build from
  // them.
  bool run_bound = false;
  bool fleet_bound = false;
  bool workload_bound = false;
};

/// Reads, overrides and binds; every problem of the text is a finding. Policies and files that the
/// scenario names are checked when it is built.
LoadedScenario load_scenario(const std::string& path, const Overrides& overrides,
                             Diagnostics& diagnostics);

}  // namespace podsim
