#include "sim/workload/running_jobs.h"

#include <doctest/doctest.h>

using namespace podsim;

namespace {

constexpr SimTime at(std::int64_t ns) {
  return SimTime{Duration{ns}};
}
Holding whole(std::span<const Piece> pieces) {
  return {PoolId{0U}, NodeId{}, 1000, 0, 0, pieces};
}
std::vector<Piece> run_of(std::uint32_t count) {
  std::vector<Piece> pieces;
  for (std::uint32_t i = 0; i < count; ++i) pieces.push_back({10 * i, i + 1});
  return pieces;
}

}  // namespace

TEST_CASE("running jobs: ordered by expected end, then by job") {
  RunningJobs running(5, 2);
  for (const auto& [job, end] : {std::pair{3U, 20}, {1U, 10}, {4U, 10}, {0U, 30}}) {
    running.add(JobId{job}, at(0), at(end), whole({}));
  }
  std::vector<std::uint32_t> order;
  for (const RunningJob& each : running.by_end()) order.push_back(each.job.value());
  CHECK(order == std::vector<std::uint32_t>{1, 4, 3, 0});
  CHECK(running.size() == 4);
  CHECK(running.contains(JobId{3U}));
  CHECK_FALSE(running.contains(JobId{2U}));
}

TEST_CASE("running jobs: what each holds comes back as it was") {
  RunningJobs running(40, 40);
  for (std::uint32_t job = 0; job < 40; ++job) {
    const std::vector<Piece> pieces = run_of(job % 9);
    running.add(JobId{job}, at(0), at(job), whole(pieces));
  }
  for (std::uint32_t job = 0; job < 40; job += 2) running.remove(JobId{job});
  for (std::uint32_t job = 0; job < 40; job += 2) {
    const std::vector<Piece> pieces = run_of(8 - job % 9);
    running.add(JobId{job}, at(0), at(job), whole(pieces));
  }
  for (std::uint32_t job = 0; job < 40; ++job) {
    CAPTURE(job);
    const auto held = running.holding(running.find(JobId{job})).pieces;
    const std::vector<Piece> expected = run_of(job % 2 == 0 ? 8 - job % 9 : job % 9);
    CHECK(std::vector<Piece>(held.begin(), held.end()) == expected);
  }
}

TEST_CASE("running jobs: a job stays at its address until it is removed") {
  RunningJobs running(100, 2);
  const RunningJob& first = running.add(JobId{0U}, at(1), at(9), whole({}));
  for (std::uint32_t job = 1; job < 100; ++job) running.add(JobId{job}, at(1), at(5), whole({}));
  CHECK(&running.find(JobId{0U}) == &first);
  CHECK(first.start == at(1));
}

TEST_CASE("running jobs: replacing what is held keeps the rest") {
  RunningJobs running(1, 1);
  const std::vector<Piece> one{{0, 1}};
  const std::vector<Piece> three{{0, 1}, {4, 1}, {8, 3}};
  RunningJob& job = running.add(JobId{0U}, at(1), at(9), whole(one));
  CHECK(job.claimed_milli == 1000);
  job.borrowed_milli = 7;
  running.replace(job, whole(three));
  CHECK(job.claimed_milli == 5000);
  CHECK(job.borrowed_milli == 7);
  CHECK(job.expected_end == at(9));
  CHECK(running.holding(job).devices() == 5);
}

TEST_CASE("piece store: a block that came back is used again") {
  PieceStore store;
  const std::vector<Piece> three = run_of(3);
  const PieceStore::Block first = store.store(three);
  store.free(first);
  const std::vector<Piece> four = run_of(4);  // both fill a block of four
  CHECK(store.store(four).offset == first.offset);
  CHECK(store.store(three).offset != first.offset);
  CHECK(store.pieces(store.store({})).empty());
}
