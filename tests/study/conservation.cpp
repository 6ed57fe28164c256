// What must add up in every summary, whatever the policy and the window.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/study/breakdown.h"
#include "sim/study/totals.h"
#include "tests/study/small.h"

using namespace podsim;

namespace {

/// 400 drawn jobs on 4 nodes of 4, twice as much work as the nodes can do; sizes from a half to 32,
/// so that some can never run, and limits below the run time of some.
std::string busy_jobs() {
  std::string text = "arrival,accelerators,runtime,requested,user,queue\n";
  std::uint64_t state = 7;
  const auto draw = [&](std::uint64_t n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33U) % n;
  };
  const char* sizes[] = {"0.5", "1", "2", "4", "8", "0", "32"};
  for (std::uint64_t i = 0; i < 400; ++i) {
    const std::uint64_t runtime = 1 + draw(600);
    const std::uint64_t requested = 1 + draw(1200);
    const char* size = sizes[draw(7)];
    const std::uint64_t user = draw(30);
    const std::uint64_t queue = draw(3);
    text += fmt::format("{},{},{},{},u{},q{}\n", i * 20, size, runtime, requested, user, queue);
  }
  return text;
}

const std::string kScenario = R"(schema_version: 1
name: busy
fleet:
  superpods:
    - {accelerator: gpu, nodes: 4, accelerators_per_node: 4, node_power: {idle: 400 W, nameplate: 4 kW}}
workload: {trace: {file: jobs.csv}}
plant: {pue: 1.2}
cost: {accelerator: 2 USD/h, energy: 0.1 USD/kWh}
)";

}  // namespace

TEST_CASE("every job is counted once, in the summary, the breakdown and the table") {
  const SmallScenario small("", busy_jobs(), kScenario);
  for (const char* queue : {"fcfs", "sjf", "priority", "easy-backfill", "conservative-backfill"}) {
    for (const char* window :
         {"{}", "{until: 1 h}", "{warmup: 30 min}", "{warmup: 20 min, until: 1 h}"}) {
      CAPTURE(queue);
      CAPTURE(window);
      const auto run = small.build(
          {{std::string("policies.queue=") + queue, std::string("run=") + window}, {}, {}});
      const RunResult result = simulate(*run, nullptr, nullptr);
      const RunSummary s = summarise(*run, result, {});
      const auto count = [&](const char* key) { return number(s, std::string("jobs.") + key); };
      const double ended = count("completed") + count("failed") + count("rejected");
      CHECK(count("submitted") == ended + count("running") + count("waiting"));
      const auto before = s.metrics.number("jobs.before_window").value_or(0.0);
      CHECK(count("submitted") + count("not_submitted") + before == 400.0);
      CHECK(count("rejected") > 0.0);
      CHECK(count("failed") > 0.0);

      std::map<std::string, std::int64_t> jobs;
      std::map<std::string, double> hours;
      for (const BreakdownRow& row : s.breakdown) {
        jobs[row.dimension] += row.jobs;
        hours[row.dimension] += row.accelerator_hours;
      }
      REQUIRE(jobs.size() == 3);
      for (const auto& [dimension, total] : jobs) {
        CHECK(static_cast<double>(total) == count("submitted"));
      }
      // The breakdown leaves out what jobs from before the window hold in it.
      const double all = number(s, "work.accelerator_hours");
      for (const auto& [dimension, total] : hours) {
        if (before == 0.0) CHECK(total == doctest::Approx(all).epsilon(1e-9));
        CHECK(total <= all * (1.0 + 1e-9));
      }
      for (const Column& column : job_columns(*run, result)) {
        CHECK(std::visit([](const auto& data) { return data.size(); }, column.data) == 400);
      }
      CHECK(number(s, "energy.it_kwh") ==
            doctest::Approx(number(s, "energy.job_kwh") + number(s, "energy.idle_kwh"))
                .epsilon(1e-9));
      CHECK(number(s, "energy.facility_kwh") ==
            doctest::Approx(number(s, "energy.it_kwh") + number(s, "energy.overhead_kwh"))
                .epsilon(1e-9));
      CHECK(number(s, "cost.total_usd") ==
            doctest::Approx(number(s, "cost.accelerator_usd") + number(s, "cost.energy_usd"))
                .epsilon(1e-9));
    }
  }
}

