#include "sim/study/summary.h"

#include <set>
#include <string>
#include <vector>

#include "sim/study/metric_docs.h"
#include "tests/study/small.h"

using namespace podsim;

namespace {

/// Equal but for the rounding of a last division.
doctest::Approx near(double value) {
  return doctest::Approx(value).epsilon(1e-12);
}

const BreakdownRow& row(const RunSummary& summary, const std::string& by,
                        const std::string& group) {
  for (const BreakdownRow& each : summary.breakdown) {
    if (each.dimension == by && each.group == group) return each;
  }
  FAIL("no row ", by, " ", group);
  return summary.breakdown.front();
}

}  // namespace

// The three jobs of small.h. Job 0 holds 2 accelerators for 100 s, job 1 holds 4 for 50 s, job 2
// holds 1 for 10 s: 200 + 200 + 10 = 410 accelerator-seconds of the 4 x 160 = 640 that the node has
// until the last event at 160 s.
TEST_CASE("summary: three jobs by hand") {
  const SmallScenario small;
  const RunSummary s = small.summary();

  CHECK(number(s, "jobs.submitted") == 3.0);
  CHECK(number(s, "jobs.completed") == 2.0);
  CHECK(number(s, "jobs.failed") == 1.0);  // killed at its requested time
  CHECK(number(s, "jobs.rejected") == 0.0);
  CHECK(number(s, "jobs.running") == 0.0);
  CHECK(number(s, "jobs.waiting") == 0.0);
  CHECK(number(s, "jobs.not_submitted") == 0.0);
  CHECK(number(s, "jobs.backfilled") == 0.0);
  CHECK(s.metrics.find("jobs.before_window") == nullptr);

  // Waits 0, 100 - 10 and 150 - 20.
  CHECK(number(s, "wait_s.mean") == near(220.0 / 3.0));
  CHECK(number(s, "wait_s.median") == 90.0);  // ceil(0.5 x 3) = 2nd
  CHECK(number(s, "wait_s.p95") == 130.0);    // ceil(0.95 x 3) = 3rd
  CHECK(number(s, "wait_s.max") == 130.0);
  // Completions 100 - 0, 150 - 10 and 160 - 20: the killed job has ended too.
  CHECK(number(s, "jct_s.mean") == near(380.0 / 3.0));
  CHECK(number(s, "jct_s.median") == 140.0);
  // Slowdowns 100/100, 140/50 and 140/10.
  CHECK(number(s, "slowdown.mean") == near((1.0 + 2.8 + 14.0) / 3.0));
  CHECK(number(s, "slowdown.median") == 2.8);
  CHECK(number(s, "slowdown.max") == 14.0);
  CHECK(number(s, "makespan_s") == 160.0);
  CHECK(number(s, "simulated_s") == 160.0);

  CHECK(number(s, "work.accelerator_hours") == near(410.0 / 3600.0));
  CHECK(number(s, "utilization.peak_accelerators") == 4.0);
  CHECK(number(s, "utilization.accelerator_allocated") == near(410.0 / 640.0));
  CHECK(number(s, "utilization.accelerator_busy") == near(410.0 / 640.0));
  CHECK(s.metrics.find("utilization.over_capacity_accelerator_s") == nullptr);
  // Job 1 waits 90 s, job 2 130 s: 220 job-seconds in 160 s.
  CHECK(number(s, "queue.mean_length") == 1.375);

  // A busy accelerator draws 0.76 x 1000 W, a free one 100 W: 410 x 760 + 230 x 100 J.
  CHECK(number(s, "energy.job_kwh") == near(311'600.0 / 3.6e6));
  CHECK(number(s, "energy.idle_kwh") == near(23'000.0 / 3.6e6));
  CHECK(number(s, "energy.it_kwh") == near(334'600.0 / 3.6e6));
  CHECK(number(s, "energy.peak_it_kw") == near(3.04));  // 4 x 760 W, while job 1 runs
  CHECK(number(s, "energy.facility_kwh") == near(501'900.0 / 3.6e6));  // x 1.5
  CHECK(number(s, "energy.overhead_kwh") == near(167'300.0 / 3.6e6));
  CHECK(number(s, "energy.peak_facility_kw") == near(4.56));
  CHECK(number(s, "energy.pue") == 1.5);

  // 640 accelerator-seconds at 0.001 USD, 501,900 J at 1e-7 USD.
  CHECK(number(s, "cost.accelerator_usd") == near(0.64));
  CHECK(number(s, "cost.energy_usd") == near(0.05019));
  CHECK(number(s, "cost.total_usd") == near(0.69019));
  CHECK(number(s, "cost.usd_per_accelerator_hour") == near(0.69019 / (410.0 / 3600.0)));

  CHECK(number(s, "fleet.superpods") == 1.0);
  CHECK(number(s, "fleet.nodes") == 1.0);
  CHECK(number(s, "fleet.accelerators") == 4.0);
  CHECK(s.metrics.find("fleet.peak_flops") == nullptr);  // no such kind in the catalog
}

// The same jobs, measured from 5 s to 120 s. Job 0 came before and is not counted, but what it
// holds in the window is: 2 x 95 + 4 x 20 (job 1 runs from 100 s on) = 270 of 4 x 115 = 460.
TEST_CASE("summary: a window with warmup and censoring by hand") {
  const SmallScenario small("run: {warmup: 5 s, until: 120 s}\n");
  const RunSummary s = small.summary();
  CHECK(number(s, "jobs.before_window") == 1.0);
  CHECK(number(s, "jobs.submitted") == 2.0);
  CHECK(number(s, "jobs.completed") == 0.0);
  CHECK(number(s, "jobs.running") == 1.0);
  CHECK(number(s, "jobs.waiting") == 1.0);
  CHECK(number(s, "wait_s.mean") == 90.0);  // only job 1 has started
  CHECK(number(s, "wait_s.max") == 90.0);
  CHECK(s.metrics.find("jct_s.mean") == nullptr);  // nobody has ended: absent, not zero
  CHECK(s.metrics.find("slowdown.mean") == nullptr);
  CHECK(number(s, "work.accelerator_hours") == near(270.0 / 3600.0));
  CHECK(number(s, "utilization.accelerator_allocated") == near(270.0 / 460.0));
  CHECK(number(s, "simulated_s") == 120.0);
  // Job 1 waits from 10 s to 100 s, job 2 from 20 s to 120 s.
  CHECK(number(s, "queue.mean_length") == near(190.0 / 115.0));
  // 270 x 760 + 190 x 100 J.
  CHECK(number(s, "energy.it_kwh") == near(224'200.0 / 3.6e6));
  CHECK(number(s, "cost.accelerator_usd") == near(0.46));
  CHECK(row(s, "size", "3-4").accelerator_hours == near(80.0 / 3600.0));
  CHECK(row(s, "user", "alice").jobs == 1);  // job 2
  CHECK(row(s, "user", "alice").started == 0);
}

TEST_CASE("summary: without a plant, prices or power there are no such figures") {
  const SmallScenario small;
  const RunSummary no_plant = small.summary({{"plant=null"}, {}, {}});
  CHECK(no_plant.metrics.find("energy.facility_kwh") == nullptr);
  CHECK(no_plant.metrics.find("energy.pue") == nullptr);
  // Energy is then bought at the node: 334,600 J at 1e-7 USD.
  CHECK(number(no_plant, "cost.energy_usd") == near(0.03346));
  const RunSummary no_cost = small.summary({{"cost=null"}, {}, {}});
  CHECK(no_cost.metrics.find("cost.total_usd") == nullptr);
  const RunSummary no_power = small.summary({{"fleet.superpods[0].node_power=null"}, {}, {}});
  CHECK(no_power.metrics.find("energy.it_kwh") == nullptr);
  CHECK(no_power.metrics.find("cost.energy_usd") == nullptr);
  REQUIRE(no_power.metrics.find("notes.energy_absent") != nullptr);
  CHECK(std::get<std::string>(*no_power.metrics.find("notes.energy_absent")).find("gpu") !=
        std::string::npos);
}

TEST_CASE("summary: the breakdown by hand") {
  const SmallScenario small;
  const RunSummary s = small.summary();
  // Sizes by powers of two, smallest first, then users by name; one queue is no dimension.
  std::string order;
  for (const BreakdownRow& each : s.breakdown) order += each.dimension + " " + each.group + ", ";
  CHECK(order == "size 1, size 2, size 3-4, user alice, user bob, ");
  const BreakdownRow& alice = row(s, "user", "alice");  // jobs 0 and 2
  CHECK(alice.jobs == 2);
  CHECK(alice.started == 2);
  CHECK(alice.ended == 2);
  CHECK(alice.accelerator_hours == near(210.0 / 3600.0));
  CHECK(alice.wait_mean_s == 65.0);
  CHECK(alice.wait_p95_s == 130.0);
  CHECK(alice.jct_mean_s == 120.0);
  const BreakdownRow& bob = row(s, "user", "bob");
  CHECK(bob.wait_mean_s == 90.0);
  CHECK(bob.jct_mean_s == 140.0);
}

TEST_CASE("breakdown: size classes, and more than 20 users are lumped together") {
  std::string jobs = "arrival,accelerators,runtime,user\n";
  // 30 users; user k runs one job of 0.5, 0 or 3 accelerators for k seconds.
  for (int k = 1; k <= 30; ++k) {
    const char* size = k % 3 == 0 ? "0" : k % 3 == 1 ? "0.5" : "3";
    jobs += fmt::format("{},{},{},u{:02}\n", k * 100, size, k, k);
  }
  const SmallScenario small("", jobs);
  const RunSummary s = small.summary();
  std::vector<std::string> sizes;
  std::vector<std::string> users;
  for (const BreakdownRow& each : s.breakdown) {
    (each.dimension == "size" ? sizes : users).push_back(each.group);
  }
  CHECK(sizes == std::vector<std::string>{"0", "<1", "3-4"});
  // 19 users stand by name, the 11 smallest by accelerator-hours in the last row.
  REQUIRE(users.size() == 20);
  CHECK(users.back() == "(11 others)");
  // 11 smallest: the ten with 0 accelerators and the shortest job of half a one, u01.
  const BreakdownRow& others = row(s, "user", "(11 others)");
  CHECK(others.jobs == 11);
  CHECK(others.accelerator_hours == near(0.5 / 3600.0));
}

TEST_CASE("summary: JSON has no nulls, and every number is documented") {
  const SmallScenario small("expect: [jobs.completed == 2]\n");
  RunRequest request;
  request.scenario_path = small.path();
  Diagnostics diagnostics;
  const RunOutcome outcome = run_scenario(request, diagnostics);
  REQUIRE(outcome.exit == ExitCode::Done);
  std::set<std::string> documented;
  for (const MetricDoc& metric : metric_docs()) {
    CHECK_FALSE(metric.doc.empty());
    CHECK(documented.insert(metric.path).second);
  }
  for (const std::string& path : outcome.summary.metrics.numeric_paths()) {
    CHECK_MESSAGE(documented.contains(path), path);
  }
  const Tree tree = summary_tree(outcome.summary);
  CHECK(tree.at("jobs.completed")->text() == "2");
  CHECK(tree.at("gates[0].value")->text() == "2");
  CHECK(tree.at("gates[0].passed")->text() == "true");
  CHECK(tree.at("breakdown[0].group")->text() == "1");
  CHECK(tree.at("breakdown[0].group")->quoted());  // a text that looks like a number
}

TEST_CASE("summary: the table for people has the same numbers") {
  const SmallScenario small;
  const std::string text = summary_text(small.summary());
  CHECK(text.find("wait_s.median                             90\n") != std::string::npos);
  CHECK(text.find("by user") != std::string::npos);
}

TEST_CASE("a run fails when all its jobs were rejected, or none was submitted") {
  const auto failure = [](const std::string& jobs, const std::string& more) {
    const SmallScenario small(more, jobs);
    RunRequest request;
    request.scenario_path = small.path();
    request.out = small.file("result.h5");
    Diagnostics diagnostics;
    const RunOutcome outcome = run_scenario(request, diagnostics);
    CHECK(outcome.exit == ExitCode::RunFailed);
    CHECK(outcome.summary.metrics.entries().empty());
    CHECK_FALSE(std::filesystem::exists(request.out));
    return outcome.error;
  };
  CHECK(failure("arrival,accelerators,runtime\n0,5,1\n1,9,1\n", "")
            .starts_with("all 2 jobs were rejected: 2 "));
  // The third would fit, but comes after the window.
  CHECK(failure("arrival,accelerators,runtime\n0,5,1\n1,9,1\n99,1,1\n", "run: {until: 50 s}\n")
            .starts_with("all 2 jobs were rejected"));
  CHECK(failure("arrival,accelerators,runtime\n99,1,1\n", "run: {until: 50 s}\n").find("99 s") !=
        std::string::npos);
}
