// The order behind EventQueue, without payloads: a lazy radix sort over times.
//
// Entries near in time are ready to leave: a descending sorted run, popped from its back, and a
// small heap for those that were pushed after the run was sorted. Entries further away lie
// unsorted in the buckets of nested rungs. A rung spans what was one bucket of the rung above; its
// last bucket is open towards the end of that span, so the first rung's last bucket takes
// everything up to kTimeNever. Without rungs, everything is near. The next bucket is sorted into
// the run once it is small, all of one time, or kMaxRungs deep; otherwise it becomes a rung of its
// own, scaled to the times that are in it. An entry moves down at most once a rung, so a push and
// its pop cost amortised O(log n) for any times, and O(1) where a rung divides its entries evenly.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "sim/core/time.h"

namespace podsim {

/// What happens first within one round of an instant.
enum class Phase : std::uint8_t { Failure, Completion, Arrival, Control, Decision, Settle, Probe };

/// The place of an event in the total order of a run.
struct EventKey {
  SimTime time{};
  std::uint32_t round = 0;
  Phase phase = Phase::Failure;
  std::uint64_t sequence = 0;
  auto operator<=>(const EventKey&) const = default;
};

/// Names one pushed event until it fires or is cancelled; the default names none.
struct EventHandle {
  std::uint32_t slot = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t generation = 0;
  bool operator==(const EventHandle&) const = default;
};

/// Slots of pending events in the total order of their keys.
class EventLadder {
 public:
  EventLadder() = default;
  EventLadder(const EventLadder&) = delete;
  EventLadder& operator=(const EventLadder&) = delete;
  /// What was moved from may only be destroyed or assigned to.
  EventLadder(EventLadder&&) = default;
  EventLadder& operator=(EventLadder&&) = default;
  ~EventLadder() = default;

  EventHandle push(SimTime time, std::uint32_t round, Phase phase) {
    const std::uint32_t slot = take_slot();
    const std::uint64_t rank =
        (std::uint64_t{static_cast<std::uint8_t>(phase)} << kSequenceBits) | next_sequence_++;
    place({ticks(time), rank, round, slot});
    ++live_;
    return {slot, generations_[slot]};
  }

  /// False when the event has already left or was cancelled.
  bool cancel(EventHandle handle);

  [[nodiscard]] std::size_t size() const { return live_; }
  /// Precondition of the next three: size() > 0.
  [[nodiscard]] EventKey front_key() const {
    return {SimTime{Duration{front_.time}}, front_.round,
            static_cast<Phase>(front_.rank >> kSequenceBits),
            front_.rank & ((std::uint64_t{1} << kSequenceBits) - 1)};
  }
  [[nodiscard]] std::uint32_t front_slot() const { return front_.slot; }
  void pop() {
    --live_;
    release(front_.slot);
    drop_front();
    settle_front();
  }

  /// No allocation as long as no more than `events` are pending.
  void reserve(std::size_t events);
  /// The slots that `events` pending events can occupy, cancelled ones included.
  static constexpr std::size_t slots_for(std::size_t events) { return 2 * events + kSlack + 1; }

 private:
  static constexpr int kSequenceBits = 61;
  /// Cancelled entries are swept when they outnumber the live ones by more than this.
  static constexpr std::size_t kSlack = 16;
  /// A heap beyond this size is spread over a rung.
  static constexpr std::size_t kHeapLimit = 96;
  /// A bucket up to this size is sorted at once.
  static constexpr std::size_t kSortLimit = 64;
  /// A push that belongs among the next so many entries of the run is put there.
  static constexpr std::size_t kInsertLimit = 24;
  static constexpr std::size_t kPerBucket = 16;
  static constexpr std::size_t kMaxBuckets = 1024;
  static constexpr std::size_t kMaxRungs = 8;

  struct Entry {
    std::int64_t time;
    std::uint64_t rank;  ///< phase above sequence
    std::uint32_t round;
    std::uint32_t slot;
  };
  static bool before(const Entry& a, const Entry& b) {
    if (a.time != b.time) [[likely]]
      return a.time < b.time;
    if (a.round != b.round) return a.round < b.round;
    return a.rank < b.rank;
  }
  struct After {
    bool operator()(const Entry& a, const Entry& b) const { return before(b, a); }
  };

  /// Buckets are chains of chunks; all but the first one are full.
  struct Chunk {
    static constexpr std::size_t kEntries = 16;
    Chunk* next;
    std::array<Entry, kEntries> entries;
  };
  struct Bucket {
    Chunk* head = nullptr;
    std::size_t size = 0;
  };

  struct Rung {
    /// The bucket for `time`, which lies within the rung.
    [[nodiscard]] std::size_t bucket_of(std::int64_t time) const {
      const std::uint64_t distance =
          static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(start);
      return std::min<std::size_t>(distance >> shift, used - 1);
    }
    /// The index of the first occupied bucket at or after `from`; kMaxBuckets when there is none.
    [[nodiscard]] std::size_t next_occupied(std::size_t from) const;

    std::int64_t start = 0;
    std::int64_t last = 0;  ///< the last tick of the open bucket at the end
    unsigned shift = 0;     ///< a bucket is 2^shift ticks wide
    std::size_t used = 0;   ///< number of buckets
    std::size_t next = 0;   ///< the first bucket that was not taken yet
    std::array<std::uint64_t, kMaxBuckets / 64> occupied{};
    std::vector<Bucket> buckets;
  };

  [[nodiscard]] bool dead(const Entry& entry) const { return generations_[entry.slot] % 2 == 0; }

