#include "sim/core/dirty_set.h"

#include <doctest/doctest.h>

#include <vector>

#include "sim/core/check.h"
#include "sim/core/ids.h"

using namespace podsim;

namespace {

NodeId node(std::uint32_t value) {
  return NodeId{value};
}

std::vector<std::uint32_t> drained(DirtySet<NodeId>& set) {
  std::vector<std::uint32_t> values;
  set.drain([&](NodeId id) { values.push_back(id.value()); });
  return values;
}

}  // namespace

TEST_CASE("dirty_set: each id once, in the order of ids") {
  DirtySet<NodeId> set(10);
  CHECK(set.mark(node(7)));
  CHECK(set.mark(node(2)));
  CHECK_FALSE(set.mark(node(7)));
  CHECK(set.mark(node(9)));
  CHECK(set.size() == 3);
  CHECK(set.contains(node(2)));
  CHECK(drained(set) == std::vector<std::uint32_t>{2, 7, 9});
  CHECK(set.empty());
  CHECK_FALSE(set.contains(node(2)));
  CHECK(set.mark(node(2)));
}

TEST_CASE("dirty_set: marks made while draining") {
  DirtySet<NodeId> set(10);
  set.mark(node(3));
  set.mark(node(5));
  std::vector<std::uint32_t> order;
  set.drain([&](NodeId id) {
    order.push_back(id.value());
    if (id == node(3)) {
      set.mark(node(5));  // still to come: visited once
      set.mark(node(3));  // already visited: next time
      set.mark(node(4));  // new: next time
    }
  });
  CHECK(order == std::vector<std::uint32_t>{3, 5});
  CHECK(drained(set) == std::vector<std::uint32_t>{3, 4});
}

TEST_CASE("dirty_set: clear and grow") {
  DirtySet<NodeId> set;
  set.grow(2);
  set.mark(node(1));
  set.clear();
  CHECK(set.empty());
  set.grow(5);
  set.grow(3);
  set.mark(node(4));
  set.mark(node(1));
  CHECK(drained(set) == std::vector<std::uint32_t>{1, 4});
}

TEST_CASE("dirty_set: broken preconditions") {
  DirtySet<NodeId> set(2);
  CHECK_THROWS_AS(set.mark(node(2)), InvariantError);
  CHECK_THROWS_AS(set.mark(NodeId{}), InvariantError);
}
