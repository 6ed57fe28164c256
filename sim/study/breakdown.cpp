#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/study/breakdown.h"
#include "sim/study/statistics.h"

namespace podsim {
namespace {

/// More groups than this are lumped together, the largest kept by accelerator-hours.
constexpr std::size_t kMaxGroups = 20;

struct Group {
  std::int64_t jobs = 0;
  std::int64_t started = 0;
  std::int64_t ended = 0;
  double accelerator_hours = 0.0;
  std::vector<double> waits;
  double jct_sum = 0.0;

  void take(const Group& other) {
    jobs += other.jobs;
    started += other.started;
    ended += other.ended;
    accelerator_hours += other.accelerator_hours;
    waits.insert(waits.end(), other.waits.begin(), other.waits.end());
    jct_sum += other.jct_sum;
  }
};

using Groups = std::map<std::string, Group>;

/// Size classes by powers of two: "0", "<1", "1", "2", "3-4", "5-8", ...; sorts as written.
std::string size_class(const Request& request) {
  if (request.devices == 0) return "0";
  if (request.milli < kMilliPerDevice) return "<1";
  if (request.devices <= 2) return fmt::format("{}", request.devices);
  std::uint64_t top = 4;
  while (top < request.devices) top *= 2;
  return fmt::format("{}-{}", top / 2 + 1, top);
}

double seconds(SimTime from, SimTime to) {
  return to_seconds(to - from);
}

void count(Group& group, const Job& job, const JobOutcome& outcome, const RunResult& result) {
  ++group.jobs;
  if (outcome.start == kTimeNever) return;
  ++group.started;
  group.waits.push_back(seconds(job.arrival, outcome.start));
  const bool ended = outcome.end != kTimeNever;
  const SimTime end = ended ? outcome.end : result.window_close;
  const SimTime from = std::max(outcome.start, result.window_open);
  const double accelerators = static_cast<double>(job.request.total_milli()) / kMilliPerDevice;
  group.accelerator_hours += accelerators * std::max(0.0, seconds(from, end)) / kSecondsPerHour;
  if (!ended) return;
  ++group.ended;
  group.jct_sum += seconds(job.arrival, outcome.end);
}

BreakdownRow row_of(const std::string& dimension, const std::string& name, Group& group) {
  BreakdownRow row{dimension, name, group.jobs, group.started, group.ended, group.accelerator_hours,
                   0.0,       0.0,  0.0};
  if (!group.waits.empty()) {
    double sum = 0.0;
    for (const double wait : group.waits) sum += wait;
    row.wait_mean_s = sum / static_cast<double>(group.waits.size());
    std::ranges::sort(group.waits);
    row.wait_p95_s = percentile(group.waits, 0.95);
  }
  if (group.ended > 0) row.jct_mean_s = group.jct_sum / static_cast<double>(group.ended);
  return row;
}

void append(const std::string& dimension, Groups& groups, std::vector<BreakdownRow>& rows) {
  if (groups.size() > kMaxGroups) {
    std::vector<std::pair<double, std::string>> order;
    for (const auto& [name, group] : groups) order.emplace_back(-group.accelerator_hours, name);
    std::ranges::sort(order);
    Group others;
    for (std::size_t i = kMaxGroups - 1; i < order.size(); ++i) {
      others.take(groups[order[i].second]);
      groups.erase(order[i].second);
    }
    for (auto& [name, group] : groups) rows.push_back(row_of(dimension, name, group));
    const std::string name = fmt::format("({} others)", order.size() - kMaxGroups + 1);
    rows.push_back(row_of(dimension, name, others));
    return;
  }
  for (auto& [name, group] : groups) rows.push_back(row_of(dimension, name, group));
}

/// Fewest accelerators first: map order is by text.
std::uint64_t size_rank(const std::string& name) {
  if (name == "0") return 0;
  if (name == "<1") return 1;
  return 1 + std::stoull(name);
}

}  // namespace

std::vector<BreakdownRow> break_down(const JobTable& jobs, const RunResult& result) {
  Groups sizes;
  Groups users;
  Groups queues;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Job& job = jobs[JobId{i}];
    const JobOutcome& outcome = result.jobs[i];
    if (outcome.state == JobState::NotSubmitted || job.arrival < result.window_open) continue;
    count(sizes[size_class(job.request)], job, outcome, result);
    if (jobs.users().size() > 1)
      count(users[jobs.users().name(job.user.value())], job, outcome, result);
    if (jobs.queues().size() > 1)
      count(queues[jobs.queues().name(job.queue.value())], job, outcome, result);
  }
  std::vector<BreakdownRow> rows;
  append("size", sizes, rows);
  std::ranges::stable_sort(rows, {}, [](const BreakdownRow& row) { return size_rank(row.group); });
  append("user", users, rows);
  append("queue", queues, rows);
  return rows;
}

}  // namespace podsim
