#include "sim/datacenter/ledger.h"

#include <algorithm>

#include "sim/core/check.h"
#include "sim/core/math.h"

namespace podsim {
namespace {

constexpr double kRelativeTolerance = 1e-9;

/// Nanowatts x nanoseconds to joules.
double joules(Int128 energy) {
  return to_double(energy) * 1e-18;
}

}  // namespace

Ledger::Ledger(SimTime open, const Capacity& capacity, const ItPower* power, const Plant* plant)
    : open_(open), capacity_(&capacity), power_(power), plant_(plant) {}

std::int64_t Ledger::clipped(SimTime from, SimTime to) const {
  return std::max<std::int64_t>(0, (to - std::max(from, open_)).count());
}

std::int64_t Ledger::idle_nanowatts() const {
  std::int64_t total = 0;
  const auto pools = static_cast<std::uint32_t>(capacity_->fleet().pools().size());
  for (std::uint32_t i = 0; i < pools; ++i) {
    const PoolId pool{i};
    total += power_->idle_nanowatts(pool, capacity_->free_milli(pool));
  }
  return total;
}

std::int64_t Ledger::it_nanowatts(const Levels& levels) const {
  return power_ == nullptr ? 0 : levels.job_nanowatts + idle_nanowatts();
}

void Ledger::book_state(SimTime from, SimTime to, const Levels& levels) {
  const std::int64_t span = clipped(from, to);
  if (span == 0) return;
  totals_.free += wide_product(static_cast<std::int64_t>(capacity_->free_milli()), span);
  totals_.allocated += wide_product(static_cast<std::int64_t>(levels.allocated_milli), span);
  totals_.waiting += wide_product(static_cast<std::int64_t>(levels.waiting_jobs), span);
  if (power_ == nullptr) return;
  const std::int64_t idle = idle_nanowatts();
  const std::int64_t it = levels.job_nanowatts + idle;
  totals_.idle_energy += wide_product(idle, span);
  totals_.it_energy += wide_product(it, span);
  if (plant_ == nullptr) return;
  const Watts it_watts{static_cast<double>(it) * 1e-9};
  const double seconds = static_cast<double>(span) * 1e-9;
  const Watts facility = plant_->facility_power(it_watts);
  facility_joules_ += facility.value() * seconds;
  overhead_joules_ += (facility - it_watts).value() * seconds;
}

void Ledger::book_job(SimTime from, SimTime to, std::uint64_t claimed_milli,
                      std::uint64_t borrowed_milli, std::int64_t nanowatts) {
  const std::int64_t span = clipped(from, to);
  totals_.claimed += wide_product(static_cast<std::int64_t>(claimed_milli), span);
  totals_.borrowed += wide_product(static_cast<std::int64_t>(borrowed_milli), span);
  totals_.job_energy += wide_product(nanowatts, span);
}

LedgerTotals Ledger::close(SimTime close) {
  const auto capacity = static_cast<std::int64_t>(capacity_->fleet().accelerators() * 1000);
  totals_.capacity = wide_product(capacity, clipped(open_, close));
  totals_.facility_joules = facility_joules_.value();
  totals_.overhead_joules = overhead_joules_.value();
  check();
  return totals_;
}

void Ledger::check() const {
  const LedgerTotals& t = totals_;
  SIM_CHECK(t.claimed + t.free == t.capacity,
            "accelerator time: allocated {} + free {} is not the fleet's {} (milli x ns)",
            to_string(t.claimed), to_string(t.free), to_string(t.capacity));
  SIM_CHECK(t.allocated == t.claimed + t.borrowed,
            "accelerator time: requested {} is not held {} + over capacity {} (milli x ns)",
            to_string(t.allocated), to_string(t.claimed), to_string(t.borrowed));
  if (power_ == nullptr) return;
  SIM_CHECK(t.it_energy == t.job_energy + t.idle_energy,
            "IT energy: the meter's {} J is not jobs {} J + idle {} J", joules(t.it_energy),
            joules(t.job_energy), joules(t.idle_energy));
  if (plant_ == nullptr) return;
  const double parts = joules(t.it_energy) + t.overhead_joules;
  SIM_CHECK(math::abs(t.facility_joules - parts) <= kRelativeTolerance * t.facility_joules,
            "facility energy: the meter's {} J is not IT + overhead {} J", t.facility_joules,
            parts);
}

}  // namespace podsim