  /// A free slot, with an odd generation: one that is live.
  std::uint32_t take_slot() {
    if (free_slots_.empty()) [[unlikely]] {
      generations_.push_back(1);
      return static_cast<std::uint32_t>(generations_.size() - 1);
    }
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    ++generations_[slot];
    return slot;
  }
  void release(std::uint32_t slot) {
    ++generations_[slot];
    free_slots_.push_back(slot);
  }
  /// The same for a slot that was cancelled before.
  void forget(const Entry& entry) {
    --dead_;
    free_slots_.push_back(entry.slot);
  }

  void place(const Entry& entry) {
    if (entry.time > near_last_) {
      place_far(entry);
    } else if (live_ == 0 || before(entry, front_)) {
      run_.push_back(entry);
      front_ = entry;
      front_in_heap_ = false;
    } else if (run_.size() < kInsertLimit || before(entry, run_[run_.size() - kInsertLimit])) {
      insert_into_run(entry);
    } else {
      heap_.push_back(entry);
      sift_up(heap_.size() - 1, entry);
      if (heap_.size() > heap_limit_) [[unlikely]]
        spill();
    }
  }
  void insert_into_run(const Entry& entry) {
    run_.push_back(entry);
    Entry* const first = run_.data();
    Entry* at = first + run_.size() - 1;
    for (; at != first && before(at[-1], entry); --at) *at = at[-1];
    *at = entry;
  }
  void place_far(const Entry& entry) {
    std::size_t level = 0;
    while (level + 1 < depth_ && entry.time <= rungs_[level + 1].last) ++level;
    append(rungs_[level], entry);
  }
  void append(Rung& rung, const Entry& entry) {
    const std::size_t index = rung.bucket_of(entry.time);
    rung.occupied[index / 64] |= std::uint64_t{1} << (index % 64);
    append(rung.buckets[index], entry);
  }
  void append(Bucket& bucket, const Entry& entry) {
    const std::size_t at = bucket.size++ % Chunk::kEntries;
    if (at == 0) bucket.head = take_chunk(bucket.head);
    bucket.head->entries[at] = entry;
  }
  Chunk* take_chunk(Chunk* next) {
    Chunk* chunk = free_chunks_;
    if (chunk == nullptr) [[unlikely]] {
      if (fresh_ == fresh_end_) add_slab(kSlabChunks);
      chunk = fresh_++;
    } else {
      free_chunks_ = chunk->next;
    }
    chunk->next = next;
    return chunk;
  }
  void free_chunk(Chunk* chunk) {
    chunk->next = free_chunks_;
    free_chunks_ = chunk;
  }

  void sift_up(std::size_t hole, const Entry& entry) {
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / 2;
      if (!before(entry, heap_[parent])) break;
      heap_[hole] = heap_[parent];
      hole = parent;
    }
    heap_[hole] = entry;
  }
  /// Moves the hole at the root to a leaf along the lesser children, then the last entry into it.
  void pop_heap() {
    const Entry last = heap_.back();
    heap_.pop_back();
    const std::size_t size = heap_.size();
    if (size == 0) return;
    std::size_t hole = 0;
    std::size_t child = 1;
    while (child + 1 < size) {
      // Added, not branched upon: which child is the lesser cannot be predicted.
      child += static_cast<std::size_t>(before(heap_[child + 1], heap_[child]));
      heap_[hole] = heap_[child];
      hole = child;
      child = 2 * hole + 1;
    }
    if (child < size) {
      heap_[hole] = heap_[child];
      hole = child;
    }
    sift_up(hole, last);
  }
  void drop_front() {
    if (front_in_heap_) {
      pop_heap();
    } else {
      run_.pop_back();
    }
  }
  /// Makes the first live entry the front, from further away if nothing is near.
  void settle_front() {
    for (;;) {
      if (run_.empty()) {
        if (heap_.size() > kSortLimit) [[unlikely]]
          sort_heap_into_run();
        if (heap_.empty() && run_.empty() && !refill()) return;
      }
      front_in_heap_ = run_.empty() || (!heap_.empty() && before(heap_.front(), run_.back()));
      front_ = front_in_heap_ ? heap_.front() : run_.back();
      if (!dead(front_)) [[likely]]
        return;
      forget(front_);
      drop_front();
    }
  }

  /// Fills run_ with the next entries; false when there are none.
  bool refill() { return depth_ > 0 && fill_run(); }
  bool fill_run();
  void sort_heap_into_run();
  Bucket take_next_bucket();
  bool split(Bucket& bucket);
  void load(Bucket& bucket);
  void spill();
  void sweep();
  void sweep(std::vector<Entry>& entries);
  void sweep(Rung& rung);
  void add_slab(std::size_t chunks);
  template <class Visit>
  void drain(Bucket& bucket, Visit visit);

  static constexpr std::size_t kSlabChunks = 256;

  std::vector<Entry> run_;   ///< descending
  std::vector<Entry> heap_;  ///< a min-heap
  std::size_t heap_limit_ = kHeapLimit;
  /// Entries up to this tick are in run_ or heap_; the end of time when there are no rungs.
  std::int64_t near_last_ = std::numeric_limits<std::int64_t>::max();
  std::array<Rung, kMaxRungs> rungs_;
  std::size_t depth_ = 0;

  Entry front_{};
  bool front_in_heap_ = false;

  std::vector<std::uint32_t> generations_;  ///< odd: the slot's event is live
  std::vector<std::uint32_t> free_slots_;
  std::size_t live_ = 0;
  std::size_t dead_ = 0;  ///< cancelled entries that still hold their slot
  std::uint64_t next_sequence_ = 0;

  Chunk* free_chunks_ = nullptr;
  // Chunks that were never used; nobody has written to them, so they cost no memory yet.
  Chunk* fresh_ = nullptr;
  Chunk* fresh_end_ = nullptr;
  std::vector<std::unique_ptr<Chunk[]>> slabs_;
  std::size_t chunks_ = 0;
};

}  // namespace podsim
