// Who watches a run: sinks store, observers look. Neither can change it.
#pragma once

#include <cstdint>

#include "sim/core/ids.h"
#include "sim/core/time.h"

namespace podsim {

/// Step functions that a run yields; a sample is a new value from its time on.
enum class Metric : std::uint8_t {
  AcceleratorsAllocated,  ///< accelerators, by pool
  JobsRunning,            ///< jobs, whole fleet (entity 0)
  JobsWaiting,            ///< jobs, whole fleet (entity 0)
  ItPower,                ///< watts, whole fleet (entity 0)
  FacilityPower,          ///< watts, whole fleet (entity 0)
};

class ResultSink {
 public:
  ResultSink() = default;
  ResultSink(const ResultSink&) = delete;
  ResultSink& operator=(const ResultSink&) = delete;
  virtual ~ResultSink() = default;

  /// Called once an instant at most for each metric and entity, only when the value changed.
  virtual void sample(Metric metric, std::uint32_t entity, SimTime time, double value) = 0;

  /// What a job held, in the order of their ends, then of those that still run. One call a run of
  /// neighbouring accelerators, numbered over the fleet in the order of its pools; without any,
  /// one with count 0. `node` is where the first of them is, or where the job held its CPUs.
  virtual void held(JobId job, NodeId node, std::uint64_t first, std::uint32_t count) = 0;
};

/// A look at a running simulation.
struct Progress {
  SimTime now = kTimeZero;
  std::uint64_t events = 0;
  std::uint64_t jobs_done = 0;
  std::uint64_t jobs_total = 0;
  std::uint64_t jobs_waiting = 0;
};

class RunObserver {
 public:
  RunObserver() = default;
  RunObserver(const RunObserver&) = delete;
  RunObserver& operator=(const RunObserver&) = delete;
  virtual ~RunObserver() = default;

  /// Called every few thousand events. Returning false interrupts the run, keeping what is
  /// finished.
  virtual bool keep_going(const Progress& progress) = 0;
};

}  // namespace podsim
