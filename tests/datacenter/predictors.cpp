// What the runtime predictors do to a schedule; their numbers are in tests/policies.
#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

TEST_CASE("requested: a pessimistic limit keeps a job out of a hole that it would fit") {
  // Of 2, A holds 1 until 10; B needs 2: shadow 10. C needs 5 s but asks for 20.
  const std::vector<Job> jobs{job(0, 10, 1, 10), job(1, 5, 2, 5), job(2, 5, 1, 20)};
  Case test = one_node(2, jobs, "easy-backfill");
  test.predictor = choice("requested");
  CHECK(starts(test.run()) == Times{0, 10, 15});
  test.predictor = choice("oracle");
  CHECK(starts(test.run()) == Times{0, 10, 2});
}

TEST_CASE("requested: a job without a limit counts with the fallback") {
  // C has no limit. With 24 h it cannot pass B; with 8 s it can, and then delays nobody.
  const std::vector<Job> jobs{job(0, 10, 1, 10), job(1, 5, 2, 5), job(2, 5, 1)};
  Case test = one_node(2, jobs, "easy-backfill");
  test.predictor = choice("requested");
  CHECK(starts(test.run()) == Times{0, 10, 15});
  test.predictor = choice("requested", "fallback", "8 s");
  CHECK(starts(test.run()) == Times{0, 10, 2});
}

TEST_CASE("constant: an underestimate lets a job pass that then delays the head") {
  // Of 2. At 8 s an estimate, A is expected to end at 8: C, from 2 to 10, would delay B. At 8
  // nothing happens; A ends at 10, B has 10..15, C starts at 15.
  const std::vector<Job> jobs{job(0, 10, 1), job(1, 5, 2), job(2, 100, 1)};
  Case test = one_node(2, jobs, "easy-backfill");
  test.predictor = choice("constant", "value", "8 s");
  CHECK(starts(test.run()) == Times{0, 10, 15});
  // At 6 s, and with all three there at 0, C is expected to end with A at 6: it passes, and takes
  // 100.
  const std::vector<Job> wrong{job(0, 10, 1), job(0, 5, 2), job(0, 100, 1)};
  test.jobs = table_of(wrong);
  test.predictor = choice("constant", "value", "6 s");
  CHECK(starts(test.run()) == Times{0, 100, 0});
}

TEST_CASE("last-two: the user's history decides") {
  // sjf on one device. At 0 nobody has a history: by row, u's jobs 0..2 and 2..6, v's 6..16. At 15
  // u's third job counts with the mean of 2 and 4 s, though in truth it takes 20; v's second one,
  // submitted while v's first still runs, counts with the fallback of 60 s. At 16 u's goes first,
  // until 36.
  NameTable users;
  const UserId u{users.intern("u")};
  const UserId v{users.intern("v")};
  std::vector<Job> jobs{job(0, 2, 1), job(0, 4, 1), job(0, 10, 1), job(15, 1, 1), job(15, 20, 1)};
  jobs[0].user = jobs[1].user = jobs[4].user = u;
  jobs[2].user = jobs[3].user = v;
  Case test{fleet_of(1, 1), table_of(jobs, {}, users), choice("sjf")};
  test.predictor = choice("last-two", "fallback", "1 min");
  CHECK(starts(test.run()) == Times{0, 2, 6, 36, 16});
}

TEST_CASE("walltime: a job is killed at its requested time, and fails with that reason") {
  const std::vector<Job> jobs{job(0, 10, 1, 5), job(0, 5, 1, 5), job(0, 4, 1, 5), job(0, 6, 1)};
  Case test = one_node(4, jobs, "fcfs");
  const auto killed = test.run();
  CHECK(ends(killed) == Times{5, 5, 4, 6});
  CHECK(states(killed) == std::vector{JobState::Failed, JobState::Completed, JobState::Completed,
                                      JobState::Completed});
  CHECK(reason(killed, 0) == "walltime");
  CHECK(reason(killed, 1).empty());
  test.settings.walltime_kill = false;
  const auto free = test.run();
  CHECK(ends(free) == Times{10, 5, 4, 6});
  CHECK(states(free) == std::vector<JobState>(4, JobState::Completed));
}

TEST_CASE("walltime: a never-ending job ends at its limit; a limit of zero ends it at once") {
  std::vector<Job> jobs{forever(0, 1), job(0, 5, 1, 0)};
  jobs[0].requested = seconds(7);
  const auto result = one_node(2, jobs, "fcfs").run();
  CHECK(ends(result) == Times{7, 0});
  CHECK(states(result) == std::vector{JobState::Failed, JobState::Failed});
}
