// EASY: a reservation for the head only; the shadow is the earliest time that fits it; extra counts
// all releases at that instant; one scan in queue order; a job starts if it ends by the shadow or
// fits in the extra, and only then is the extra reduced.
#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

TEST_CASE("easy: a job that ends exactly at the shadow passes, a nanosecond later not") {
  // Of 4, A holds 3 until 10; B needs 4: shadow 10, extra 0. C of 8 s at 2 ends at 10.
  const std::vector<Job> fits{job(0, 10, 3), job(1, 5, 4), job(2, 8, 1)};
  CHECK(starts(one_node(4, fits, "easy-backfill").run()) == Times{0, 10, 2});
  std::vector<Job> late = fits;
  late[2].runtime += Duration{1};
  CHECK(starts(one_node(4, late, "easy-backfill").run()) == Times{0, 10, 15});
}

TEST_CASE("easy: each job that outlasts the shadow takes from the extra") {
  // Of 8, A holds 4 until 10; B needs 6: shadow 10, extra 8 - 6 = 2. At 2 three jobs of 100 s and 1
  // device arrive, 4 are free: two of them use up the extra, the third waits. B starts at 10 on the
  // 6 that are left; when it ends at 15, the third starts.
  const std::vector<Job> jobs{job(0, 10, 4), job(1, 5, 6), job(2, 100, 1), job(2, 100, 1),
                              job(2, 100, 1)};
  CHECK(starts(one_node(8, jobs, "easy-backfill").run()) == Times{0, 10, 2, 2, 15});
}

TEST_CASE(
    "easy: a job that ends by the shadow does not reduce the extra, even where it would fit it") {
  // Extra 2 as above. C (8 s, 2 devices) ends at the shadow and must not use up the extra, so that
  // D (100 s, 2 devices) still fits it in the same scan. At 10, 8 - 2 = 6 are free: B starts.
  const std::vector<Job> jobs{job(0, 10, 4), job(1, 5, 6), job(2, 8, 2), job(2, 100, 2)};
  CHECK(starts(one_node(8, jobs, "easy-backfill").run()) == Times{0, 10, 2, 2});
}

TEST_CASE("easy: the extra counts all releases at the shadow's instant") {
  // Of 6, A and D hold 2 each until 10; B needs 3: A's release makes 4, D's 6, so the extra is 3.
  // C (100 s) takes 2 of it; with A's release alone the extra would be 1.
  const std::vector<Job> jobs{job(0, 10, 2), job(0, 10, 2), job(1, 5, 3), job(2, 100, 2)};
  CHECK(starts(one_node(6, jobs, "easy-backfill").run()) == Times{0, 0, 10, 2});
}

TEST_CASE("easy: only the head has a reservation") {
  // Of 4, A holds 3 until 10; B needs 2: shadow 10, extra 2. C needs 4. D (1 device, 20 s) fits the
  // extra at 3 and runs until 23, though without it C could start at 20, when B ends.
  const std::vector<Job> jobs{job(0, 10, 3), job(1, 10, 2), job(2, 10, 4), job(3, 20, 1)};
  CHECK(starts(one_node(4, jobs, "easy-backfill").run()) == Times{0, 10, 23, 3});
}

TEST_CASE("easy: one scan in queue order") {
  // Of 4, A holds 2 until 10; B needs 4. At 2 arrive C (2 devices, 8 s) and D (1 device, 1 s): C is
  // before D and takes both free devices, D waits until 10, where B is before it.
  const std::vector<Job> jobs{job(0, 10, 2), job(1, 5, 4), job(2, 8, 2), job(2, 1, 1)};
  CHECK(starts(one_node(4, jobs, "easy-backfill").run()) == Times{0, 10, 2, 15});
}

TEST_CASE("easy: an early end brings the head forward") {
  // A asks for 10 s and ends at 4.
  Case test = one_node(4, {job(0, 4, 3, 10), job(1, 5, 4, 5)}, "easy-backfill");
  test.predictor = choice("requested");
  CHECK(starts(test.run()) == Times{0, 4});
}

TEST_CASE("easy: overdue jobs stand at their new expected end, not before the others") {
  // X (2 of 4) asks for 10 s and needs 1000. At 12 the head H needs 2, 1 is free; X, overdue, is
  // expected to need as long again: 24; Y (1) ends at 20: shadow 20, extra 0. At 13 C (1 device, 10
  // s) would end at 23: it must wait, H starts at 20 and ends at 120.
  Case test = one_node(
      4, {job(0, 1000, 2, 10), job(0, 20, 1, 20), job(12, 100, 2, 100), job(13, 10, 1, 10)},
      "easy-backfill");
  test.predictor = choice("requested");
  test.settings.walltime_kill = false;
  CHECK(starts(test.run()) == Times{0, 0, 20, 120});
}

