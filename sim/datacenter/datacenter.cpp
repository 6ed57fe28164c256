#include "sim/datacenter/datacenter.h"

#include <algorithm>
#include <utility>

#include "sim/core/check.h"

namespace podsim {
namespace {

/// Rounds of one instant that may pass without starting or finishing work.
constexpr std::uint32_t kMaxIdleRounds = 1000;
/// Events between two looks of the observer.
constexpr std::uint64_t kObserverStride = 4096;
/// Storage made before the run, so that events need none.
constexpr std::size_t kMaxReserve = 1U << 16;

}  // namespace

Datacenter::Datacenter(DatacenterParts parts)
    : parts_(std::move(parts)),
      state_(*parts_.fleet, *parts_.jobs),
      decision_(state_, *parts_.placement),
      arrivals_(*parts_.jobs),
      execution_(std::min(parts_.jobs->size(), kMaxReserve)),
      dependencies_(*parts_.jobs),
      power_(parts_.fleet->has_power() ? std::optional<ItPower>(*parts_.fleet) : std::nullopt),
      ledger_(parts_.settings.warmup, state_.capacity, power_ ? &*power_ : nullptr,
              parts_.plant.get()),
      series_(parts_.sink, state_.capacity) {
  queue_.reserve(64);
  effects_.reserve(std::min(parts_.jobs->size(), kMaxReserve));
}

RunResult Datacenter::run() {
  rearm(arrivals_alarm_, arrivals_.next(), Phase::Arrival, Alarm::Arrivals);
  request_settle();  // the series begin with the empty fleet
  while (!queue_.empty()) {
    if (queue_.next_time() >= parts_.settings.until) break;
    const auto event = queue_.pop();
    if (event.key.time != now_) advance_clock(event.key.time);
    if (event.key.round != current_.round) count_round();
    current_ = event.key;
    ++events_;
    dispatch(event.payload);
    if (!decision_.failure().empty()) return finish(RunStatus::Failed, decision_.failure());
    if (events_ % kObserverStride == 0 && interrupted()) return finish(RunStatus::Interrupted, {});
  }
  return finish(RunStatus::Finished, {});
}

void Datacenter::dispatch(Alarm alarm) {
  switch (alarm) {
    case Alarm::Execution:
      on_execution();
      return;
    case Alarm::Arrivals:
      on_arrivals();
      return;
    case Alarm::PolicyWake:
      wake_alarm_ = {};
      triggers_.wake = true;
      request_decision();
      return;
    case Alarm::Decide:
      on_decide();
      return;
    case Alarm::Settle:
      on_settle();
      return;
  }
}

void Datacenter::note_peak() {
  peak_milli_ = std::max(peak_milli_, levels_.allocated_milli);
  peak_nanowatts_ = std::max(peak_nanowatts_, ledger_.it_nanowatts(levels_));
}

void Datacenter::book_until(SimTime time) {
  // What the window finds when it opens between two instants counts as well.
  if (now_ < parts_.settings.warmup && parts_.settings.warmup < time) note_peak();
  ledger_.book_state(now_, time, levels_);
  now_ = time;
}

void Datacenter::advance_clock(SimTime time) {
  book_until(time);
  current_ = {};
  idle_rounds_ = 0;
  progressed_ = false;
}

void Datacenter::count_round() {
  idle_rounds_ = progressed_ ? 0 : idle_rounds_ + 1;
  progressed_ = false;
  SIM_CHECK(idle_rounds_ <= kMaxIdleRounds,
            "{} rounds at {} ns neither started nor ended a job: the queue policy '{}' keeps "
            "waking itself",
            idle_rounds_, ticks(now_), parts_.queue_name);
}

void Datacenter::schedule(SimTime time, Phase phase, Alarm alarm) {
  // Work for an earlier phase of this instant opens a new round.
  std::uint32_t round = 0;
  if (time == now_) round = current_.round + (phase < current_.phase ? 1U : 0U);
  queue_.push(time, round, phase, alarm);
}

void Datacenter::rearm(Armed& armed, SimTime time, Phase phase, Alarm alarm) {
  if (armed.time == time) return;
  if (armed.time != kTimeNever) queue_.cancel(armed.handle);
  armed.time = time;
  if (time == kTimeNever) return;
  std::uint32_t round = 0;
  if (time == now_) round = current_.round + (phase < current_.phase ? 1U : 0U);
  armed.handle = queue_.push(time, round, phase, alarm);
}

void Datacenter::request_decision() {
  if (decide_pending_) return;
  decide_pending_ = true;
  schedule(now_, Phase::Decision, Alarm::Decide);
}

void Datacenter::request_settle() {
  if (settle_pending_) return;
  settle_pending_ = true;
  schedule(now_, Phase::Settle, Alarm::Settle);
}

void Datacenter::on_execution() {
  execution_alarm_ = {};
  effects_.clear();
  execution_.advance(now_, effects_);
  for (const Effect& effect : effects_) job_ended(std::get<JobEnded>(effect));
  repay_borrowers();
  rearm(execution_alarm_, execution_.next(), Phase::Completion, Alarm::Execution);
  request_decision();
  request_settle();
}

void Datacenter::on_arrivals() {
  arrivals_alarm_ = {};
  effects_.clear();
  arrivals_.advance(now_, effects_);
  for (const Effect& effect : effects_) job_arrived(std::get<JobArrived>(effect).job);
  rearm(arrivals_alarm_, arrivals_.next(), Phase::Arrival, Alarm::Arrivals);
  request_decision();
  request_settle();
}

void Datacenter::job_arrived(JobId job) {
  JobOutcome& outcome = state_.outcomes[job.index()];
  const std::string_view reason = state_.feasibility.reason_against((*parts_.jobs)[job].request);
  if (!reason.empty()) {
    outcome.state = JobState::Rejected;
    state_.set_reason(job, reason);
    leave(job);
    return;
  }
  outcome.state = JobState::Waiting;
  state_.estimates[job.index()] = parts_.predictor->estimate(job);
  if (dependencies_.hold(job)) {
    ++levels_.waiting_jobs;
    return;
  }
  ++levels_.waiting_jobs;
  join_waiting(job);
}

void Datacenter::join_waiting(JobId job) {
  state_.waiting.push(job);
  triggers_.arrival = true;
  parts_.queue->job_waiting(state_.view(now_), job);
}

void Datacenter::leave(JobId job) {
  ++jobs_done_;
  std::vector<JobId> freed;
  dependencies_.ended(job, freed);
  for (const JobId next : freed) join_waiting(next);
  fingerprint_.mix(ticks(now_));
  fingerprint_.mix(job.value(), static_cast<std::uint32_t>(state_.outcomes[job.index()].state));
}

void Datacenter::book_interval(RunningJob& job) {
  ledger_.book_job(job.booked_until, now_, job.claimed_milli, job.borrowed_milli, job.nanowatts);
  if (power_) {
    state_.outcomes[job.job.index()].it_joules +=
        static_cast<double>(job.nanowatts) * 1e-9 * to_seconds(now_ - job.booked_until);
  }
  job.booked_until = now_;
}

void Datacenter::report_holding(const RunningJob& job) {
  if (parts_.sink == nullptr) return;
  const Holding holding = state_.running.holding(job);
  for (const Piece& piece : holding.pieces) {
    const NodeId node = parts_.fleet->node_of(holding.pool, piece.first);
    parts_.sink->held(job.job, node, parts_.fleet->accelerator(holding.pool, piece.first),
                      piece.count);
  }
  if (!holding.pieces.empty() || !holding.node.valid()) return;
  const Node& node = parts_.fleet->node(holding.node);
  parts_.sink->held(job.job, holding.node, parts_.fleet->accelerator(node.pool, node.first_device),
                    0);
}

void Datacenter::set_power(RunningJob& job) {
  if (!power_) return;
  levels_.job_nanowatts -= job.nanowatts;
  const float recorded = (*parts_.jobs)[job.job].load;
  const double load = recorded == recorded ? double{recorded} : parts_.settings.default_load;
  job.nanowatts =
      job.claimed_milli == 0 ? 0 : power_->job_nanowatts(job.pool, job.claimed_milli, load);
  levels_.job_nanowatts += job.nanowatts;
}

void Datacenter::job_ended(const JobEnded& ended) {
  RunningJob& job = state_.running.find(ended.job);
  book_interval(job);
  levels_.allocated_milli -= (*parts_.jobs)[ended.job].request.total_milli();
  levels_.job_nanowatts -= job.nanowatts;
  triggers_.end = true;
  if (job.expected_end != now_) triggers_.surprise = true;
  report_holding(job);
  state_.capacity.release(state_.running.holding(job));
  std::erase(state_.borrowers, ended.job);
  JobOutcome& outcome = state_.outcomes[ended.job.index()];
  outcome.end = now_;
  const bool killed = ended.reason == JobEnded::Reason::WallTime;
  outcome.state = killed ? JobState::Failed : JobState::Completed;
  if (killed) state_.set_reason(ended.job, "walltime");
  parts_.predictor->job_ended(ended.job, now_ - job.start);
  state_.running.remove(ended.job);
  last_end_ = now_;
  progressed_ = true;
  leave(ended.job);
}

void Datacenter::repay_borrowers() {
  if (state_.borrowers.empty()) return;
  std::erase_if(state_.borrowers, [&](JobId id) {
    RunningJob& job = state_.running.find(id);
    book_interval(job);
    const bool whole = pay_back(state_, *parts_.placement, job);
    set_power(job);
    return whole;
  });
}

void Datacenter::on_decide() {
  decide_pending_ = false;
  decision_.begin(now_);
  parts_.queue->decide(state_.view(now_), std::exchange(triggers_, Triggers{}), decision_);
  for (const JobId job : decision_.started()) start_work(job);
  for (const JobId job : decision_.rejected()) {
    --levels_.waiting_jobs;
    leave(job);
  }
  if (!decision_.started().empty() || !decision_.rejected().empty()) {
    progressed_ = true;
    rearm(execution_alarm_, execution_.next(), Phase::Completion, Alarm::Execution);
    request_settle();
  }
  if (!decision_.rejected().empty()) request_decision();
  // A wake at or before now means "again at once": in a new round of this instant.
  rearm(wake_alarm_, std::max(decision_.wake(), now_), Phase::Control, Alarm::PolicyWake);
}

void Datacenter::start_work(JobId id) {
  const Job& facts = (*parts_.jobs)[id];
  RunningJob& job = state_.running.find(id);
  --levels_.waiting_jobs;
  levels_.allocated_milli += facts.request.total_milli();
  set_power(job);
  execution_.start(id, now_, facts.runtime,
                   parts_.settings.walltime_kill ? facts.requested : kNoDuration);
  const Holding holding = state_.running.holding(job);
  fingerprint_.mix(ticks(now_));
  fingerprint_.mix(id.value(), holding.node.value());
  fingerprint_.mix(holding.pool.value(), holding.milli);
  for (const Piece& piece : holding.pieces) fingerprint_.mix(piece.first, piece.count);
}

void Datacenter::on_settle() {
  settle_pending_ = false;
  if (queue_.next_time() == now_) {  // later rounds are due: settle once, behind the last of them
    const EventKey next = queue_.next_key();
    settle_pending_ = true;
    queue_.push(now_, next.round, Phase::Settle, Alarm::Settle);
    return;
  }
  if (now_ >= parts_.settings.warmup) note_peak();
  if (parts_.sink == nullptr) return;
  Series::Values values;
  values.running = state_.running.size();
  values.waiting = levels_.waiting_jobs;
  values.has_power = power_.has_value();
  if (power_) {
    const Watts it{static_cast<double>(ledger_.it_nanowatts(levels_)) * 1e-9};
    values.it_watts = it.value();
    values.has_plant = parts_.plant != nullptr;
    if (parts_.plant) values.facility_watts = parts_.plant->facility_power(it).value();
  }
  series_.record(now_, values);
}

bool Datacenter::interrupted() {
  if (parts_.observer == nullptr) return false;
  return !parts_.observer->keep_going(
      {now_, events_, jobs_done_, parts_.jobs->size(), levels_.waiting_jobs});
}

RunResult Datacenter::finish(RunStatus status, std::string error) {
  const bool whole_window = status == RunStatus::Finished && parts_.settings.until != kTimeNever;
  const SimTime close = whole_window ? parts_.settings.until : now_;
  book_until(close);
  for (const RunningJob& running : state_.running.by_end()) {
    book_interval(state_.running.find(running.job));
    report_holding(running);
  }
  RunResult result;
  result.status = status;
  result.error = std::move(error);
  result.window_open = parts_.settings.warmup;
  result.window_close = close;
  result.last_end = last_end_;
  result.ledger = ledger_.close(close);
  result.jobs = std::move(state_.outcomes);
  result.reasons = std::move(state_.reasons);
  result.has_power = power_.has_value();
  result.peak_milli = peak_milli_;
  result.peak_nanowatts = peak_nanowatts_;
  if (power_ && parts_.plant) {
    const Watts peak{static_cast<double>(peak_nanowatts_) * 1e-9};
    result.peak_facility_watts = parts_.plant->facility_power(peak).value();
  }
  result.events = events_;
  result.fingerprint = fingerprint_.value();
  return result;
}

}  // namespace podsim
