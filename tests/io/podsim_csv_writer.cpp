#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "tests/io/trace_case.h"

namespace podsim {
namespace {

JobTable table_of(std::vector<Job> jobs) {
  return JobTable::from(std::move(jobs), {}, {}, {});
}

Duration any_duration() {
  return Duration{*rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 60U)};
}

std::uint32_t any_name(NameTable& names) {
  const auto letter = rc::gen::elementOf(std::string("ab1,\"\n |"));
  return names.intern(*rc::gen::container<std::string>(letter));
}

Job any_job(NameTable& users, NameTable& queues, NameTable& types, std::size_t before) {
  const auto maybe = [] { return *rc::gen::inRange(0, 2) == 1; };
  Job job;
  job.arrival = SimTime{any_duration()};
  job.runtime = maybe() ? kForever : any_duration();
  if (maybe()) job.requested = any_duration();
  if (maybe()) job.recorded_start = SimTime{any_duration()};
  job.request.devices = *rc::gen::inRange<std::uint32_t>(0, 5000);
  if (job.request.devices == 1) job.request.milli = *rc::gen::inRange<std::uint32_t>(1, 1001);
  job.request.cpu_milli = *rc::gen::inRange<std::uint32_t>(0, 100'000);
  job.request.memory_mib = *rc::gen::arbitrary<std::uint32_t>();
  job.request.types = TypeSetId{any_name(types)};
  job.user = UserId{any_name(users)};
  job.queue = QueueId{any_name(queues)};
  job.priority = *rc::gen::arbitrary<std::int32_t>();
  if (maybe()) job.load = static_cast<float>(*rc::gen::inRange(0, 1001)) / 1000.0F;
  if (maybe() && before > 0) job.after = JobId{*rc::gen::inRange<std::size_t>(0, before)};
  return job;
}

bool same(const JobTable& a, const JobTable& b, std::size_t id) {
  const Job& x = a.jobs()[id];
  const Job& y = b.jobs()[id];
  const bool same_load = x.load == y.load || (!(x.load >= 0.0F) && !(y.load >= 0.0F));
  Request request = y.request;
  request.types = x.request.types;
  return x.arrival == y.arrival && x.runtime == y.runtime && x.requested == y.requested &&
         x.recorded_start == y.recorded_start && x.request == request && x.after == y.after &&
         x.priority == y.priority && same_load &&
         a.users().name(x.user.value()) == b.users().name(y.user.value()) &&
         a.queues().name(x.queue.value()) == b.queues().name(y.queue.value()) &&
         a.types().name(x.request.types.value()) == b.types().name(y.request.types.value());
}

}  // namespace

TEST_CASE("only columns that say something are written") {
  Job job;
  job.arrival = SimTime{std::chrono::milliseconds(1500)};
  job.runtime = std::chrono::seconds(60);
  job.request.devices = 1;
  job.request.milli = 460;
  CHECK(to_podsim_csv(table_of({job})) == "arrival,accelerators,runtime\n1.5,0.46,60\n");
  job.priority = -2;
  job.runtime = kForever;
  CHECK(to_podsim_csv(table_of({job})) ==
        "arrival,accelerators,runtime,priority\n1.5,0.46,never,-2\n");
}

TEST_CASE("any table reads back") {
  rc::check("jobs -> csv -> jobs", [] {
    NameTable users;
    NameTable queues;
    NameTable types;
    std::vector<Job> jobs;
    const auto size = *rc::gen::inRange<std::size_t>(1, 12);
    for (std::size_t i = 0; i < size; ++i) jobs.push_back(any_job(users, queues, types, i));
    const JobTable table = JobTable::from(jobs, users, queues, types);
    const std::string text = to_podsim_csv(table);
    Diagnostics diagnostics;
    const auto back = parse_trace(text, "test", {}, diagnostics);
    if (!back) RC_LOG() << text << diagnostics.to_string();
    RC_ASSERT(back);
    RC_ASSERT(back->jobs.size() == table.size());
    for (std::size_t i = 0; i < table.size(); ++i) RC_ASSERT(same(table, back->jobs, i));
  });
}

TEST_CASE("shared: philly as podsim csv is the same trace") {
  const auto trace = read_shared("philly-sia/philly.csv");
  if (!trace) return;
  const Trace back = read_text(to_podsim_csv(trace->jobs));
  REQUIRE(back.jobs.size() == trace->jobs.size());
  bool equal = true;
  for (std::size_t i = 0; i < back.jobs.size(); ++i) equal &= same(trace->jobs, back.jobs, i);
  CHECK(equal);
  CHECK(back.report.dirty.empty());
}

}  // namespace podsim
