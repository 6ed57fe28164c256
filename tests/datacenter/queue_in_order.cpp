// Hand-made schedules of the queue policies that hold no reservations.
#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

TEST_CASE("fcfs: a job that does not fit holds back those behind it") {
  // Of 4, the first job holds 3 until 10. The second needs 4 and waits until 10; the third would
  // fit at 2 but waits behind it until 15.
  const auto result = one_node(4, {job(0, 10, 3), job(1, 5, 4), job(2, 1, 1)}, "fcfs").run();
  CHECK(starts(result) == Times{0, 10, 15});
  CHECK(ends(result) == Times{10, 15, 16});
}

TEST_CASE("fcfs with skip_blocked: a job that does not fit is passed over") {
  // As above, but the third starts at 2; the fourth, of 1, at 3 and runs beyond 10, so that the
  // second, which needs all 4, waits until 103: nothing is kept for it.
  Case test = one_node(4, {job(0, 10, 3), job(1, 5, 4), job(2, 1, 1), job(3, 100, 1)}, "fcfs");
  test.queue = choice("fcfs", "skip_blocked", "true");
  CHECK(starts(test.run()) == Times{0, 103, 2, 3});
}

TEST_CASE("fcfs: at equal times the release comes before the allocation") {
  // The second arrives at 10, when the first ends: it does not wait.
  const auto result = one_node(4, {job(0, 10, 4), job(10, 5, 4)}, "fcfs").run();
  CHECK(starts(result) == Times{0, 10});
}

TEST_CASE("fcfs: equal arrivals are served in the order of their rows") {
  const auto result = one_node(1, {job(5, 3, 1), job(5, 2, 1), job(5, 1, 1)}, "fcfs").run();
  CHECK(starts(result) == Times{5, 8, 10});
}

TEST_CASE("sjf: the shortest waits least, equal ones by row") {
  // One device. At 10 wait 7, 3, 3 and 5 s: 3 (first row) at 10, 3 at 13, 5 at 16, 7 at 21.
  const std::vector<Job> jobs{job(0, 10, 1), job(1, 7, 1), job(2, 3, 1), job(3, 3, 1),
                              job(4, 5, 1)};
  CHECK(starts(one_node(1, jobs, "sjf").run()) == Times{0, 21, 10, 13, 16});
}

TEST_CASE("sjf: the shortest blocks the longer ones") {
  // At 1 the 2-second job of 4 devices waits for 10; the 3-second job of 1 fits but is behind it.
  const auto result = one_node(4, {job(0, 10, 3), job(1, 2, 4), job(1, 3, 1)}, "sjf").run();
  CHECK(starts(result) == Times{0, 10, 12});
}

TEST_CASE("ljf: the longest first, equal ones by row") {
  // At 10: 7 s, then 5 s at 17, then the two of 3 s at 22 and 25.
  const std::vector<Job> jobs{job(0, 10, 1), job(1, 7, 1), job(2, 3, 1), job(3, 3, 1),
                              job(4, 5, 1)};
  CHECK(starts(one_node(1, jobs, "ljf").run()) == Times{0, 10, 22, 25, 17});
}

TEST_CASE("sjf orders by the estimate, not by the true run time") {
  // The user of the second job asks for 9 s but needs 1; the third asks for 5 and needs 5.
  Case test = one_node(1, {job(0, 10, 1, 10), job(1, 1, 1, 9), job(1, 5, 1, 5)}, "sjf");
  test.predictor = choice("requested");
  CHECK(starts(test.run()) == Times{0, 15, 10});
}

TEST_CASE("priority: the highest first, then arrival") {
  std::vector<Job> jobs{job(0, 10, 1), job(1, 2, 1), job(2, 2, 1), job(3, 2, 1), job(4, 2, 1)};
  jobs[1].priority = -1;
  jobs[3].priority = 5;
  jobs[4].priority = 5;
  // At 10: the two of priority 5 by arrival, then 0, then -1.
  CHECK(starts(one_node(1, jobs, "priority").run()) == Times{0, 16, 14, 10, 12});
}

TEST_CASE("a job that starts before an earlier one has overtaken it") {
  const auto result = one_node(1, {job(0, 10, 1), job(1, 7, 1), job(2, 3, 1)}, "sjf").run();
  CHECK_FALSE(result.jobs[0].overtook);
  CHECK(result.jobs[2].overtook);
  CHECK_FALSE(result.jobs[1].overtook);
}
