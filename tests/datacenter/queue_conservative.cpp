// Conservative backfilling: every waiting job has a reservation.
#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

TEST_CASE("conservative: a job may not delay the second reservation either") {
  // Of 4, A holds 3 until 10; B (2) is due at 10, C (4) at 20, when B ends. D (1 device, 20 s) at 3
  // would run until 23 and delay C, though not B: it comes behind C, at 30.
  const std::vector<Job> jobs{job(0, 10, 3), job(1, 10, 2), job(2, 10, 4), job(3, 20, 1)};
  CHECK(starts(one_node(4, jobs, "conservative-backfill").run()) == Times{0, 10, 20, 30});
}

TEST_CASE("conservative: a job that ends exactly at a reservation passes") {
  // The same with 17 s: D ends at 20, when C is due.
  const std::vector<Job> jobs{job(0, 10, 3), job(1, 10, 2), job(2, 10, 4), job(3, 17, 1)};
  CHECK(starts(one_node(4, jobs, "conservative-backfill").run()) == Times{0, 10, 20, 3});
}

TEST_CASE("conservative: a hole between two reservations is used") {
  // Of 4: A holds 4 until 10, B (3) has 10..20. C (4) is due at 20. D (1 device, 10 s) fits beside
  // B.
  const std::vector<Job> jobs{job(0, 10, 4), job(1, 10, 3), job(2, 10, 4), job(3, 10, 1)};
  CHECK(starts(one_node(4, jobs, "conservative-backfill").run()) == Times{0, 10, 20, 10});
}

TEST_CASE("conservative: an early end compresses the schedule in queue order") {
  // A (4 of 4) asks for 10 s and ends at 4: B, planned at 10, starts at 4; it asks for 10 and needs
  // 3, so C, then planned at 14, starts at 7.
  Case test =
      one_node(4, {job(0, 4, 4, 10), job(1, 3, 4, 10), job(2, 5, 4, 5)}, "conservative-backfill");
  test.predictor = choice("requested");
  CHECK(starts(test.run()) == Times{0, 4, 7});
}

TEST_CASE("conservative: a job that outlives its estimate delays those behind it, no more") {
  // A (3 of 4) asks for 5 s and needs 12. B (4) is due at 5 but must wait until 12. C (1 device, 2
  // s) is planned behind B. At 12 B starts, at 15 C.
  Case test =
      one_node(4, {job(0, 12, 3, 5), job(1, 3, 4, 3), job(2, 2, 1, 2)}, "conservative-backfill");
  test.predictor = choice("requested");
  test.settings.walltime_kill = false;
  const auto result = test.run();
  CHECK(starts(result)[1] == 12);
  CHECK(states(result) == std::vector<JobState>(3, JobState::Completed));
}

TEST_CASE("conservative: jobs without length and for ever") {
  // The never-ending job keeps 1 of 2 devices; the one of 2 devices can never start; the one behind
  // it, without length, passes at once.
  const std::vector<Job> jobs{forever(0, 1), job(1, 5, 2), job(2, 0, 1), job(3, 50, 1)};
  const auto result = one_node(2, jobs, "conservative-backfill").run();
  CHECK(starts(result) == Times{0, kNever, 2, 3});
}

TEST_CASE("conservative: a job starts in the pool where it has its reservation") {
  // Pools x and y of 4. At 0, A takes 2 of x until 10. At 1, B (4 of x) is due at 10. At 2, C may
  // use either, needs 2 for 20 s: in x only until 10, so it has its place in y, from 2. It must not
  // take the 2 that are free in x, which would delay B to 22.
  NameTable types;
  std::vector<Job> jobs{job(0, 10, 2), job(1, 5, 4), job(2, 20, 2)};
  jobs[0].request.types = jobs[1].request.types = TypeSetId{types.intern("x")};
  const Case test{fleet_of({group(1, 4, "x"), group(1, 4, "y")}), table_of(jobs, types),
                  choice("conservative-backfill")};
  CHECK(starts(test.run()) == Times{0, 10, 2});
}
