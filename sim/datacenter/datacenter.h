// Holds the subsystems, routes events, settles each instant, executes effects, keeps the books.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/core/effects.h"
#include "sim/core/event_queue.h"
#include "sim/core/fingerprint.h"
#include "sim/datacenter/decision.h"
#include "sim/datacenter/dependencies.h"
#include "sim/datacenter/ledger.h"
#include "sim/datacenter/outcome.h"
#include "sim/datacenter/scheduler_state.h"
#include "sim/datacenter/series.h"
#include "sim/datacenter/sink.h"
#include "sim/policies/queue_policy.h"
#include "sim/policies/runtime_predictor.h"
#include "sim/workload/arrivals.h"
#include "sim/workload/execution.h"

namespace podsim {

struct RunSettings {
  SimTime warmup = kTimeZero;  ///< the window opens here
  SimTime until = kTimeNever;  ///< the window closes here; kTimeNever: at the last event
  bool walltime_kill = true;   ///< a job is killed at its requested time
  double default_load = kDefaultLoad;
};

struct DatacenterParts {
  const Fleet* fleet = nullptr;
  const JobTable* jobs = nullptr;
  std::unique_ptr<QueuePolicy> queue;
  std::string queue_name = "unnamed";
  std::unique_ptr<PlacementPolicy> placement;
  std::unique_ptr<RuntimePredictor> predictor;
  std::unique_ptr<Plant> plant;
  RunSettings settings;
  ResultSink* sink = nullptr;       ///< may be null
  RunObserver* observer = nullptr;  ///< may be null
};

class Datacenter {
 public:
  explicit Datacenter(DatacenterParts parts);

  /// Runs to the end of the window. Broken invariants throw InvariantError.
  RunResult run();

 private:
  /// The events of the main queue: one alarm a subsystem, and the stages of an instant.
  enum class Alarm : std::uint8_t { Execution, Arrivals, PolicyWake, Decide, Settle };
  struct Armed {
    SimTime time = kTimeNever;
    EventHandle handle;
  };

  void dispatch(Alarm alarm);
  void on_execution();
  void on_arrivals();
  void on_decide();
  void on_settle();

  void job_arrived(JobId job);
  void job_ended(const JobEnded& ended);
  void join_waiting(JobId job);
  void leave(JobId job);  ///< releases those who wait for the job's end
  void start_work(JobId job);
  void repay_borrowers();
  /// Books the job's interval since its last change at its current power.
  void book_interval(RunningJob& job);
  void set_power(RunningJob& job);
  void report_holding(const RunningJob& job);

  void advance_clock(SimTime time);
  /// Books what holds from now until `time`.
  void book_until(SimTime time);
  void note_peak();
  void schedule(SimTime time, Phase phase, Alarm alarm);
  void rearm(Armed& armed, SimTime time, Phase phase, Alarm alarm);
  void request_decision();
  void request_settle();
  void count_round();
  [[nodiscard]] bool interrupted();
  RunResult finish(RunStatus status, std::string error);

  DatacenterParts parts_;
  SchedulerState state_;
  Decision decision_;
  Arrivals arrivals_;
  Execution execution_;
  Dependencies dependencies_;
  std::optional<ItPower> power_;
  Ledger ledger_;
  Levels levels_;
  Series series_;

  EventQueue<Alarm> queue_;
  EventKey current_{};
  SimTime now_ = kTimeZero;
  Armed execution_alarm_;
  Armed arrivals_alarm_;
  Armed wake_alarm_;
  Triggers triggers_;
  bool decide_pending_ = false;
  bool settle_pending_ = false;
  bool progressed_ = false;  ///< this round started or finished work
  std::uint32_t idle_rounds_ = 0;
  Effects effects_;
  Fingerprint fingerprint_;
  std::uint64_t events_ = 0;
  std::uint64_t jobs_done_ = 0;
  std::uint64_t peak_milli_ = 0;
  std::int64_t peak_nanowatts_ = 0;
  SimTime last_end_ = kTimeZero;
};

}  // namespace podsim
