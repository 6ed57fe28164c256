#include "sim/core/ids.h"

#include <doctest/doctest.h>

#include <type_traits>
#include <unordered_map>

using namespace podsim;

static_assert(!std::is_convertible_v<std::uint32_t, JobId>);
static_assert(!std::is_convertible_v<JobId, std::uint32_t>);
static_assert(!std::is_convertible_v<JobId, NodeId>);
static_assert(sizeof(JobId) == 4);

TEST_CASE("ids: ordered by value, invalid until made from a number") {
  CHECK_FALSE(JobId{}.valid());
  CHECK(JobId{std::size_t{3}}.valid());
  CHECK(JobId{std::uint32_t{3}} < JobId{std::uint32_t{4}});
  CHECK(JobId{std::uint32_t{3}} == JobId{std::size_t{3}});
  CHECK(JobId{std::uint32_t{3}}.index() == 3);
  CHECK(JobId{std::uint32_t{3}}.value() == 3);
}

TEST_CASE("ids: usable as a key") {
  std::unordered_map<NodeId, int> table;
  table[NodeId{std::uint32_t{7}}] = 1;
  CHECK(table.contains(NodeId{std::uint32_t{7}}));
  CHECK_FALSE(table.contains(NodeId{std::uint32_t{8}}));
}
