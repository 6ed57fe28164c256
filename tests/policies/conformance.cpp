// Every policy of the registry, whatever it is, passes this suite without a line written for it.
#include <set>

#include "tests/policies/bench.h"
#include "tests/policies/random_workload.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

std::vector<std::string> names_of(PolicyKind kind) {
  std::vector<std::string> names;
  for (const PolicyEntry& entry : builtin_policies()) {
    if (entry.kind == kind) names.push_back(entry.name);
  }
  return names;
}

/// A drawn case under one policy of a kind, the others being fcfs, first-fit and oracle.
Case drawn(std::uint64_t seed, PolicyKind kind, const std::string& name, std::size_t count = 40) {
  RandomStream stream(seed, "tests", "conformance");
  NameTable types;
  NameTable users;
  std::vector<Job> jobs = random_jobs(stream, count, 30, types, users);
  // For policies that read recorded starts: those of a possible schedule.
  const Case plain{mixed_fleet(), table_of(jobs, types, users)};
  const RunResult result = plain.run();
  std::vector<Job> recorded = plain.jobs.jobs();
  for (std::size_t i = 0; i < recorded.size(); ++i)
    recorded[i].recorded_start = result.jobs[i].start;
  Case made{mixed_fleet(), table_of(std::move(recorded), types, users)};
  made.seed = seed;
  if (kind == PolicyKind::Queue) made.queue = choice(name);
  if (kind == PolicyKind::Placement) made.placement = choice(name);
  if (kind == PolicyKind::Predictor) made.predictor = choice(name);
  if (kind == PolicyKind::Predictor) made.queue = choice("easy-backfill");
  return made;
}

/// Runs `check(entry name, kind)` for every policy.
template <class Check>
void for_every_policy(Check&& check) {
  for (const PolicyEntry& entry : builtin_policies()) {
    CAPTURE(entry.name);
    check(entry);
  }
}

std::multiset<std::int64_t> times(const RunResult& result, const std::set<std::size_t>& of) {
  std::multiset<std::int64_t> found;
  for (const std::size_t i : of) found.insert(ticks(result.jobs[i].start));
  return found;
}

}  // namespace

TEST_CASE("conformance: entries are named once and speak in one sentence") {
  std::set<std::pair<PolicyKind, std::string>> seen;
  for_every_policy([&](const PolicyEntry& entry) {
    CHECK(seen.insert({entry.kind, entry.name}).second);
    CHECK(entry.summary.size() > 10);
    CHECK(entry.summary.back() == '.');
    CHECK((entry.kind == PolicyKind::Queue) == static_cast<bool>(entry.queue));
    CHECK((entry.kind == PolicyKind::Placement) == static_cast<bool>(entry.placement));
    CHECK((entry.kind == PolicyKind::Predictor) == static_cast<bool>(entry.predictor));
    Diagnostics diagnostics;
    CHECK(find_policy(entry.kind, choice(entry.name), diagnostics) == &entry);
  });
}

TEST_CASE("conformance: default parameters resolve, read back and stay what they are") {
  for_every_policy([](const PolicyEntry& entry) {
    Diagnostics diagnostics;
    const Tree defaults = entry.resolve(Tree::map({}), diagnostics);
    const Tree again = entry.resolve(defaults, diagnostics);
    CHECK_MESSAGE(diagnostics.findings().empty(), diagnostics.to_string());
    CHECK(again.to_yaml() == defaults.to_yaml());
    CHECK(defaults.entries().size() == entry.schema->fields.size());
  });
}

TEST_CASE("conformance: the documented example of each parameter parses, with its sentence") {
  for_every_policy([](const PolicyEntry& entry) {
    for (const FieldInfo& field : entry.schema->fields) {
      CAPTURE(field.name);
      CHECK(field.doc.size() > 10);
      const std::string example = field.json == JsonType::Boolean ? "true" : field.example;
      Diagnostics diagnostics;
      (void)entry.resolve(Tree::map({{field.name, {}, Tree::scalar(example)}}), diagnostics);
      CHECK_MESSAGE(diagnostics.findings().empty(), diagnostics.to_string());
    }
  });
}

TEST_CASE("conformance: an unknown parameter is a finding") {
  for_every_policy([](const PolicyEntry& entry) {
    Diagnostics diagnostics;
    (void)entry.resolve(Tree::map({{"no_such_parameter", {}, Tree::scalar("1")}}), diagnostics);
    CHECK(diagnostics.errors() == 1);
  });
}

TEST_CASE("conformance: an unknown policy names the nearest of its kind") {
  Diagnostics diagnostics;
  CHECK(find_policy(PolicyKind::Queue, choice("easy-backfil"), diagnostics) == nullptr);
  CHECK(find_policy(PolicyKind::Placement, choice("fcfs"), diagnostics) == nullptr);
  REQUIRE(diagnostics.errors() == 2);
  CHECK(diagnostics.findings()[0].code == "E-CFG-007");
  CHECK(diagnostics.findings()[0].hint.find("easy-backfill") != std::string::npos);
  CHECK(diagnostics.findings()[1].hint.find("first-fit") != std::string::npos);
}

