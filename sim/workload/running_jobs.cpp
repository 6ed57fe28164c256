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
  if (free_offsets_.size() <= wanted) free_offsets_.resize(wanted + 1);
  Block block{0, count};
  if (free_offsets_[wanted].empty()) {
    block.offset = static_cast<std::uint32_t>(pieces_.size());
    pieces_.resize(pieces_.size() + (std::size_t{1} << wanted));
  } else {
    block.offset = free_offsets_[wanted].back();
    free_offsets_[wanted].pop_back();
  }
  std::ranges::copy(pieces, pieces_.begin() + block.offset);
  return block;
}

void PieceStore::free(Block block) {
  if (block.count > 0) free_offsets_[size_class(block.count)].push_back(block.offset);
}

RunningJobs::RunningJobs(std::size_t jobs) : slot_of_(jobs, 0) {}

RunningJob& RunningJobs::add(JobId job, SimTime start, SimTime expected_end, const Holding& holding) {
  std::uint32_t slot = 0;
  if (free_slots_.empty()) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back();
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
  by_end_.insert(made);
  return made;
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
  by_end_.erase(by_end_.iterator_to(gone));
  store_.free(gone.block);
  free_slots_.push_back(slot_of_[job.index()] - 1);
  slot_of_[job.index()] = 0;
}

Holding RunningJobs::holding(const RunningJob& job) const {
  return {job.pool, job.node, job.milli, job.cpu_milli, job.memory_mib, store_.pieces(job.block)};
}

}  // namespace podsim
