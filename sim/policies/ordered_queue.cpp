#include "sim/policies/ordered_queue.h"

namespace podsim {

void OrderedQueue::job_waiting(const SchedulingView& view, JobId job) {
  order_.insert({key_(view.jobs, job), job});
}

void OrderedQueue::decide(const SchedulingView& /*view*/, Triggers /*triggers*/, Draft& draft) {
  while (!order_.empty()) {
    const Verdict verdict = draft.start(order_.begin()->job);
    if (verdict != Verdict::Started && verdict != Verdict::NotWaiting) return;
    order_.erase(order_.begin());
  }
}

}  // namespace podsim
