#include "sim/workload/waiting_list.h"

#include <doctest/doctest.h>

#include <vector>

using namespace podsim;

namespace {

std::vector<std::uint32_t> order(const WaitingList& list) {
  std::vector<std::uint32_t> ids;
  for (JobId job = list.front(); job.valid(); job = list.after(job)) ids.push_back(job.value());
  return ids;
}
constexpr JobId id(std::uint32_t value) {
  return JobId{value};
}

}  // namespace

TEST_CASE("waiting list: in the order of ids, whatever the order of coming") {
  WaitingList list(6);
  CHECK(list.empty());
  CHECK_FALSE(list.front().valid());
  for (const std::uint32_t job : {1U, 4U, 2U, 0U, 5U}) list.push(id(job));
  CHECK(order(list) == std::vector<std::uint32_t>{0, 1, 2, 4, 5});
  CHECK(list.size() == 5);
}

TEST_CASE("waiting list: a job leaves the front, the middle and the end, and comes back") {
  WaitingList list(4);
  for (std::uint32_t job = 0; job < 4; ++job) list.push(id(job));
  list.remove(id(1));
  CHECK(order(list) == std::vector<std::uint32_t>{0, 2, 3});
  list.remove(id(0));
  list.remove(id(3));
  CHECK(order(list) == std::vector<std::uint32_t>{2});
  list.push(id(1));
  CHECK(order(list) == std::vector<std::uint32_t>{1, 2});
  list.remove(id(1));
  list.remove(id(2));
  CHECK(list.empty());
}

TEST_CASE("waiting list: knows who is in it") {
  WaitingList list(3);
  list.push(id(0));
  list.push(id(2));
  CHECK(list.contains(id(0)));
  CHECK_FALSE(list.contains(id(1)));
  CHECK(list.contains(id(2)));
  CHECK_FALSE(list.contains(id(3)));  // the ring's own element
  CHECK_FALSE(list.contains(id(99)));
  CHECK_FALSE(list.contains(JobId{}));
  list.remove(id(2));
  CHECK_FALSE(list.contains(id(2)));
}
