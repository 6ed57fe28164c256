// EventQueue against a std::map from keys, under random schedules of push, pop and cancel.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "sim/core/event_queue.h"

using namespace podsim;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// How far ahead of the last popped event the next one is pushed.
enum class Law { Zero, Few, Even, Scales, Bimodal, Growing, Shrinking, Never };

struct Step {
  std::uint32_t kind;  ///< below 100; which share pushes is the schedule's choice
  std::uint64_t noise;
};

std::int64_t increment(Law law, std::uint64_t noise, std::int64_t count) {
  const auto small = static_cast<std::int64_t>(noise % 1'000'000);
  switch (law) {
    case Law::Zero:
      return 0;
    case Law::Few:
      return small % 3;
    case Law::Even:
      return small;
    case Law::Scales:
      return std::int64_t{1} << (noise % 62);
    case Law::Bimodal:
      return noise % 10 == 0 ? 1'000'000'000'000 + small : small % 100;
    case Law::Growing:
      return count * count;
    case Law::Shrinking:
      return 1'000'000 - count;
    case Law::Never:
      return noise % 4 == 0 ? kMost : small;
  }
  return 0;
}

class Duel {
 public:
  explicit Duel(Law law) : law_(law) {}

  void push(std::uint64_t noise) {
    const std::int64_t ahead = increment(law_, noise, static_cast<std::int64_t>(handles_.size()));
    const std::int64_t time = ahead > kMost - now_ ? kMost : now_ + ahead;
    const EventKey key{SimTime{Duration{time}}, static_cast<std::uint32_t>(noise >> 20) % 3,
                       static_cast<Phase>((noise >> 30) % 7), handles_.size()};
    handles_.emplace_back(key, queue_.push(key.time, key.round, key.phase, handles_.size()));
    reference_.emplace(key, key.sequence);
  }
  void pop() {
    if (reference_.empty()) return;
    const auto event = queue_.pop();
    const auto expected = reference_.begin();
    RC_ASSERT(event.key == expected->first);
    RC_ASSERT(event.payload == expected->second);
    now_ = std::min(ticks(event.key.time), kMost / 2);
    reference_.erase(expected);
  }
  void cancel(std::uint64_t noise) {
    if (handles_.empty()) return;
    // Old handles, most of which have fired, and young ones.
    const std::size_t back = noise % (noise % 2 == 0 ? handles_.size() : 1 + handles_.size() / 50);
    const auto& [key, handle] = handles_[handles_.size() - 1 - back];
    RC_ASSERT(queue_.cancel(handle) == (reference_.erase(key) > 0));
  }
  void compare() const {
    RC_ASSERT(queue_.size() == reference_.size());
    RC_ASSERT(queue_.empty() == reference_.empty());
    if (reference_.empty()) {
      RC_ASSERT(queue_.next_time() == kTimeNever);
    } else {
      RC_ASSERT(queue_.next_key() == reference_.begin()->first);
      RC_ASSERT(queue_.next_time() == reference_.begin()->first.time);
    }
  }
  void drain() {
    while (!reference_.empty()) pop();
    compare();
  }

 private:
  Law law_;
  EventQueue<std::uint64_t> queue_;
  std::map<EventKey, std::uint64_t> reference_;
  std::vector<std::pair<EventKey, EventHandle>> handles_;
  std::int64_t now_ = 0;
};

/// `pushes` and `cancels` of 100 steps; the rest pop.
void run(Duel& duel, const std::vector<Step>& steps, std::uint32_t pushes, std::uint32_t cancels) {
  for (const Step& step : steps) {
    if (step.kind < pushes) {
      duel.push(step.noise);
    } else if (step.kind < pushes + cancels) {
      duel.cancel(step.noise);
    } else {
      duel.pop();
    }
    duel.compare();
  }
}

rc::Gen<std::vector<Step>> steps_of(std::size_t count) {
  return rc::gen::container<std::vector<Step>>(
      count, rc::gen::construct<Step>(rc::gen::inRange<std::uint32_t>(0, 100),
                                      rc::gen::arbitrary<std::uint64_t>()));
}

Law any_law() {
  return static_cast<Law>(*rc::gen::inRange(0, 8));
}

}  // namespace

TEST_CASE("event_queue: short schedules agree with the reference") {
  CHECK(rc::check("short schedules", [] {
    Duel duel(any_law());
    const auto steps = *steps_of(*rc::gen::inRange<std::size_t>(0, 200));
    run(duel, steps, 50, 20);
    duel.drain();
  }));
}

TEST_CASE("event_queue: schedules that grow to thousands and shrink again agree") {
  // Large enough for buckets, their division, spills of the heap and sweeps.
  for (int law = 0; law < 8; ++law) {
    CAPTURE(law);
    std::uint64_t state = 0x9e3779b97f4a7c15ULL * static_cast<std::uint64_t>(law + 1);
    const auto noise = [&] {  // splitmix64: rapidcheck would spend its time on making the list
      std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
      return z ^ (z >> 31);
    };
    const auto make = [&](std::size_t count) {
      std::vector<Step> steps;
      for (std::size_t i = 0; i < count; ++i) {
        const auto kind = static_cast<std::uint32_t>(noise() % 100);
        steps.push_back({kind, noise()});
      }
      return steps;
    };
    const auto turn = [&] {
      Duel duel(static_cast<Law>(law));
      run(duel, make(3000), 75, 10);
      run(duel, make(3000), 48, 4);
      run(duel, make(2000), 15, 60);
      run(duel, make(3000), 70, 5);
      duel.drain();
    };
    for (int i = 0; i < 5; ++i) CHECK_NOTHROW(turn());
  }
}
