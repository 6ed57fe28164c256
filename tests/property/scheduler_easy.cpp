// EASY with exact estimates: beside a rule written anew, and what it promises to the head.
#include <map>
#include <memory>
#include <utility>

#include "tests/property/scheduler_workload.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

/// The written rule on counts, in whole seconds; knows nothing of sim/policies.
class WrittenRule {
 public:
  explicit WrittenRule(const JobTable& jobs) : jobs_(jobs), starts_(jobs.size(), kNever) {}

  Times run() {
    while (arrived_ < jobs_.size() || !running_.empty()) {
      now_ = arrived_ < jobs_.size() ? arrival(arrived_) : running_.begin()->first;
      if (!running_.empty()) now_ = std::min(now_, running_.begin()->first);
      while (!running_.empty() && running_.begin()->first == now_) {
        free_ += running_.begin()->second;
        running_.erase(running_.begin());
      }
      while (arrived_ < jobs_.size() && arrival(arrived_) == now_) queue_.push_back(arrived_++);
      while (!queue_.empty() && devices(queue_.front()) <= free_) start(0);
      if (!queue_.empty()) backfill();
    }
    return starts_;
  }

 private:
  std::int64_t arrival(std::size_t job) const { return ticks(jobs_[JobId{job}].arrival) / kSecond; }
  std::int64_t runtime(std::size_t job) const {
    return jobs_[JobId{job}].runtime.count() / kSecond;
  }
  std::int64_t devices(std::size_t job) const { return jobs_[JobId{job}].request.devices; }

  void start(std::size_t place) {
    const std::size_t job = queue_[place];
    starts_[job] = now_;
    free_ -= devices(job);
    running_.emplace(now_ + runtime(job), devices(job));
    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(place));
  }

  void backfill() {
    std::int64_t then = free_;
    std::int64_t shadow = now_;
    for (auto it = running_.begin(); it != running_.end() && then < devices(queue_.front());) {
      shadow = it->first;
      for (; it != running_.end() && it->first == shadow; ++it) then += it->second;
    }
    std::int64_t extra = then - devices(queue_.front());
    for (std::size_t place = 1; place < queue_.size();) {
      const std::int64_t size = devices(queue_[place]);
      const bool by_shadow = now_ + runtime(queue_[place]) <= shadow;
      if (size > free_ || !(by_shadow || size <= extra)) {
        ++place;
        continue;
      }
      if (!by_shadow) extra -= size;
      start(place);
    }
  }

  const JobTable& jobs_;
  Times starts_;
  std::multimap<std::int64_t, std::int64_t> running_;  // end -> devices
  std::vector<std::size_t> queue_;
  std::size_t arrived_ = 0;
  std::int64_t now_ = 0;
  std::int64_t free_ = kDevices;
};

/// Passes on to EASY, and notes at what time each head could start when it was first blocked, if
/// nothing else were started.
class Promises final : public QueuePolicy {
 public:
  Promises(std::unique_ptr<QueuePolicy> inner, std::map<std::uint32_t, SimTime>& promised)
      : inner_(std::move(inner)), promised_(&promised) {}

  void job_waiting(const SchedulingView& view, JobId job) override {
    inner_->job_waiting(view, job);
  }
  void decide(const SchedulingView& view, Triggers triggers, Draft& draft) override {
    inner_->decide(view, triggers, draft);
    const JobId head = view.waiting.front();
    if (!head.valid() || promised_->contains(head.value())) return;
    std::map<SimTime, std::uint64_t> releases;
    for (const RunningJob& job : view.running.by_end()) {
      releases[job.start + view.jobs.estimate(job.job)] += view.jobs.request(job.job).devices;
    }
    std::uint64_t free = view.capacity.free_devices(PoolId{0U});
    for (const auto& [time, devices] : releases) {
      free += devices;
      if (free < view.jobs.request(head).devices) continue;
      promised_->emplace(head.value(), time);
      return;
    }
  }

 private:
  std::unique_ptr<QueuePolicy> inner_;
  std::map<std::uint32_t, SimTime>* promised_;
};

}  // namespace

TEST_CASE("easy: job by job as a rule written anew") {
  CHECK(rc::check("rule", [] {
    const Case test = any_case("easy-backfill");
    RC_ASSERT(starts(test.run()) == WrittenRule(test.jobs).run());
  }));
}

TEST_CASE("easy: a blocked head starts no later than its shadow at the time of blocking") {
  CHECK(rc::check("shadow", [] {
    const Case test = any_case("easy-backfill");
    const PolicyContext context{1, &test.jobs};
    std::map<std::uint32_t, SimTime> promised;
    const RunResult result = test.run_with(std::make_unique<Promises>(
        make_policy(PolicyKind::Queue, test.queue, context, &PolicyEntry::queue), promised));
    for (const auto& [head, shadow] : promised) RC_ASSERT(result.jobs[head].start <= shadow);
  }));
}

TEST_CASE("easy: the first job that fcfs blocks is not later under easy") {
  // Up to then both have started the same jobs, and backfilled ones may not delay it. Jobs without
  // length are left out: they block and release within an instant, which fcfs does not show.
  CHECK(rc::check("first head", [] {
    std::vector<Job> jobs = any_gangs();
    for (Job& each : jobs) each.runtime = std::max(each.runtime, seconds(1));
    Case test = one_node(kDevices, jobs, "fcfs");
    const RunResult in_order = test.run();
    test.queue = choice("easy-backfill");
    const RunResult passed = test.run();
    for (std::size_t i = 0; i < in_order.jobs.size(); ++i) {
      if (in_order.jobs[i].start == test.jobs[JobId{i}].arrival) continue;
      RC_ASSERT(passed.jobs[i].start <= in_order.jobs[i].start);
      return;
    }
  }));
}
