// What has changed within an instant and must be settled, each once and in the order of ids.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/core/check.h"

namespace podsim {

/// A set of ids that is filled in any order and drained in ascending order: O(m log m) for m
/// marked ids however large the table is, without allocation once it has been as full before.
template <class Id>
class DirtySet {
 public:
  DirtySet() = default;
  /// Takes ids with an index below `count`.
  explicit DirtySet(std::size_t count) { grow(count); }
  void grow(std::size_t count) {
    if (count > marked_.size()) marked_.resize(count);
  }

  /// False when the id was marked already.
  bool mark(Id id) {
    SIM_CHECK(id.index() < marked_.size(), "id {} of {}", id.index(), marked_.size());
    if (marked_[id.index()] != 0) return false;
    marked_[id.index()] = 1;
    ids_.push_back(id);
    return true;
  }
  [[nodiscard]] bool contains(Id id) const {
    return id.index() < marked_.size() && marked_[id.index()] != 0;
  }
  [[nodiscard]] bool empty() const { return ids_.empty(); }
  [[nodiscard]] std::size_t size() const { return ids_.size(); }

  /// Calls visit(id) for each id in ascending order and forgets it. What visit() marks is left for
  /// the next drain, unless it is an id that this one has yet to reach.
  template <class Visit>
  void drain(Visit&& visit) {
    SIM_CHECK(draining_.empty(), "a drain within a drain, {} ids left", draining_.size());
    draining_.swap(ids_);
    std::ranges::sort(draining_);
    for (const Id id : draining_) {
      marked_[id.index()] = 0;
      visit(id);
    }
    draining_.clear();
  }
  void clear() {
    for (const Id id : ids_) marked_[id.index()] = 0;
    ids_.clear();
  }

 private:
  std::vector<std::uint8_t> marked_;  ///< by index; not bool, whose bits cost more to reach
  std::vector<Id> ids_;
  std::vector<Id> draining_;
};

}  // namespace podsim
