// Scenarios written by a test: a folder with scenario.yaml and jobs.csv.
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "sim/study/build.h"
#include "sim/study/run.h"
#include "sim/study/summary.h"
#include "tests/io/findings.h"

namespace podsim {

/// One node of 4 accelerators, 100 W idle and 1 kW nameplate each, PUE 1.5, first come first
/// served. An accelerator costs 0.001 USD/s, energy 1e-7 USD/J.
inline const std::string kSmallScenario = R"(schema_version: 1
name: small
fleet:
  superpods:
    - {name: pod, accelerator: gpu, nodes: 1, accelerators_per_node: 4,
       node_power: {idle: 400 W, nameplate: 4 kW}}
workload: {trace: {file: jobs.csv}}
plant: {pue: 1.5}
cost: {accelerator: 3.6 USD/h, energy: 0.36 USD/kWh}
)";

/// 0: 2 accelerators, 0 s to 100 s. 1: all 4, so it waits from 10 s to 100 s and runs to 150 s. 2:
/// one accelerator, behind job 1 from 20 s to 150 s; killed at its 10 s, so at 160 s.
inline const std::string kSmallJobs =
    "arrival,accelerators,runtime,requested,user\n"
    "0,2,100,200,alice\n"
    "10,4,50,60,bob\n"
    "20,1,30,10,alice\n";

class SmallScenario {
 public:
  explicit SmallScenario(const std::string& more = "", const std::string& jobs = kSmallJobs,
                         const std::string& scenario = kSmallScenario)
      : folder_("study") {
    std::ofstream(folder_.file("jobs.csv")) << jobs;
    std::ofstream(path()) << scenario << more;
  }

  [[nodiscard]] std::string path() const { return folder_.file("scenario.yaml"); }
  [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }

  [[nodiscard]] std::unique_ptr<BuiltRun> build(Overrides overrides = {}) const {
    Diagnostics diagnostics;
    auto run = build_run(load_scenario(path(), overrides, diagnostics), diagnostics);
    REQUIRE_MESSAGE(run != nullptr, diagnostics.to_string());
    return run;
  }

  [[nodiscard]] RunSummary summary(Overrides overrides = {}) const {
    const auto run = build(std::move(overrides));
    const RunResult result = simulate(*run, nullptr, nullptr);
    REQUIRE(result.status == RunStatus::Finished);
    return summarise(*run, result, {});
  }

 private:
  TempFolder folder_;
};

inline double number(const RunSummary& summary, const std::string& path) {
  const auto value = summary.metrics.number(path);
  REQUIRE_MESSAGE(value, path);
  return *value;
}

}  // namespace podsim