TEST_CASE("easy: a job without length holds back the head for no time") {
  // Z (2 of 3, no length) ends at 0, so the shadow of H (3) is 0 and C (1 s) must not start before
  // it.
  const std::vector<Job> jobs{job(0, 0, 2), job(0, 10, 3), job(0, 1, 1)};
  CHECK(starts(one_node(3, jobs, "easy-backfill").run()) == Times{0, 0, 10});
}

TEST_CASE("easy: shares are released to their device together") {
  // Two halves of the only device: A until 5, B until 10. The head C needs the whole device: shadow
  // 10. D (half, 5 s) at 5 ends at 10 and passes; E (half, 6 s) would not.
  const std::vector<Job> jobs{share(0, 5, 500), share(0, 10, 500), job(1, 3, 1), share(2, 6, 500),
                              share(2, 5, 500)};
  CHECK(starts(one_node(1, jobs, "easy-backfill").run()) == Times{0, 0, 10, 13, 5});
}

TEST_CASE("easy: the head of one pool does not hold back another") {
  // A and B want "x", of which A has all until 10; C wants "y" and outlasts the shadow.
  NameTable types;
  std::vector<Job> jobs{job(0, 10, 4), job(1, 5, 4), job(2, 100, 4)};
  jobs[0].request.types = jobs[1].request.types = TypeSetId{types.intern("x")};
  jobs[2].request.types = TypeSetId{types.intern("y")};
  const Case test{fleet_of({group(1, 4, "x"), group(1, 4, "y")}), table_of(jobs, types),
                  choice("easy-backfill")};
  CHECK(starts(test.run()) == Times{0, 10, 2});
}

TEST_CASE("easy: a job that may not lie in the head's pool starts in another") {
  // Pools x and y of 4. A holds 2 of x until 10, D 3 of y until 20. B needs 4: shadow 10 on x, extra 0.
  // C (100 s, 1 device) would go to x first; it starts on the last device of y.
  const Case test{fleet_of({group(1, 4, "x"), group(1, 4, "y")}),
                  table_of({job(0, 10, 2), job(0, 20, 3), job(1, 5, 4), job(2, 100, 1)}),
                  choice("easy-backfill")};
  CHECK(starts(test.run()) == Times{0, 0, 10, 2});
}

TEST_CASE("easy: on a pool that does not account memory, requests for it do not hinder") {
  // One node of 4 devices with 4 CPUs, no memory listed. A has 3 devices until 10; the head H needs
  // 2: shadow 10, extra 2. C (1 device, 100 s) fits the extra, whatever memory it asks for.
  NodeGroup node = group(1, 4);
  node.cpu_milli_per_node = 4000;
  std::vector<Job> jobs{job(0, 10, 3), job(1, 5, 2), job(2, 100, 1)};
  for (Job& each : jobs) each.request.cpu_milli = 1000;
  for (Job& each : jobs) each.request.memory_mib = 1000;
  const Case test{fleet_of({node}), table_of(jobs), choice("easy-backfill")};
  CHECK(starts(test.run()) == Times{0, 10, 2});
}

TEST_CASE("easy: CPUs and memory of the reserved node are kept for the head") {
  // One node of 4 devices with 4 CPUs. A has 1 device and 3 CPUs until 10, the head H needs 1 and 2
  // CPUs: shadow 10, extra 3 devices and 2 CPUs. C (1 CPU, 100 s) leaves 1 CPU of the extra and
  // D (1 CPU) is refused now, for no CPU is free; H starts at 10, D beside it.
  NodeGroup node = group(1, 4);
  node.cpu_milli_per_node = 4000;
  std::vector<Job> jobs{job(0, 10, 1), job(1, 5, 1), job(2, 100, 1), job(2, 100, 1)};
  jobs[0].request.cpu_milli = 3000;
  jobs[1].request.cpu_milli = 2000;
  jobs[2].request.cpu_milli = jobs[3].request.cpu_milli = 1000;
  const Case test{fleet_of({node}), table_of(jobs), choice("easy-backfill")};
  CHECK(starts(test.run()) == Times{0, 10, 2, 10});
}
