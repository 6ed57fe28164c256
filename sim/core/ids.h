// Strong ids: a JobId is not a NodeId, and neither is an int.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace podsim {

/// An index into a table of Tag; ordered, hashable, never implicitly an integer.
template <class Tag>
class Id {
 public:
  using Value = std::uint32_t;

  constexpr Id() = default;
  explicit constexpr Id(Value value) : value_(value) {}
  explicit constexpr Id(std::size_t value) : value_(static_cast<Value>(value)) {}

  [[nodiscard]] constexpr Value value() const { return value_; }
  [[nodiscard]] constexpr std::size_t index() const { return value_; }
  [[nodiscard]] constexpr bool valid() const { return value_ != kNone; }

  constexpr auto operator<=>(const Id&) const = default;

 private:
  static constexpr Value kNone = std::numeric_limits<Value>::max();
  Value value_ = kNone;
};

using JobId = Id<struct JobTag>;
/// A node of the fleet, in row order.
using NodeId = Id<struct NodeTag>;
/// A pool: all nodes of the fleet that carry one kind of accelerator.
using PoolId = Id<struct PoolTag>;
using UserId = Id<struct UserTag>;
using QueueId = Id<struct QueueTag>;

}  // namespace podsim

template <class Tag>
struct std::hash<podsim::Id<Tag>> {
  std::size_t operator()(podsim::Id<Tag> id) const noexcept { return id.index(); }
};
