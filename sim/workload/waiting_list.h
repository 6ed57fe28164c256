// The waiting jobs in the order (arrival, file row): a linked list over job ids, so that a job
// leaves the middle of a long queue in O(1) without allocation.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/ids.h"

namespace podsim {

class WaitingList {
 public:
  explicit WaitingList(std::size_t jobs) : links_(jobs + 1) { links_[jobs] = {end(), end()}; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] bool contains(JobId job) const {
    return job.index() < links_.size() - 1 && links_[job.index()].next != kAbsent;
  }
  /// The first waiting job, or an invalid id.
  [[nodiscard]] JobId front() const { return id(links_[end()].next); }
  /// The job behind `job`, or an invalid id. `job` must be waiting.
  [[nodiscard]] JobId after(JobId job) const { return id(links_[job.index()].next); }

  /// Appends; jobs come in increasing id order except when they come back (dependencies).
  void push(JobId job) {
    std::uint32_t behind = links_[end()].previous;
    while (behind != end() && behind > job.value()) behind = links_[behind].previous;
    const std::uint32_t before = links_[behind].next;
    links_[job.index()] = {behind, before};
    links_[behind].next = job.value();
    links_[before].previous = job.value();
    ++size_;
  }
  void remove(JobId job) {
    const Link link = links_[job.index()];
    links_[link.previous].next = link.next;
    links_[link.next].previous = link.previous;
    links_[job.index()] = {};
    --size_;
  }

 private:
  static constexpr std::uint32_t kAbsent = 0xffffffffU;
  struct Link {
    std::uint32_t previous = kAbsent;
    std::uint32_t next = kAbsent;
  };
  // The last element is the ring's head; job ids are the others.
  [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(links_.size() - 1); }
  [[nodiscard]] JobId id(std::uint32_t at) const { return at == end() ? JobId{} : JobId{at}; }

  std::vector<Link> links_;
  std::size_t size_ = 0;
};

}  // namespace podsim