// Kind a: jobs 0 and 1 of 2 and 3 accelerators; 0 ends at 10 s, where 1 starts: 3 at once. Without
// a kind: 1 from 0 s for ever, 4 from 5 s to 6 s, 8 of no length at 5 s, which hold nothing: 5 at
// once.
TEST_CASE("demand by type: hours, largest job and peak by hand") {
  std::vector<Job> jobs(5);
  NameTable types;
  const TypeSetId a{types.intern("a")};
  const auto set = [&](std::size_t i, std::int64_t from, std::int64_t length,
                       std::uint32_t devices) {
    jobs[i].arrival = kTimeZero + std::chrono::seconds(from);
    jobs[i].runtime = length < 0 ? kForever : Duration{std::chrono::seconds(length)};
    jobs[i].request.devices = devices;
  };
  set(0, 0, 10, 2);
  set(1, 10, 10, 3);
  set(2, 0, -1, 1);
  set(3, 5, 1, 4);
  set(4, 5, 0, 8);
  jobs[0].request.types = a;
  jobs[1].request.types = a;
  const JobTable table = JobTable::from(std::move(jobs), {}, {}, std::move(types));
  const auto demand = demand_by_type(table, nullptr);
  REQUIRE(demand.size() == 2);
  CHECK(demand[0].kind == "any kind");
  CHECK(demand[0].jobs == 3);
  CHECK(demand[0].peak == 5.0);
  CHECK(demand[0].largest == 8.0);
  CHECK(demand[0].accelerator_hours ==
        doctest::Approx(4.0 / 3600.0));  // the endless job has no hours
  CHECK(demand[1].kind == "a");
  CHECK(demand[1].jobs == 2);
  CHECK(demand[1].peak == 3.0);
  CHECK(demand[1].largest == 3.0);
  CHECK(demand[1].accelerator_hours == doctest::Approx(50.0 / 3600.0));
}

TEST_CASE("demand by type: capacity of the kinds that a constraint names") {
  Fleet fleet;
  for (const auto& [kind, nodes] : {std::pair{"a", 1U}, std::pair{"b", 2U}, std::pair{"c", 4U}}) {
    NodeGroup group;
    group.pool_name = group.accelerator = group.node_name = kind;
    group.nodes = nodes;
    group.devices_per_node = 8;
    fleet.add(group);
  }
  std::vector<Job> jobs(3);
  NameTable types;
  for (Job& job : jobs) {
    job.runtime = std::chrono::seconds(1);
    job.request.devices = 1;
  }
  jobs[1].request.types = TypeSetId{types.intern("a|c")};
  jobs[2].request.types = TypeSetId{types.intern("z")};
  const auto demand =
      demand_by_type(JobTable::from(std::move(jobs), {}, {}, std::move(types)), &fleet);
  REQUIRE(demand.size() == 3);
  CHECK(demand[0].capacity == 56);  // 8 + 16 + 32
  CHECK(demand[1].capacity == 40);  // 8 + 32
  CHECK(demand[2].capacity == 0);
}

TEST_CASE("jobs that can never run are warned of, at the first such row") {
  const SmallScenario small("", "arrival,accelerators,runtime\n0,1,5\n1,9,5\n2,7,5\n");
  const auto run = small.build();
  Diagnostics diagnostics;
  check_demand(*run, diagnostics);
  REQUIRE(diagnostics.findings().size() == 1);
  const Diagnostic& found = diagnostics.findings().front();
  CHECK(found.code == "W-CFG-002");
  CHECK(found.severity == Severity::Warning);
  CHECK(found.mark.file->ends_with("jobs.csv"));
  CHECK(found.mark.line == 3);
  CHECK(found.message.starts_with("2 jobs can never run"));
}
