#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "sim/io/csv.h"
#include "sim/io/numbers.h"
#include "sim/io/trace.h"

namespace podsim {
namespace {

bool has_load(const Job& job) {
  return job.load >= 0.0F;
}  // false for NaN

void append_time(std::string& out, Duration span) {
  append_scaled(out, span.count(), 9);
}

void append_accelerators(std::string& out, const Request& request) {
  append_scaled(out, static_cast<std::int64_t>(request.total_milli()), 3);
}

/// One column of the output: when a job has something to say in it, and what.
struct Column {
  std::string_view name;
  bool always;
  bool (*used)(const JobTable&, const Job&);
  void (*append)(std::string&, const JobTable&, const Job&);
};

constexpr std::array kColumns{
    Column{"arrival", true, [](const JobTable&, const Job&) { return true; },
           [](std::string& out, const JobTable&, const Job& job) {
             append_time(out, job.arrival.time_since_epoch());
           }},
    Column{"accelerators", true, [](const JobTable&, const Job&) { return true; },
           [](std::string& out, const JobTable&, const Job& job) {
             append_accelerators(out, job.request);
           }},
    Column{"runtime", true, [](const JobTable&, const Job&) { return true; },
           [](std::string& out, const JobTable&, const Job& job) {
             if (job.runtime == kForever) {
               out += "never";
             } else {
               append_time(out, job.runtime);
             }
           }},
    Column{
        "requested", false,
        [](const JobTable&, const Job& job) { return job.requested != kNoDuration; },
        [](std::string& out, const JobTable&, const Job& job) { append_time(out, job.requested); }},
    Column{"start", false,
           [](const JobTable&, const Job& job) { return job.recorded_start != kTimeNever; },
           [](std::string& out, const JobTable&, const Job& job) {
             append_time(out, job.recorded_start.time_since_epoch());
           }},
    Column{"cpu", false, [](const JobTable&, const Job& job) { return job.request.cpu_milli > 0; },
           [](std::string& out, const JobTable&, const Job& job) {
             append_scaled(out, job.request.cpu_milli, 3);
           }},
    Column{"memory_mib", false,
           [](const JobTable&, const Job& job) { return job.request.memory_mib > 0; },
           [](std::string& out, const JobTable&, const Job& job) {
             append_scaled(out, job.request.memory_mib, 0);
           }},
    Column{"types", false,
           [](const JobTable&, const Job& job) { return job.request.types != kAnyType; },
           [](std::string& out, const JobTable& jobs, const Job& job) {
             out += csv_field(jobs.types().name(job.request.types.value()));
           }},
    Column{"user", false, [](const JobTable&, const Job& job) { return job.user != UserId{0U}; },
           [](std::string& out, const JobTable& jobs, const Job& job) {
             out += csv_field(jobs.users().name(job.user.value()));
           }},
    Column{"queue", false, [](const JobTable&, const Job& job) { return job.queue != QueueId{0U}; },
           [](std::string& out, const JobTable& jobs, const Job& job) {
             out += csv_field(jobs.queues().name(job.queue.value()));
           }},
    Column{"priority", false, [](const JobTable&, const Job& job) { return job.priority != 0; },
           [](std::string& out, const JobTable&, const Job& job) {
             append_scaled(out, job.priority, 0);
           }},
    Column{"load", false, [](const JobTable&, const Job& job) { return has_load(job); },
           [](std::string& out, const JobTable&, const Job& job) {
             fmt::format_to(std::back_inserter(out), "{}", job.load);
           }},
    Column{"after", false, [](const JobTable&, const Job& job) { return job.after.valid(); },
           [](std::string& out, const JobTable&, const Job& job) {
             append_scaled(out, std::int64_t{job.after.value()} + 1, 0);
           }},
};

}  // namespace

std::string to_podsim_csv(const JobTable& jobs) {
  std::vector<const Column*> columns;
  std::string out;
  for (const Column& column : kColumns) {
    const auto used = [&](const Job& job) { return column.used(jobs, job); };
    if (!column.always && std::ranges::none_of(jobs.jobs(), used)) continue;
    if (!columns.empty()) out += ',';
    out += column.name;
    columns.push_back(&column);
  }
  out += '\n';
  for (const Job& job : jobs.jobs()) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) out += ',';
      if (columns[i]->used(jobs, job)) columns[i]->append(out, jobs, job);
    }
    out += '\n';
  }
  return out;
}

}  // namespace podsim
