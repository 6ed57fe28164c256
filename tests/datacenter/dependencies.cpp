// Jobs that start only after another one has ended.
#include "sim/datacenter/dependencies.h"

#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

Job after(Job made, std::size_t before) {
  made.after = JobId{before};
  return made;
}

}  // namespace

TEST_CASE("after: a job starts when its predecessor ends, though there is room before") {
  const auto result = one_node(4, {job(0, 10, 1), after(job(1, 5, 1), 0)}, "fcfs").run();
  CHECK(starts(result) == Times{0, 10});
}

TEST_CASE("after: a job whose predecessor has ended does not wait") {
  CHECK(starts(one_node(4, {job(0, 10, 1), after(job(12, 5, 1), 0)}, "fcfs").run()) ==
        Times{0, 12});
}

TEST_CASE("after: a held job does not block the queue, and later stands where it arrived") {
  // One device. B (after A) is held at 1. C waits from 2. A ends at 10: B is before C.
  const std::vector<Job> jobs{job(0, 10, 1), after(job(1, 5, 1), 0), job(2, 5, 1)};
  for (const std::string queue : {"fcfs", "easy-backfill", "sjf", "priority"}) {
    CAPTURE(queue);
    CHECK(starts(one_node(1, jobs, queue).run()) == Times{0, 10, 15});
  }
}

TEST_CASE("after: a chain, and several that wait for one") {
  const std::vector<Job> jobs{job(0, 3, 1), after(job(0, 4, 1), 0), after(job(0, 5, 1), 1),
                              after(job(0, 1, 1), 0)};
  CHECK(starts(one_node(4, jobs, "fcfs").run()) == Times{0, 3, 7, 3});
}

TEST_CASE("after: the predecessor may arrive later") {
  const std::vector<Job> jobs{after(job(0, 1, 1), 1), job(5, 5, 1)};
  CHECK(starts(one_node(4, jobs, "fcfs").run()) == Times{10, 5});
}

TEST_CASE("after: a rejected predecessor holds nobody back") {
  // The first asks for 5 of 4 and is rejected at 3; the second, there since 0, then starts; the
  // third comes later and starts at once.
  std::vector<Job> jobs{after(job(0, 1, 1), 1), job(3, 1, 5), after(job(4, 1, 1), 1)};
  const auto result = one_node(4, jobs, "fcfs").run();
  CHECK(starts(result) == Times{3, kNever, 4});
}

TEST_CASE("after: a killed predecessor has ended") {
  const std::vector<Job> jobs{job(0, 10, 1, 4), after(job(0, 1, 1), 0)};
  CHECK(starts(one_node(4, jobs, "fcfs").run()) == Times{0, 4});
}

TEST_CASE("after: behind a never-ending job the run ends with a waiting one") {
  // The waiting one is counted from its arrival to the window's close at 50.
  Case test = one_node(4, {forever(0, 1), after(job(20, 1, 1), 0)}, "fcfs");
  test.settings.until = at(50);
  const auto result = test.run();
  CHECK(states(result) == std::vector{JobState::Running, JobState::Waiting});
  CHECK(result.ledger.waiting == Int128{30} * kSecond);
}

TEST_CASE("after: ids are renumbered with the rows") {
  // In the file the dependent row comes first and arrives last.
  std::vector<Job> jobs{after(job(9, 1, 1), 1), job(0, 20, 1)};
  const auto result = one_node(4, jobs, "fcfs").run();  // by arrival: the second row is job 0
  CHECK(starts(result) == Times{0, 20});
}

TEST_CASE("dependencies: holds only those whose predecessor is not gone, and frees them in order") {
  const JobTable jobs = table_of(
      {job(0, 1, 1), after(job(0, 1, 1), 0), after(job(0, 1, 1), 0), after(job(0, 1, 1), 1)});
  Dependencies dependencies(jobs);
  CHECK_FALSE(dependencies.hold(JobId{0U}));
  CHECK(dependencies.hold(JobId{2U}));
  CHECK(dependencies.hold(JobId{1U}));
  std::vector<JobId> freed;
  dependencies.ended(JobId{0U}, freed);
  CHECK(freed == std::vector{JobId{1U}, JobId{2U}});
  CHECK(dependencies.hold(JobId{3U}));
  dependencies.ended(JobId{2U}, freed);
  CHECK(freed.size() == 2);
}
