// The running jobs with what they hold, also ordered by when they are expected to end.
#pragma once

#include <boost/intrusive/set.hpp>

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "sim/core/ids.h"
#include "sim/core/time.h"
#include "sim/hardware/capacity.h"

namespace podsim {

/// Storage for runs of pieces in blocks of powers of two, reused without allocation.
class PieceStore {
 public:
  struct Block {
    std::uint32_t offset = 0;
    std::uint32_t count = 0;
  };
  Block store(std::span<const Piece> pieces);
  void free(Block block);
  /// No allocation as long as no more than `pieces` are stored and blocks of one size come back
  /// before others are asked for.
  void reserve(std::size_t pieces);
  [[nodiscard]] std::span<const Piece> pieces(Block block) const {
    return {pieces_.data() + block.offset, block.count};
  }

 private:
  static std::uint32_t size_class(std::uint32_t count);

  /// Blocks of one size.
  struct SizeClass {
    std::vector<std::uint32_t> free;  ///< offsets; room for all of `blocks`
    std::size_t blocks = 0;
  };
  std::vector<Piece> pieces_;
  std::vector<SizeClass> classes_;  ///< by size_class()
};

struct RunningJob : boost::intrusive::set_base_hook<> {
  JobId job;
  SimTime start = kTimeZero;
  SimTime expected_end = kTimeNever;  ///< by the runtime predictor, fixed at the start
  PoolId pool;
  NodeId node;
  std::uint32_t milli = 1000;
  std::uint32_t cpu_milli = 0;
  std::uint32_t memory_mib = 0;
  PieceStore::Block block;
  std::uint64_t borrowed_milli = 0;  ///< over-capacity time of a replay, not backed by devices
  std::uint64_t claimed_milli = 0;   ///< backed by devices
  SimTime booked_until = kTimeZero;  ///< its intervals are in the ledger up to here
  std::int64_t nanowatts = 0;        ///< drawn now

  bool operator<(const RunningJob& other) const {
    return expected_end != other.expected_end ? expected_end < other.expected_end : job < other.job;
  }
};

class RunningJobs {
 public:
  using ByEnd = boost::intrusive::set<RunningJob>;

  /// Of `jobs`, no more than `at_once` run at the same time without allocation.
  RunningJobs(std::size_t jobs, std::size_t at_once);
  RunningJobs(const RunningJobs&) = delete;
  RunningJobs& operator=(const RunningJobs&) = delete;
  ~RunningJobs() { by_end_.clear(); }

  /// Adds a running job and returns it; it stays at its address until it is removed.
  RunningJob& add(JobId job, SimTime start, SimTime expected_end, const Holding& holding);
  /// Replaces what `job` holds.
  void replace(RunningJob& job, const Holding& holding);
  void remove(JobId job);

  [[nodiscard]] bool contains(JobId job) const { return slot_of_[job.index()] != 0; }
  [[nodiscard]] RunningJob& find(JobId job) { return slots_[slot_of_[job.index()] - 1]; }
  [[nodiscard]] const RunningJob& find(JobId job) const {
    return slots_[slot_of_[job.index()] - 1];
  }
  [[nodiscard]] Holding holding(const RunningJob& job) const;
  [[nodiscard]] std::size_t size() const { return size_; }
  /// In the order (expected end, job). Kept from the first time that somebody asks.
  [[nodiscard]] const ByEnd& by_end() const {
    if (!ordered_) order();
    return by_end_;
  }

 private:
  void order() const;

  mutable std::deque<RunningJob> slots_;  ///< the links of by_end_ are in them
  std::vector<std::uint32_t> free_slots_;
  std::vector<std::uint32_t> slot_of_;  ///< by job: slot + 1, 0 when it does not run
  std::size_t size_ = 0;
  mutable bool ordered_ = false;
  mutable ByEnd by_end_;
  PieceStore store_;
};

}  // namespace podsim
