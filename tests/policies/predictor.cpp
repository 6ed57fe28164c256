// What each predictor says.
#include "tests/policies/bench.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

std::unique_ptr<RuntimePredictor> predictor(const Choice& chosen, const JobTable& jobs) {
  return make_policy(PolicyKind::Predictor, chosen, {1, &jobs}, &PolicyEntry::predictor);
}

/// Jobs of users u, u, u, v; the third has no limit.
JobTable history() {
  NameTable users;
  std::vector<Job> jobs{job(0, 7, 1, 100), job(1, 8, 1, 100), job(2, 9, 1), job(3, 5, 1, 60)};
  for (Job& each : jobs) each.user = UserId{users.intern("u")};
  jobs[3].user = UserId{users.intern("v")};
  return table_of(jobs, {}, users);
}

}  // namespace

TEST_CASE("predictor oracle: the true run time, also none and for ever") {
  const JobTable jobs = table_of({job(0, 7, 1, 100), job(0, 0, 1), forever(0, 1)});
  const auto oracle = predictor(choice("oracle"), jobs);
  CHECK(oracle->estimate(JobId{0U}) == seconds(7));
  CHECK(oracle->estimate(JobId{1U}) == seconds(0));
  CHECK(oracle->estimate(JobId{2U}) == kForever);
}

TEST_CASE("predictor requested: the user's limit, else the fallback") {
  const JobTable jobs = history();
  CHECK(predictor(choice("requested"), jobs)->estimate(JobId{0U}) == seconds(100));
  CHECK(predictor(choice("requested"), jobs)->estimate(JobId{2U}) == std::chrono::hours(24));
  CHECK(predictor(choice("requested", "fallback", "90 s"), jobs)->estimate(JobId{2U}) ==
        seconds(90));
}

TEST_CASE("predictor constant: always the same") {
  const JobTable jobs = history();
  CHECK(predictor(choice("constant"), jobs)->estimate(JobId{0U}) == std::chrono::hours(1));
  CHECK(predictor(choice("constant", "value", "5 min"), jobs)->estimate(JobId{3U}) == seconds(300));
}

TEST_CASE("predictor last-two: the mean of the user's last two, the limit at most") {
  const JobTable jobs = history();
  const auto last_two = predictor(choice("last-two"), jobs);
  // No history yet: the limit, else the fallback.
  CHECK(last_two->estimate(JobId{0U}) == seconds(100));
  CHECK(last_two->estimate(JobId{2U}) == std::chrono::hours(24));
  last_two->job_ended(JobId{0U}, seconds(10));
  CHECK(last_two->estimate(JobId{1U}) == seconds(10));  // one job so far
  last_two->job_ended(JobId{1U}, seconds(40));
  CHECK(last_two->estimate(JobId{2U}) == seconds(25));
  last_two->job_ended(JobId{1U}, seconds(400));
  CHECK(last_two->estimate(JobId{2U}) == seconds(220));  // 40 and 400
  CHECK(last_two->estimate(JobId{1U}) == seconds(100));  // no more than the limit
  CHECK(last_two->estimate(JobId{3U}) == seconds(60));   // v has no history
}

TEST_CASE("predictor last-two: never less than a nanosecond") {
  const JobTable jobs = history();
  const auto last_two = predictor(choice("last-two"), jobs);
  last_two->job_ended(JobId{0U}, seconds(0));
  CHECK(last_two->estimate(JobId{1U}) == Duration{1});
}

TEST_CASE("predictor last-two: odd nanoseconds") {
  // The mean of 3 and 5 ns is 4 ns.
  const JobTable jobs = history();
  const auto last_two = predictor(choice("last-two"), jobs);
  last_two->job_ended(JobId{0U}, Duration{3});
  last_two->job_ended(JobId{1U}, Duration{5});
  CHECK(last_two->estimate(JobId{2U}) == Duration{4});
}
