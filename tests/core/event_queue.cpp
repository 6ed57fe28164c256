#include "sim/core/event_queue.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>
#include <vector>

#include "sim/core/check.h"
#include "sim/core/random.h"

namespace {
std::atomic<std::size_t> allocations{0};
}  // namespace

// Counts the allocations of this test program; not inlined, lest the compiler take the pairs of
// new and free() for mistakes.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

using namespace podsim;

namespace {

using Queue = EventQueue<int>;

constexpr SimTime at(std::int64_t ns) {
  return SimTime{Duration{ns}};
}

std::vector<int> pop_all(Queue& queue) {
  std::vector<int> payloads;
  while (!queue.empty()) payloads.push_back(queue.pop().payload);
  return payloads;
}

/// Pops and pushes with `increment(stream)` ahead, one in five with a cancel; returns the
/// allocations meanwhile. The queue holds `pending` events throughout.
template <class Increment>
std::size_t churn(Queue& queue, std::size_t pending, std::size_t holds, Increment increment) {
  RandomStream stream(1, "churn", "increments");
  std::vector<EventHandle> handles(pending);
  for (std::size_t i = 0; i < pending; ++i) {
    const Duration ahead = increment(stream);
    handles[i] = queue.push(kTimeZero + ahead, 0, Phase::Arrival, static_cast<int>(i));
  }
  const std::size_t before = allocations;
  for (std::size_t i = 0; i < holds; ++i) {
    const auto event = queue.pop();
    const auto id = static_cast<std::size_t>(event.payload);
    const Duration ahead = increment(stream);
    handles[id] = queue.push(event.key.time + ahead, 0, Phase::Arrival, event.payload);
    if (i % 5 != 0) continue;
    const std::size_t victim = stream.below(pending);
    CHECK(queue.cancel(handles[victim]));
    handles[victim] =
        queue.push(event.key.time + ahead, 0, Phase::Arrival, static_cast<int>(victim));
  }
  return allocations - before;
}

}  // namespace

