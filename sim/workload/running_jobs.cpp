#include "sim/workload/running_jobs.h"

#include <algorithm>
#include <bit>

namespace podsim {

std::uint32_t PieceStore::size_class(std::uint32_t count) {
  return static_cast<std::uint32_t>(std::bit_width(std::max(count, 1U) - 1U));
}

PieceStore::Block PieceStore::store(std::span<const Piece> pieces) {
  const auto count = static_cast<std::uint32_t>(pieces.size());
  if (count == 0) return {};
  const std::uint32_t wanted = size_class(count);
  if (classes_.size() <= wanted) classes_.resize(wanted + 1);
  SizeClass& blocks = classes_[wanted];
  Block block{0, count};
  if (blocks.free.empty()) {
    block.offset = static_cast<std::uint32_t>(pieces_.size());
    pieces_.resize(pieces_.size() + (std::size_t{1} << wanted));
    // Room for its return is made now, so that releases never allocate.
    if (++blocks.blocks > blocks.free.capacity()) blocks.free.reserve(2 * blocks.blocks);
  } else {
    block.offset = blocks.free.back();
    blocks.free.pop_back();
  }
  std::ranges::copy(pieces, pieces_.begin() + block.offset);
  return block;
}

void PieceStore::free(Block block) {
  if (block.count > 0) classes_[size_class(block.count)].free.push_back(block.offset);
}

void PieceStore::reserve(std::size_t pieces) {
  const auto largest = size_class(static_cast<std::uint32_t>(pieces));
  // A block is at most twice what is in it, and each size may have had all pieces once.
  pieces_.reserve(2 * pieces * (largest + 1));
  classes_.resize(std::max<std::size_t>(classes_.size(), largest + 1));
  for (std::uint32_t i = 0; i <= largest; ++i) {
    classes_[i].free.reserve(i == 0 ? pieces
                                    : (pieces >> (i - 1)));  // more than 2^(i-1) pieces each
  }
}

RunningJobs::RunningJobs(std::size_t jobs, std::size_t at_once) : slot_of_(jobs, 0) {
  const std::size_t slots = std::min(jobs, at_once);
  slots_.resize(slots);
  free_slots_.reserve(slots);
  while (free_slots_.size() < slots) {
    free_slots_.push_back(static_cast<std::uint32_t>(slots - free_slots_.size() - 1));
  }
  store_.reserve(at_once);
}

RunningJob& RunningJobs::add(JobId job, SimTime start, SimTime expected_end,
                             const Holding& holding) {
  std::uint32_t slot = 0;
  if (free_slots_.empty()) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back();
    free_slots_.reserve(std::bit_ceil(slots_.size()));
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
  }
  slot_of_[job.index()] = slot + 1;
  RunningJob& made = slots_[slot];
  made.job = job;
  made.start = start;
  made.expected_end = expected_end;
  made.borrowed_milli = 0;
  made.booked_until = start;
  made.nanowatts = 0;
  made.block = {};
  replace(made, holding);
  ++size_;
  if (ordered_) by_end_.insert(made);
  return made;
}

void RunningJobs::order() const {
  ordered_ = true;
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    RunningJob& job = slots_[slot];
    if (job.job.valid() && slot_of_[job.job.index()] == slot + 1) by_end_.insert(job);
  }
}

void RunningJobs::replace(RunningJob& job, const Holding& holding) {
  // Store before freeing: the new pieces may be read from the old block's neighbours.
  const PieceStore::Block block = store_.store(holding.pieces);
  store_.free(job.block);
  job.block = block;
  job.pool = holding.pool;
  job.node = holding.node;
  job.milli = holding.milli;
  job.cpu_milli = holding.cpu_milli;
  job.memory_mib = holding.memory_mib;
  job.claimed_milli = holding.total_milli();
}

void RunningJobs::remove(JobId job) {
  RunningJob& gone = find(job);
  --size_;
  if (ordered_) by_end_.erase(by_end_.iterator_to(gone));
  store_.free(gone.block);
  free_slots_.push_back(slot_of_[job.index()] - 1);
  slot_of_[job.index()] = 0;
}

Holding RunningJobs::holding(const RunningJob& job) const {
  return {job.pool, job.node, job.milli, job.cpu_milli, job.memory_mib, store_.pieces(job.block)};
}

}  // namespace podsim