TEST_CASE("conformance: the same input twice gives the same decisions") {
  for_every_policy([](const PolicyEntry& entry) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Case test = drawn(seed, entry.kind, entry.name);
      const RunResult first = test.run();
      const RunResult second = test.run();
      CHECK(first.fingerprint == second.fingerprint);
      CHECK(starts(first) == starts(second));
    }
  });
}

TEST_CASE("conformance: nothing is allocated twice, and every job ends as it should") {
  // The ledger checks each run by itself: held + free = all, at every instant and in sum. The
  // capacity throws on a device that is given twice. Here the rest: starts, lengths, states.
  for_every_policy([](const PolicyEntry& entry) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      CAPTURE(seed);
      const Case test = drawn(seed, entry.kind, entry.name);
      const RunResult result = test.run();
      CHECK(result.status == RunStatus::Finished);
      CHECK(result.ledger.borrowed == 0);
      CHECK(within_capacity(test, result));
      for (std::size_t i = 0; i < result.jobs.size(); ++i) {
        const JobOutcome& outcome = result.jobs[i];
        const Job& facts = test.jobs[JobId{i}];
        if (outcome.state == JobState::Rejected) continue;
        REQUIRE(outcome.state != JobState::Waiting);
        CHECK(outcome.start >= facts.arrival);
        const bool killed = outcome.state == JobState::Failed;
        CHECK(outcome.end - outcome.start == (killed ? facts.requested : facts.runtime));
        if (!facts.after.valid()) continue;
        const JobOutcome& before = result.jobs[facts.after.index()];
        if (before.state != JobState::Rejected) CHECK(outcome.start >= before.end);
      }
    }
  });
}

TEST_CASE(
    "conformance: rows of equal arrival, permuted, change no more than who of equals is first") {
  // Three groups of alike jobs arrive in one instant; the rows are reversed within each group's
  // kind, so that each policy sees the same queue: the same starts come out.
  const std::vector<Job> rows{job(0, 9, 4), job(0, 9, 4), job(0, 9, 4), job(5, 3, 2),
                              job(5, 3, 2), job(5, 3, 2), job(5, 3, 2), job(5, 3, 2)};
  std::vector<std::size_t> order{2, 0, 1, 7, 3, 6, 4, 5};
  for_every_policy([&](const PolicyEntry& entry) {
    std::vector<Job> straight = rows;
    std::vector<Job> mixed;
    for (std::size_t i = 0; i < straight.size(); ++i)
      straight[i].line = static_cast<std::uint32_t>(i + 1);
    // Two run at 0 and 9; then the small ones.
    const std::vector<std::int64_t> recorded{0, 0, 9, 9, 9, 12, 12, 15};
    for (std::size_t i = 0; i < straight.size(); ++i) straight[i].recorded_start = at(recorded[i]);
    for (const std::size_t i : order) mixed.push_back(straight[i]);
    Case test{fleet_of(2, 4), table_of(straight)};
    if (entry.kind == PolicyKind::Queue) test.queue = choice(entry.name);
    if (entry.kind == PolicyKind::Placement) test.placement = choice(entry.name);
    if (entry.kind == PolicyKind::Predictor) test.predictor = choice(entry.name);
    const RunResult first = test.run();
    test.jobs = table_of(mixed);
    const RunResult second = test.run();
    CHECK(times(first, {0, 1, 2}) == times(second, {0, 1, 2}));
    CHECK(times(first, {3, 4, 5, 6, 7}) == times(second, {3, 4, 5, 6, 7}));
  });
}

TEST_CASE("conformance: no jobs, no fleet, no nodes of the wanted kind") {
  for_every_policy([](const PolicyEntry& entry) {
    NameTable types;
    Job wants = job(1, 2, 1);
    wants.request.types = TypeSetId{types.intern("huge")};
    wants.recorded_start = at(1);
    Case test{fleet_of(1, 4), table_of({})};
    if (entry.kind == PolicyKind::Queue) test.queue = choice(entry.name);
    if (entry.kind == PolicyKind::Placement) test.placement = choice(entry.name);
    if (entry.kind == PolicyKind::Predictor) test.predictor = choice(entry.name);
    CHECK(test.run().status == RunStatus::Finished);
    test.jobs = table_of({wants}, types);
    const RunResult none = test.run();
    CHECK(reason(none, 0) == "no-such-accelerator-type");
    test.fleet = Fleet{};
    CHECK(states(test.run()) == std::vector{JobState::Rejected});
  });
}

