// The books of a run: accelerator time, energy, queue time; closed by checks in every run.
#pragma once

#include <cstdint>

#include "sim/core/sums.h"
#include "sim/core/time.h"
#include "sim/datacenter/outcome.h"
#include "sim/hardware/capacity.h"
#include "sim/hardware/plant.h"
#include "sim/hardware/power/it_power.h"

namespace podsim {

/// What holds between two instants.
struct Levels {
  std::uint64_t allocated_milli = 0;  ///< asked for by the running jobs
  std::int64_t job_nanowatts = 0;     ///< drawn by the running jobs
  std::uint64_t waiting_jobs = 0;
};

class Ledger {
 public:
  /// Books from `open` on. `power` is null when the fleet has no power figures, `plant` when
  /// nothing is said about the facility.
  Ledger(SimTime open, const Capacity& capacity, const ItPower* power, const Plant* plant);

  /// Books the state that held over [from, to).
  void book_state(SimTime from, SimTime to, const Levels& levels);
  /// Books what one job held over [from, to), at its own events.
  void book_job(SimTime from, SimTime to, std::uint64_t claimed_milli, std::uint64_t borrowed_milli,
                std::int64_t nanowatts);
  /// IT power now: jobs and idle accelerators.
  [[nodiscard]] std::int64_t it_nanowatts(const Levels& levels) const;

  /// Closes the books at `close` and checks that they balance (broken invariant if not).
  LedgerTotals close(SimTime close);

 private:
  [[nodiscard]] std::int64_t idle_nanowatts() const;
  /// The part of [from, to) behind the window's opening, in nanoseconds.
  [[nodiscard]] std::int64_t clipped(SimTime from, SimTime to) const;
  void check() const;

  SimTime open_;
  const Capacity* capacity_;
  const ItPower* power_;
  const Plant* plant_;
  LedgerTotals totals_;
  CompensatedSum facility_joules_;
  CompensatedSum overhead_joules_;
};

}  // namespace podsim
