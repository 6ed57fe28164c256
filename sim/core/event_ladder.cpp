#include "sim/core/event_ladder.h"

#include <bit>
#include <utility>

namespace podsim {

std::size_t EventLadder::Rung::next_occupied(std::size_t from) const {
  std::size_t word = from / 64;
  if (word >= occupied.size()) return kMaxBuckets;
  std::uint64_t bits = occupied[word] & (~std::uint64_t{0} << (from % 64));
  while (bits == 0) {
    if (++word == occupied.size()) return kMaxBuckets;
    bits = occupied[word];
  }
  return word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
}

bool EventLadder::cancel(EventHandle handle) {
  if (handle.slot >= generations_.size() || handle.generation % 2 == 0 ||
      generations_[handle.slot] != handle.generation) {
    return false;
  }
  ++generations_[handle.slot];
  --live_;
  ++dead_;
  if (handle.slot == front_.slot) settle_front();
  if (dead_ > live_ + kSlack) sweep();
  return true;
}

/// Calls visit(entry) for each entry and gives the chunks back, each as soon as it is empty.
template <class Visit>
void EventLadder::drain(Bucket& bucket, Visit visit) {
  Chunk* chunk = bucket.head;
  std::size_t in_chunk = bucket.size % Chunk::kEntries;
  if (in_chunk == 0) in_chunk = Chunk::kEntries;
  while (chunk != nullptr) {
    for (std::size_t i = 0; i < in_chunk; ++i) visit(chunk->entries[i]);
    free_chunk(std::exchange(chunk, chunk->next));
    in_chunk = Chunk::kEntries;
  }
  bucket = {};
}

bool EventLadder::fill_run() {
  heap_limit_ = kHeapLimit;
  while (run_.empty() && depth_ > 0) {
    Bucket bucket = take_next_bucket();
    if (bucket.size > kSortLimit && split(bucket)) continue;
    load(bucket);
  }
  return !run_.empty();
}

/// A large heap remains only where times are equal or nearly so, often in the order of pushes:
/// sorting it costs less than popping it.
void EventLadder::sort_heap_into_run() {
  heap_limit_ = kHeapLimit;
  run_.swap(heap_);
  std::sort(run_.begin(), run_.end(), After{});
}

/// Takes the first occupied bucket of the deepest rung and moves near_last_ to its end; a rung
/// without any is removed, and what it spanned with it.
EventLadder::Bucket EventLadder::take_next_bucket() {
  Rung& rung = rungs_[depth_ - 1];
  const std::size_t index = rung.next_occupied(rung.next);
  if (index >= rung.used) {
    near_last_ = rung.last;
    --depth_;
    return {};
  }
  rung.occupied[index / 64] &= ~(std::uint64_t{1} << (index % 64));
  rung.next = index + 1;
  if (rung.next == rung.used) {
    near_last_ = rung.last;
    --depth_;
  } else {
    // Within the rung's first and last entry when it was made, so this cannot overflow.
    const std::uint64_t end = static_cast<std::uint64_t>(rung.start) +
                              (static_cast<std::uint64_t>(rung.next) << rung.shift);
    near_last_ = static_cast<std::int64_t>(end - 1);
  }
  return std::exchange(rung.buckets[index], {});
}

/// Makes the bucket that ends at near_last_ a rung; false when its entries cannot be divided.
bool EventLadder::split(Bucket& bucket) {
  if (depth_ == kMaxRungs) return false;
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  std::size_t in_chunk = (bucket.size - 1) % Chunk::kEntries + 1;
  for (const Chunk* chunk = bucket.head; chunk != nullptr; chunk = chunk->next) {
    for (std::size_t i = 0; i < in_chunk; ++i) {
      first = std::min(first, chunk->entries[i].time);
      last = std::max(last, chunk->entries[i].time);
    }
    in_chunk = Chunk::kEntries;
  }
  if (first == last) return false;

  Rung& rung = rungs_[depth_++];
  const std::uint64_t span = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  const std::size_t wanted = std::min(std::bit_ceil(bucket.size / kPerBucket), kMaxBuckets);
  const int excess = static_cast<int>(std::bit_width(span)) - std::countr_zero(wanted);
  rung.shift = static_cast<unsigned>(std::max(excess, 0));
  rung.used = static_cast<std::size_t>(span >> rung.shift) + 1;
  rung.start = first;
  rung.last = near_last_;
  rung.next = 0;
  if (rung.buckets.size() < rung.used) rung.buckets.resize(rung.used);
  drain(bucket, [&](const Entry& entry) { append(rung, entry); });
  return true;
}

/// Sorts the live entries of the bucket into run_, which is empty.
void EventLadder::load(Bucket& bucket) {
  drain(bucket, [&](const Entry& entry) {
    if (dead(entry)) {
      forget(entry);
    } else {
      run_.push_back(entry);
    }
  });
  std::sort(run_.begin(), run_.end(), After{});
}

/// Spreads a heap that has grown large over a rung, so that pushes become cheap again.
void EventLadder::spill() {
  if (depth_ == kMaxRungs || heap_.size() < run_.size()) {
    // Moving the run as well must be paid for by as many pushes.
    heap_limit_ = 2 * heap_.size();
    return;
  }
  Bucket all;
  for (const Entry& entry : heap_) append(all, entry);
  for (const Entry& entry : run_) append(all, entry);
  heap_.clear();
  run_.clear();
  if (!split(all)) load(all);
  settle_front();
}

void EventLadder::sweep() {
  sweep(run_);
  sweep(heap_);
  std::make_heap(heap_.begin(), heap_.end(), After{});
  for (std::size_t level = 0; level < depth_; ++level) sweep(rungs_[level]);
  settle_front();
}

void EventLadder::sweep(std::vector<Entry>& entries) {
  std::erase_if(entries, [this](const Entry& entry) {
    if (!dead(entry)) return false;
    forget(entry);
    return true;
  });
}

void EventLadder::sweep(Rung& rung) {
  for (std::size_t i = rung.next_occupied(rung.next); i < rung.used;
       i = rung.next_occupied(i + 1)) {
    Bucket old = std::exchange(rung.buckets[i], {});
    rung.occupied[i / 64] &= ~(std::uint64_t{1} << (i % 64));
    drain(old, [&](const Entry& entry) {
      if (dead(entry)) {
        forget(entry);
      } else {
        append(rung, entry);
      }
    });
  }
}

void EventLadder::add_slab(std::size_t chunks) {
  while (fresh_ != fresh_end_) free_chunk(fresh_++);
  slabs_.push_back(std::make_unique_for_overwrite<Chunk[]>(chunks));
  fresh_ = slabs_.back().get();
  fresh_end_ = fresh_ + chunks;
  chunks_ += chunks;
}

void EventLadder::reserve(std::size_t events) {
  const std::size_t entries = slots_for(events);
  run_.reserve(entries);
  heap_.reserve(entries);
  generations_.reserve(entries);
  free_slots_.reserve(entries);
  if (entries <= kHeapLimit) return;
  const std::size_t buckets = std::min(std::bit_ceil(entries / kPerBucket), kMaxBuckets);
  for (Rung& rung : rungs_) {
    if (rung.buckets.size() < buckets) rung.buckets.resize(buckets);
  }
  // Each occupied bucket may hold one chunk that is not full, and a drain holds one more.
  const std::size_t needed = entries / Chunk::kEntries + std::min(entries, buckets * kMaxRungs) + 2;
  if (needed > chunks_) add_slab(needed - chunks_);
}

}  // namespace podsim
