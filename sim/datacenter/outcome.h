// What a run leaves behind.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/core/ids.h"
#include "sim/core/time.h"
#include "sim/core/wide.h"

namespace podsim {

enum class JobState : std::uint8_t {
  NotSubmitted,  ///< arrives after the run's end
  Waiting,       ///< censored in the queue (or waiting for a dependency)
  Running,       ///< censored while it ran
  Completed,
  Failed,    ///< killed; the reason says why
  Rejected,  ///< could never run; the reason says why
};

std::string_view state_name(JobState state);

struct JobOutcome {
  SimTime start = kTimeNever;
  SimTime end = kTimeNever;
  JobState state = JobState::NotSubmitted;
  std::uint8_t reason = 0;  ///< index into RunResult::reasons
  bool overtook = false;    ///< an earlier job was still waiting when it started
  double it_joules = 0.0;   ///< IT energy, warm-up included; 0 without power figures
};

/// Integrals over the run's window, each accumulated from its own events.
struct LedgerTotals {
  // Milli-accelerators x nanoseconds.
  Int128 capacity = 0;   ///< what the fleet has
  Int128 free = 0;       ///< from the capacity's state between events
  Int128 claimed = 0;    ///< from each job's holding intervals
  Int128 borrowed = 0;   ///< over-capacity time of a replay, from each job's intervals
  Int128 allocated = 0;  ///< from the requests of the running jobs between events
  // Nanowatts x nanoseconds.
  Int128 it_energy = 0;    ///< from the sum of powers between events
  Int128 job_energy = 0;   ///< from each job's intervals
  Int128 idle_energy = 0;  ///< from the free accelerators between events
  double facility_joules = 0.0;
  double overhead_joules = 0.0;
  Int128 waiting = 0;  ///< jobs x nanoseconds
};

enum class RunStatus : std::uint8_t { Finished, Interrupted, Failed };

struct RunResult {
  RunStatus status = RunStatus::Finished;
  std::string error;  ///< why a failed run failed
  SimTime window_open = kTimeZero;
  SimTime window_close = kTimeZero;
  SimTime last_end = kTimeZero;  ///< the last end of a job; the makespan counts from zero
  std::vector<JobOutcome> jobs;  ///< by JobId
  std::vector<std::string> reasons{""};
  LedgerTotals ledger;
  bool has_power = false;
  std::uint64_t peak_milli = 0;     ///< most milli-accelerators in use after an instant
  std::int64_t peak_nanowatts = 0;  ///< highest IT power after an instant
  double peak_facility_watts = 0.0;
  std::uint64_t events = 0;
  std::uint64_t fingerprint = 0;
};

}  // namespace podsim
