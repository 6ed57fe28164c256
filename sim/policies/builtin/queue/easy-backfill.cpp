// EASY backfilling: a reservation for the head only.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "sim/policies/registry.h"
#include "sim/policies/release_forecast.h"

namespace podsim {
namespace {

class EasyBackfill final : public QueuePolicy {
 public:
  EasyBackfill(NoParams /*config*/, const PolicyContext& /*context*/) {}

  void job_waiting(const SchedulingView& view, JobId job) override {
    if (queue_.capacity() == 0) queue_.reserve(std::min<std::size_t>(view.jobs.size(), 1U << 16));
    const Request& request = view.jobs.request(job);
    const Candidate made{job, request.milli == kMilliPerDevice ? request.devices : 0,
                         view.jobs.estimate(job)};
    // Jobs come in order but for those that waited for another job's end.
    auto at = queue_.end();
    while (at != queue_.begin() && (at - 1)->job > job) --at;
    queue_.insert(at, made);
    if (made.devices == 0) ++shares_;
  }

  void decide(const SchedulingView& view, Triggers /*triggers*/, Draft& draft) override {
    std::size_t head = 0;
    while (head < queue_.size() && draft.start(queue_[head].job) == Verdict::Started) {
      if (queue_[head].devices == 0) --shares_;
      ++head;
    }
    queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(head));
    if (queue_.size() < 2) return;
    // Shares may fit where no whole accelerator is free.
    if (shares_ == 0 && nothing_free(view)) return;
    backfill(view, draft);
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

  /// One scan in queue order: a job starts if it ends by the shadow, or else if it fits in the
  /// extra, and only then is the extra reduced.
  void backfill(const SchedulingView& view, Draft& draft) {
    Reservation reservation = forecast_.reserve(view, queue_.front().job);
    const auto started = [&](const Candidate& candidate) {
      if (saturating_add(view.now, candidate.estimate) <= reservation.shadow) {
        return draft.start(candidate.job) == Verdict::Started;
      }
      const Verdict verdict = draft.start_if(candidate.job, [&](const Holding& holding) {
        if (!reservation.admits(holding, view.capacity)) return false;
        reservation.use(holding, view.capacity);
        return true;
      });
      if (verdict != Verdict::NotAdmitted) return verdict == Verdict::Started;
      // The place was in the head's pool; what starts in another one cannot delay the head.
      return std::ranges::any_of(view.pools(candidate.job), [&](PoolId pool) {
        return pool != reservation.pool && draft.start_in(candidate.job, pool) == Verdict::Started;
      });
    };
    auto kept = queue_.begin() + 1;
    std::uint32_t most = most_free(view);  // spares a long queue the cost of asking for each job
    for (auto at = kept; at != queue_.end(); ++at) {
      if (at->devices > most || !started(*at)) {
        *kept++ = *at;
      } else {
        if (at->devices == 0) --shares_;
        most = most_free(view);
      }
    }
    queue_.erase(kept, queue_.end());
  }

  /// Whole devices free in the pool that has most of them.
  static std::uint32_t most_free(const SchedulingView& view) {
    std::uint32_t most = 0;
    const auto pools = static_cast<std::uint32_t>(view.capacity.fleet().pools().size());
    for (std::uint32_t pool = 0; pool < pools; ++pool) {
      most = std::max(most, view.capacity.free_devices(PoolId{pool}));
    }
    return most;
  }

  /// A waiting job with what the scan reads, side by side in memory.
  struct Candidate {
    JobId job;
    std::uint32_t devices;  ///< whole ones; 0 for shares
    Duration estimate;
  };
  std::vector<Candidate> queue_;
  std::size_t shares_ = 0;  ///< those in the queue without whole accelerators
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
