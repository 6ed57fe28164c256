#include "sim/workload/execution.h"

#include "sim/workload/job_table.h"

namespace podsim {

void Execution::start(JobId job, SimTime now, Duration runtime, Duration limit) {
  const bool killed = limit != kNoDuration && limit < runtime;
  const Fluid work(now, killed ? limit : runtime);
  if (work.finish_time() == kTimeNever) return;  // runs until the run's end
  ends_.push(work.finish_time(), 0, Phase::Completion,
             {job, killed ? JobEnded::Reason::WallTime : JobEnded::Reason::Done});
}

void Execution::advance(SimTime now, Effects& effects) {
  while (ends_.next_time() <= now) {
    const End end = ends_.pop().payload;
    effects.push_back(JobEnded{end.job, end.reason});
  }
}

}  // namespace podsim
