// The events of a run, in the order of (time, round, phase, sequence), exactly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "sim/core/check.h"
#include "sim/core/event_ladder.h"
#include "sim/core/time.h"

namespace podsim {

/// A priority queue of small values with cancellation. Amortised O(log n) a push and its pop for
/// any input, near O(1) for most; after warm-up it does not allocate. The sequence number that
/// ends the key is assigned here, so equal (time, round, phase) leave in the order of their pushes.
template <class Payload>
class EventQueue {
  static_assert(std::is_trivially_copyable_v<Payload>);

 public:
  struct Event {
    EventKey key;
    Payload payload;
  };

  EventHandle push(SimTime time, std::uint32_t round, Phase phase, Payload payload) {
    const EventHandle handle = ladder_.push(time, round, phase);
    if (handle.slot == payloads_.size()) [[unlikely]] {
      payloads_.push_back(payload);
    } else {
      payloads_[handle.slot] = payload;
    }
    return handle;
  }

  /// False when the event has already fired or was cancelled.
  bool cancel(EventHandle handle) { return ladder_.cancel(handle); }

  /// Live events only.
  [[nodiscard]] bool empty() const { return ladder_.size() == 0; }
  [[nodiscard]] std::size_t size() const { return ladder_.size(); }

  /// The key of the next event. Precondition: !empty().
  [[nodiscard]] EventKey next_key() const { return ladder_.front_key(); }
  /// kTimeNever when empty.
  [[nodiscard]] SimTime next_time() const { return empty() ? kTimeNever : next_key().time; }

  /// Removes and returns the next event. Precondition: !empty().
  Event pop() {
    SIM_CHECK(!empty(), "pop from an empty event queue");
    const Event event{ladder_.front_key(), payloads_[ladder_.front_slot()]};
    ladder_.pop();
    // With millions pending the next payload is far from any cache: ask for it one event ahead.
    __builtin_prefetch(payloads_.data() + ladder_.front_slot());
    return event;
  }

  /// No allocation as long as no more than `events` are pending. Memory: about 100 bytes and
  /// two payloads for each, since cancelled events are swept only once they outnumber live ones.
  void reserve(std::size_t events) {
    ladder_.reserve(events);
    payloads_.reserve(EventLadder::slots_for(events));
  }

 private:
  EventLadder ladder_;
  std::vector<Payload> payloads_;  ///< by slot
};

}  // namespace podsim
