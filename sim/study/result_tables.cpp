#include <limits>

#include "sim/study/summary.h"

namespace podsim {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double seconds_or_none(SimTime time) {
  return time == kTimeNever ? kNone : to_seconds(time);
}

template <class T, class Value>
std::vector<T> column(const JobTable& jobs, Value&& value) {
  std::vector<T> out;
  out.reserve(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) out.push_back(value(jobs[JobId{i}], i));
  return out;
}

}  // namespace

std::vector<Column> job_columns(const BuiltRun& run, const RunResult& result) {
  const JobTable& jobs = run.workload.jobs;
  const auto& outcomes = result.jobs;
  using Reals = double;
  using Wholes = std::int64_t;
  std::vector<Column> columns;
  columns.push_back({"line", "", "line of the trace file; 0 for drawn jobs",
                     column<Wholes>(jobs, [](const Job& job, std::size_t) { return job.line; })});
  columns.push_back(
      {"submit_s", "s", "time of submission",
       column<Reals>(jobs, [](const Job& job, std::size_t) { return to_seconds(job.arrival); })});
  columns.push_back({"start_s", "s", "time of the start; NaN if it did not start",
                     column<Reals>(jobs, [&](const Job&, std::size_t i) {
                       return seconds_or_none(outcomes[i].start);
                     })});
  columns.push_back({"end_s", "s", "time of the end; NaN if it did not end",
                     column<Reals>(jobs, [&](const Job&, std::size_t i) {
                       return seconds_or_none(outcomes[i].end);
                     })});
  columns.push_back({"wait_s", "s", "start less submission; NaN if it did not start",
                     column<Reals>(jobs, [&](const Job& job, std::size_t i) {
                       return outcomes[i].start == kTimeNever
                                  ? kNone
                                  : to_seconds(outcomes[i].start - job.arrival);
                     })});
  columns.push_back({"requested_s", "s", "requested time; NaN if none",
                     column<Reals>(jobs, [](const Job& job, std::size_t) {
                       return job.requested == kNoDuration ? kNone : to_seconds(job.requested);
                     })});
  columns.push_back({"accelerators", "1", "accelerators held, shares as fractions",
                     column<Reals>(jobs, [](const Job& job, std::size_t) {
                       return static_cast<double>(job.request.total_milli()) / kMilliPerDevice;
                     })});
  if (result.has_power) {
    columns.push_back(
        {"energy_j", "J", "IT energy, warm-up included",
         column<Reals>(jobs, [&](const Job&, std::size_t i) { return outcomes[i].it_joules; })});
  }
  columns.push_back(
      {"user", "", "user", column<std::string>(jobs, [&](const Job& job, std::size_t) {
         return jobs.users().name(job.user.value());
       })});
  columns.push_back(
      {"queue", "", "queue", column<std::string>(jobs, [&](const Job& job, std::size_t) {
         return jobs.queues().name(job.queue.value());
       })});
  columns.push_back({"state", "", "state at the end of the window",
                     column<std::string>(jobs, [&](const Job&, std::size_t i) {
                       return std::string(state_name(outcomes[i].state));
                     })});
  columns.push_back({"reason", "", "why it failed or was rejected",
                     column<std::string>(jobs, [&](const Job&, std::size_t i) {
                       return result.reasons[outcomes[i].reason];
                     })});
  columns.push_back({"backfilled", "1", "1 if it started before an earlier waiting job",
                     column<Wholes>(jobs, [&](const Job&, std::size_t i) {
                       return Wholes{outcomes[i].overtook ? 1 : 0};
                     })});
  return columns;
}

std::vector<Column> node_columns(const Fleet& fleet) {
  std::vector<std::string> name;
  std::vector<std::string> model;
  std::vector<std::string> accelerator;
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> accelerators;
  for (const Node& node : fleet.nodes()) {
    name.push_back(node.name);
    model.push_back(fleet.pool(node.pool).name);
    accelerator.push_back(fleet.pool(node.pool).accelerator);
    first.push_back(static_cast<std::int64_t>(fleet.accelerator(node.pool, node.first_device)));
    accelerators.push_back(node.devices);
  }
  return {{"name", "", "name of the node", std::move(name)},
          {"model", "", "node model", std::move(model)},
          {"accelerator", "", "accelerator kind", std::move(accelerator)},
          {"first", "", "number of its first accelerator in the fleet", std::move(first)},
          {"accelerators", "1", "accelerators on the node", std::move(accelerators)}};
}

}  // namespace podsim
