// EventQueue beside std::priority_queue in the hold model: pop the next event, push its successor.
//
//   bench_event_queue [HOLDS] [LARGEST PENDING]
//
// Both sides get the same 40-byte events, the same increments and the same comparator, and must
// pop the same events in the same order. With cancels, one hold in five also cancels a random
// pending event and pushes a new one for it; std::priority_queue does so by tombstones, compared
// with a generation table upon pop. Prints ns per hold, the median of 5 alternating repetitions.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <queue>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/core/check.h"
#include "sim/core/event_queue.h"
#include "sim/core/fingerprint.h"
#include "sim/core/math.h"

namespace podsim {
namespace {

struct Payload {
  std::uint32_t id;          ///< which of the pending events this is
  std::uint32_t generation;  ///< how often it was pushed before; the peer's tombstones need it
  std::uint64_t filler;
};

/// splitmix64: cheap enough not to hide the queues.
class Noise {
 public:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_ = 42;
};

enum class Law { Exponential, Bimodal, Equal, Growing };

/// Increments in ns from a table of quantiles, so that a draw costs a load.
class Increments {
 public:
  explicit Increments(Law law) {
    constexpr double kMean = 1e9;
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const double u = (static_cast<double>(i) + 0.5) / static_cast<double>(table_.size());
      double value = -kMean * math::log1p(-u);
      if (law == Law::Bimodal && i % 10 == 0) value += 1000.0 * kMean;
      if (law == Law::Equal) value = 0.0;
      if (law == Law::Growing) value = kMean;
      table_[i] = static_cast<std::int64_t>(value);
    }
    if (law == Law::Exponential || law == Law::Bimodal) jitter_ = (1U << 18) - 1;
  }
  Duration operator()(Noise& noise) const {
    const std::uint64_t bits = noise.next();
    return Duration{table_[bits % kSize] + static_cast<std::int64_t>((bits >> 32) & jitter_)};
  }

 private:
  static constexpr std::size_t kSize = 4096;
  std::array<std::int64_t, kSize> table_{};
  std::uint64_t jitter_ = 0;
};

class OurQueue {
 public:
  using Event = EventQueue<Payload>::Event;

  explicit OurQueue(std::size_t pending) : handles_(pending) { queue_.reserve(pending); }
  void push(SimTime time, std::uint32_t id) {
    handles_[id] = queue_.push(time, 0, Phase::Completion, {id, 0, 0});
  }
  Event pop() { return queue_.pop(); }
  void cancel(std::uint32_t id) { queue_.cancel(handles_[id]); }

 private:
  EventQueue<Payload> queue_;
  std::vector<EventHandle> handles_;
};

class StdQueue {
 public:
  using Event = EventQueue<Payload>::Event;

  explicit StdQueue(std::size_t pending) : generations_(pending) {
    std::vector<Event> storage;
    storage.reserve(2 * pending);
    queue_ = Queue(After{}, std::move(storage));
  }
  void push(SimTime time, std::uint32_t id) {
    queue_.push({{time, 0, Phase::Completion, next_sequence_++}, {id, generations_[id], 0}});
  }
  Event pop() {
    for (;;) {
      const Event event = queue_.top();
      queue_.pop();
      if (event.payload.generation == generations_[event.payload.id]) return event;
    }
  }
  void cancel(std::uint32_t id) { ++generations_[id]; }

 private:
  struct After {
    bool operator()(const Event& a, const Event& b) const {
      if (a.key.time != b.key.time) [[likely]]
        return a.key.time > b.key.time;
      if (a.key.round != b.key.round) return a.key.round > b.key.round;
      if (a.key.phase != b.key.phase) return a.key.phase > b.key.phase;
      return a.key.sequence > b.key.sequence;
    }
  };
  using Queue = std::priority_queue<Event, std::vector<Event>, After>;
  Queue queue_;
  std::vector<std::uint32_t> generations_;
  std::uint64_t next_sequence_ = 0;
};

struct Case {
  std::string_view name;
  Law law;
  bool cancels;
};

struct Outcome {
  double ns_per_hold;
  std::uint64_t fingerprint;
};

template <class Queue>
void hold(Queue& queue, std::size_t holds, const Case& what, const Increments& increments,
          std::size_t pending, Noise& noise, Fingerprint& order) {
  for (std::size_t i = 0; i < holds; ++i) {
    const auto event = queue.pop();
    order.mix(event.key.sequence);
    benchmark::DoNotOptimize(order);
    queue.push(event.key.time + increments(noise), event.payload.id);
    if (!what.cancels || i % 5 != 0) continue;
    const auto victim = static_cast<std::uint32_t>((noise.next() >> 32) * pending >> 32);
    queue.cancel(victim);
    queue.push(event.key.time + increments(noise), victim);
  }
}

template <class Queue>
Outcome measure(const Case& what, std::size_t pending, std::size_t holds) {
  const Increments increments(what.law);
  Noise noise;
  Fingerprint order;
  Queue queue(pending);
  for (std::uint32_t id = 0; id < pending; ++id) queue.push(kTimeZero + increments(noise), id);
  hold(queue, std::min(pending, holds), what, increments, pending, noise, order);  // warm up
  const auto start = std::chrono::steady_clock::now();
  hold(queue, holds, what, increments, pending, noise, order);
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
  return {spent.count() / static_cast<double>(holds), order.value()};
}

double median(std::span<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void compare(const Case& what, std::size_t pending, std::size_t holds) {
  constexpr std::size_t kRepetitions = 5;
  std::array<double, kRepetitions> ours{};
  std::array<double, kRepetitions> theirs{};
  for (std::size_t i = 0; i < kRepetitions; ++i) {
    const Outcome our = measure<OurQueue>(what, pending, holds);
    const Outcome their = measure<StdQueue>(what, pending, holds);
    SIM_CHECK(our.fingerprint == their.fingerprint, "{}: other order at {} pending", what.name,
              pending);
    ours[i] = our.ns_per_hold;
    theirs[i] = their.ns_per_hold;
  }
  const double our = median(ours);
  const double their = median(theirs);
  fmt::print("{:<22}{:>10}{:>10.1f}{:>10.1f}{:>8.2f}\n", what.name, pending, our, their,
             our / their);
}

std::size_t argument(std::span<char*> arguments, std::size_t index, std::size_t fallback) {
  if (index >= arguments.size()) return fallback;
  const std::string_view text = arguments[index];
  std::size_t value = fallback;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void run(std::span<char*> arguments) {
  const std::size_t holds = argument(arguments, 1, 1'000'000);
  const std::size_t largest = argument(arguments, 2, 10'000'000);
  constexpr std::array kCases{
      Case{"exponential", Law::Exponential, false},
      Case{"exponential, cancels", Law::Exponential, true}, Case{"bimodal", Law::Bimodal, false},
      Case{"equal times", Law::Equal, false}, Case{"growing", Law::Growing, false}};
  constexpr std::array<std::size_t, 10> kPending{1,     8,      32,      64,        256,
                                                 1'000, 10'000, 100'000, 1'000'000, 10'000'000};
  fmt::print("{:<22}{:>10}{:>10}{:>10}{:>8}\n", "increments", "pending", "podsim", "std", "ratio");
  for (const Case& what : kCases) {
    for (const std::size_t pending : kPending) {
      if (pending > largest || (pending > 1'000'000 && what.law != Law::Exponential)) continue;
      compare(what, pending, holds);
    }
  }
}

}  // namespace
}  // namespace podsim

int main(int argc, char** argv) {
  podsim::run({argv, static_cast<std::size_t>(argc)});
  return 0;
}
