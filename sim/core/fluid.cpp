#include "sim/core/fluid.h"

#include <limits>

#include "sim/core/check.h"

namespace podsim {
namespace {

constexpr int kFractionBits = 64;
constexpr UInt128 kOne = UInt128{1} << kFractionBits;

UInt128 from_ns(Duration span) {
  return UInt128{static_cast<std::uint64_t>(span.count())} << kFractionBits;
}

/// Whole units, rounded up. Work is below 2^63 ns, so adding kOne - 1 cannot overflow.
std::uint64_t ceil_ns(UInt128 amount) {
  return static_cast<std::uint64_t>((amount + (kOne - 1)) >> kFractionBits);
}

/// The multiple of 2^-64 nearest to the rate.
UInt128 step_of(double rate) {
  SIM_CHECK(rate >= 0.0 && rate <= 0x1.0p53, "a rate of {}", rate);
  const auto whole = static_cast<std::uint64_t>(rate);
  // The subtraction and the scaling are exact; only what is below 2^-64 is rounded.
  const double fraction = (rate - static_cast<double>(whole)) * 0x1.0p64;
  const auto floor = static_cast<std::uint64_t>(fraction);
  const std::uint64_t up = fraction - static_cast<double>(floor) >= 0.5 ? 1 : 0;
  return (UInt128{whole} << kFractionBits) + floor + up;
}

/// elapsed * step, or `limit` when that is less.
UInt128 flow(std::uint64_t elapsed, UInt128 step, UInt128 limit) {
  const UInt128 low = UInt128{elapsed} * static_cast<std::uint64_t>(step);
  const UInt128 high = UInt128{elapsed} * static_cast<std::uint64_t>(step >> kFractionBits);
  if (high > (limit >> kFractionBits)) return limit;
  // Both below 2^127: high was just bounded by limit, and elapsed is below 2^63.
  const UInt128 done = (high << kFractionBits) + low;
  return done < limit ? done : limit;
}

}  // namespace

Fluid::Fluid(SimTime start, Duration work, double rate)
    : since_(start), work_(work), step_(step_of(rate)), rate_(rate) {
  SIM_CHECK(work.count() >= 0, "work of {} ns", work.count());
  left_ = from_ns(work);
}

UInt128 Fluid::left_at(SimTime now) const {
  SIM_CHECK(now >= since_, "asked for {} ns, before the change at {} ns", ticks(now),
            ticks(since_));
  // Unsigned: the span between two int64 instants can exceed an int64.
  const std::uint64_t elapsed =
      static_cast<std::uint64_t>(ticks(now)) - static_cast<std::uint64_t>(ticks(since_));
  return left_ - flow(elapsed, step_, left_);
}

void Fluid::set_rate(SimTime now, double rate) {
  const UInt128 step = step_of(rate);
  left_ = left_at(now);
  since_ = now;
  step_ = step;
  rate_ = rate;
}

void Fluid::set_done(SimTime now, Duration done) {
  SIM_CHECK(now >= since_, "set at {} ns, before the change at {} ns", ticks(now), ticks(since_));
  SIM_CHECK(done.count() >= 0 && done <= work_, "{} ns done of {} ns", done.count(), work_.count());
  left_ = from_ns(work_ - done);
  since_ = now;
}

SimTime Fluid::finish_time() const {
  if (left_ == 0) return since_;
  if (step_ == 0) return kTimeNever;
  // At rate 1 this is the plain sum of integers; otherwise a division rounded up.
  const UInt128 span = step_ == kOne ? UInt128{ceil_ns(left_)} : (left_ - 1) / step_ + 1;
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (span > static_cast<std::uint64_t>(kMost)) return kTimeNever;
  return saturating_add(since_, Duration{static_cast<std::int64_t>(span)});
}

Duration Fluid::remaining(SimTime now) const {
  return Duration{static_cast<std::int64_t>(ceil_ns(left_at(now)))};
}

double Fluid::fraction(SimTime now) const {
  if (work_.count() == 0) return 1.0;
  const UInt128 done = from_ns(work_) - left_at(now);
  const double done_ns = static_cast<double>(static_cast<std::uint64_t>(done >> kFractionBits)) +
                         static_cast<double>(static_cast<std::uint64_t>(done)) * 0x1.0p-64;
  return done_ns / static_cast<double>(work_.count());
}

}  // namespace podsim
