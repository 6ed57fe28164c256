// EASY backfilling: a reservation for the head only.
#include "sim/policies/registry.h"
#include "sim/policies/release_forecast.h"

namespace podsim {
namespace {

class EasyBackfill final : public QueuePolicy {
 public:
  EasyBackfill(NoParams /*config*/, const PolicyContext& /*context*/) {}

  void decide(const SchedulingView& view, Triggers /*triggers*/, Draft& draft) override {
    JobId head = view.waiting.front();
    while (head.valid()) {
      const JobId next = view.waiting.after(head);
      if (draft.start(head) != Verdict::Started) break;
      head = next;
    }
    if (!head.valid() || !view.waiting.after(head).valid()) return;
    if (nothing_free(view)) return;
    backfill(view, head, draft);
  }

 private:
  static bool nothing_free(const SchedulingView& view) {
    return view.capacity.free_milli() == 0 && !hosts_are_shared(view);
  }
  /// CPU-only jobs may still fit where no accelerator is free.
  static bool hosts_are_shared(const SchedulingView& view) {
    for (const Pool& pool : view.capacity.fleet().pools()) {
      if (pool.accounts_cpu || pool.accounts_memory) return true;
    }
    return false;
  }

  /// One scan in queue order: a job starts if it ends by the shadow, or else if it fits in the extra,
  /// and only then is the extra reduced.
  void backfill(const SchedulingView& view, JobId head, Draft& draft) {
    Reservation reservation = forecast_.reserve(view, head);
    JobId job = view.waiting.after(head);
    while (job.valid()) {
      const JobId next = view.waiting.after(job);
      const bool ends_in_time =
          saturating_add(view.now, view.jobs.estimate(job)) <= reservation.shadow;
      if (ends_in_time) {
        draft.start(job);
      } else {
        draft.start_if(job, [&](const Holding& holding) {
          if (!reservation.admits(holding, view.capacity)) return false;
          reservation.use(holding, view.capacity);
          return true;
        });
      }
      job = next;
    }
  }

  ReleaseForecast forecast_;
};

}  // namespace

PolicyEntry queue_easy_backfill() {
  auto entry = queue_entry<EasyBackfill, NoParams>(
      "easy-backfill",
      "First come, first served; later jobs may pass if they do not delay the first that waits.",
      "Mu'alem and Feitelson, IEEE TPDS 12(6), 2001");
  entry.uses_estimates = true;
  return entry;
}

}  // namespace podsim