TEST_CASE("event_queue: the order is time, round, phase, then that of the pushes") {
  Queue queue;
  queue.push(at(2), 0, Phase::Failure, 6);
  queue.push(at(1), 1, Phase::Failure, 5);
  queue.push(at(1), 0, Phase::Probe, 4);
  queue.push(at(1), 0, Phase::Arrival, 2);
  queue.push(at(1), 0, Phase::Arrival, 3);
  queue.push(at(1), 0, Phase::Completion, 1);
  queue.push(at(-1), 9, Phase::Probe, 0);
  CHECK(pop_all(queue) == std::vector<int>{0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("event_queue: keys compare like tuples") {
  const EventKey key{at(1), 2, Phase::Control, 3};
  CHECK(key < EventKey{at(2), 0, Phase::Failure, 0});
  CHECK(key < EventKey{at(1), 3, Phase::Failure, 0});
  CHECK(key < EventKey{at(1), 2, Phase::Decision, 0});
  CHECK(key < EventKey{at(1), 2, Phase::Control, 4});
  CHECK(key == EventKey{at(1), 2, Phase::Control, 3});
}

TEST_CASE("event_queue: the next key is that of the next event, as it was pushed") {
  Queue queue;
  CHECK(queue.next_time() == kTimeNever);
  queue.push(at(7), 3, Phase::Settle, 1);
  queue.push(at(5), 4, Phase::Control, 2);
  CHECK(queue.next_time() == at(5));
  CHECK(queue.next_key() == EventKey{at(5), 4, Phase::Control, 1});
  const auto event = queue.pop();
  CHECK(event.key == EventKey{at(5), 4, Phase::Control, 1});
  CHECK(event.payload == 2);
  CHECK(queue.next_key() == EventKey{at(7), 3, Phase::Settle, 0});
}

TEST_CASE("event_queue: cancelling") {
  Queue queue;
  const EventHandle first = queue.push(at(1), 0, Phase::Arrival, 1);
  const EventHandle second = queue.push(at(2), 0, Phase::Arrival, 2);
  CHECK_FALSE(queue.cancel(EventHandle{}));
  CHECK(queue.cancel(first));
  CHECK_FALSE(queue.cancel(first));
  CHECK(queue.size() == 1);
  CHECK(queue.next_time() == at(2));  // the front is live at once
  queue.pop();
  CHECK_FALSE(queue.cancel(second));  // it has fired
  CHECK(queue.empty());
  // Slots are used again, but an old handle does not name the new event.
  const EventHandle third = queue.push(at(3), 0, Phase::Arrival, 3);
  CHECK_FALSE(queue.cancel(first));
  CHECK_FALSE(queue.cancel(second));
  CHECK(queue.cancel(third));
  CHECK(queue.next_time() == kTimeNever);
}

TEST_CASE("event_queue: times at both ends of the clock") {
  Queue queue;
  // Enough of them that the queue divides the whole range of 64 bits into buckets.
  for (int i = 0; i < 500; ++i) {
    queue.push(kTimeNever, 0, Phase::Arrival, 3);
    queue.push(SimTime::min(), 0, Phase::Arrival, 0);
    queue.push(at(i), 0, Phase::Arrival, 1);
    queue.push(kTimeNever - Duration{1}, 0, Phase::Arrival, 2);
  }
  const std::vector<int> order = pop_all(queue);
  REQUIRE(order.size() == 2000);
  for (std::size_t i = 0; i < order.size(); ++i) CHECK(order[i] == static_cast<int>(i / 500));
}

TEST_CASE("event_queue: twenty thousand events in one instant keep their order") {
  Queue queue;
  for (int i = 0; i < 10'000; ++i) queue.push(at(5), 0, Phase::Arrival, i);
  for (int i = 0; i < 10'000; ++i) {
    const int payload = queue.pop().payload;
    if (payload != i) FAIL("event " << payload << " in place of " << i);
    queue.push(at(5), 0, Phase::Arrival, 10'000 + i);
  }
  for (int i = 0; i < 10'000; ++i) {
    const int payload = queue.pop().payload;
    if (payload != 10'000 + i) FAIL("event " << payload << " in place of " << 10'000 + i);
  }
}

TEST_CASE("event_queue: doubling distances cannot unbalance it") {
  // Each of 62 scales of time holds as much as all nearer ones have room for: the nesting that is
  // worst for buckets.
  Queue queue;
  for (int copy = 0; copy < 300; ++copy) {
    for (int scale = 0; scale < 62; ++scale) {
      queue.push(at((std::int64_t{1} << scale) + copy % 7), 0, Phase::Arrival, scale);
    }
  }
  SimTime last = kTimeZero;
  while (!queue.empty()) {
    const auto event = queue.pop();
    CHECK_MESSAGE(event.key.time >= last, "out of order");
    last = event.key.time;
  }
}

TEST_CASE("event_queue: no allocation after reserve, whatever the times") {
  constexpr std::size_t kPending = 3000;
  const auto even = [](RandomStream& s) { return Duration{static_cast<int>(s.below(1'000'000))}; };
  const auto skewed = [](RandomStream& s) {
    const auto scale = s.below(40);
    return Duration{static_cast<std::int64_t>(s.below(std::uint64_t{1} << scale))};
  };
  const auto equal = [](RandomStream&) { return Duration{0}; };
  const auto allocated = [&](auto increment) {
    Queue queue;
    queue.reserve(kPending);
    return churn(queue, kPending, 20'000, increment);
  };
  CHECK(allocated(even) == 0);
  CHECK(allocated(skewed) == 0);
  CHECK(allocated(equal) == 0);
}

TEST_CASE("event_queue: reserve covers a queue that fills, empties by cancels and fills again") {
  constexpr int kPending = 2000;
  Queue queue;
  queue.reserve(kPending);
  std::vector<EventHandle> handles(kPending);
  const std::size_t before = allocations;
  for (int turn = 0; turn < 10; ++turn) {
    for (int i = 0; i < kPending; ++i) {
      handles[static_cast<std::size_t>(i)] = queue.push(at(i * turn), 0, Phase::Arrival, i);
    }
    for (const EventHandle handle : handles) CHECK_MESSAGE(queue.cancel(handle), "was pending");
    if (!queue.empty()) FAIL("all were cancelled");
  }
  CHECK(allocations == before);
}

TEST_CASE("event_queue: small queues allocate nothing once warm") {
  Queue queue;
  churn(queue, 10, 200, [](RandomStream& s) { return Duration{static_cast<int>(s.below(50))}; });
  while (!queue.empty()) queue.pop();
  const std::size_t growth = churn(
      queue, 10, 2000, [](RandomStream& s) { return Duration{static_cast<int>(s.below(50))}; });
  CHECK(growth == 0);
}

TEST_CASE("event_queue: popping nothing breaks an invariant") {
  Queue queue;
  CHECK_THROWS_AS(queue.pop(), InvariantError);
}