TEST_CASE("conformance: a full fleet stays full") {
  // The first holds everything for ever; shares, gangs and jobs of CPUs wait behind it.
  for (const std::string& name : names_of(PolicyKind::Queue)) {
    if (name == "replay") continue;  // starts at recorded times or fails
    for (const std::string& placement : names_of(PolicyKind::Placement)) {
      CAPTURE(name);
      CAPTURE(placement);
      NodeGroup node = group(2, 4);
      node.cpu_milli_per_node = 1000;
      std::vector<Job> jobs{forever(0, 8), job(1, 2, 1), share(1, 2, 1), job(2, 2, 8),
                            job(3, 2, 1)};
      jobs[4].request.cpu_milli = 1000;
      Case test{fleet_of({node}), table_of(jobs), choice(name), choice(placement)};
      test.settings.until = at(1000);
      const RunResult result = test.run();
      CHECK(starts(result) == Times{0, kNever, kNever, kNever, kNever});
    }
  }
}

TEST_CASE("conformance: a queue policy asked on an empty queue does nothing") {
  for (const std::string& name : names_of(PolicyKind::Queue)) {
    CAPTURE(name);
    Bench bench(fleet_of(1, 4), {job(0, 1, 1)});
    const PolicyContext context{1, &bench.jobs};
    const auto queue = make_policy(PolicyKind::Queue, choice(name), context, &PolicyEntry::queue);
    const auto placement =
        make_policy(PolicyKind::Placement, choice("first-fit"), context, &PolicyEntry::placement);
    Decision decision(bench.state, *placement);
    decision.begin(at(0));
    queue->decide(bench.view(0), {}, decision);
    CHECK(decision.started().empty());
    CHECK(decision.rejected().empty());
    CHECK(decision.wake() == kTimeNever);
    CHECK(decision.failure().empty());
  }
}

TEST_CASE("conformance: a placement finds a place exactly when there is one, and a free one") {
  for (const std::string& name : names_of(PolicyKind::Placement)) {
    CAPTURE(name);
    RandomStream stream(9, "tests", "placement");
    NameTable types;
    NameTable users;
    const Fleet fleet = mixed_fleet();
    std::vector<Job> rows = random_jobs(stream, 400, 1, types, users);
    const JobTable jobs = table_of(std::move(rows), types, users);
    const Feasibility feasibility(fleet, jobs.types());
    Capacity capacity(fleet);
    const auto policy =
        make_policy(PolicyKind::Placement, choice(name), {1, &jobs}, &PolicyEntry::placement);
    std::vector<std::pair<Holding, std::vector<Piece>>> held;
    for (const Job& each : jobs.jobs()) {
      const Request& request = each.request;
      if (request.devices == 0 && !request.node_bound()) continue;
      const auto& pools = feasibility.pools_by_types()[request.types.index()];
      bool exists = false;
      for (const PoolId pool : pools) {
        if (!request.node_bound()) exists |= capacity.free_devices(pool) >= request.devices;
        for (const NodeId node : fleet.pool(pool).nodes) {
          if (!request.node_bound() ||
              !capacity.host_fits(node, request.cpu_milli, request.memory_mib)) {
            continue;
          }
          std::uint32_t fitting = 0;
          for (std::uint32_t d = 0; d < fleet.node(node).devices; ++d) {
            fitting +=
                capacity.free_milli_of(pool, fleet.node(node).first_device + d) >= request.milli;
          }
          exists |= fitting >= request.devices;
        }
      }
      Placement place;
      const bool found = policy->place(capacity, request, pools, place);
      CHECK(found == exists);
      if (found) {
        held.push_back(
            {{place.pool, place.node, request.milli, request.cpu_milli, request.memory_mib, {}},
             place.pieces});
        held.back().first.pieces = held.back().second;
        CHECK(held.back().first.devices() == request.devices);
        REQUIRE(capacity.claim(held.back().first));
      }
      // Some leave, so that the fleet is neither empty nor full.
      if (!held.empty() && stream.below(3) == 0) {
        const std::size_t gone = stream.below(held.size());
        std::swap(held[gone], held.back());
        held.back().first.pieces = held.back().second;
        capacity.release(held.back().first);
        held.pop_back();
      }
      for (auto& [holding, pieces] : held) holding.pieces = pieces;
    }
  }
}

TEST_CASE("conformance: a predictor says a nanosecond at least, and the same when asked again") {
  for (const std::string& name : names_of(PolicyKind::Predictor)) {
    CAPTURE(name);
    RandomStream stream(9, "tests", "predictor");
    NameTable types;
    NameTable users;
    std::vector<Job> rows = random_jobs(stream, 50, 30, types, users);
    const JobTable jobs = table_of(std::move(rows), types, users);
    const auto predictor =
        make_policy(PolicyKind::Predictor, choice(name), {1, &jobs}, &PolicyEntry::predictor);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const Duration said = predictor->estimate(JobId{i});
      const bool no_length =
          jobs[JobId{i}].runtime.count() == 0 || jobs[JobId{i}].requested.count() == 0;
      CHECK(said >= Duration{no_length ? 0 : 1});
      CHECK(predictor->estimate(JobId{i}) == said);
      predictor->job_ended(JobId{i}, jobs[JobId{i}].runtime);
    }
  }
}
