// The Philly trace as Sia publishes it: timestamp,duration,num_gpus[,gpu_time][,cluster].
#include <algorithm>
#include <cstdlib>

#include "sim/io/trace_build.h"
#include "sim/io/trace_table.h"

namespace podsim {
namespace {

constexpr std::int64_t kMaxDevices = 1'000'000'000;

struct Columns {
  int timestamp;
  int duration;
  int num_gpus;
  int gpu_time;
  int cluster;

  [[nodiscard]] bool complete() const {
    return std::min({timestamp, duration, num_gpus}) != CsvTable::kAbsent;
  }
};

void check_gpu_time(CsvTable& table, TraceBuilder& builder, int column, const Job& job) {
  std::int64_t gpu_ms = 0;
  if (table.empty(column) || parse_scaled(table.text(column), 3, gpu_ms) != NumberTrouble::None) {
    return;
  }
  const std::int64_t runtime_ms = job.runtime.count() / 1'000'000;
  std::int64_t expected = 0;
  if (__builtin_mul_overflow(runtime_ms, std::int64_t{job.request.devices}, &expected)) return;
  if (std::abs(gpu_ms - expected) > job.request.devices) {
    builder.dirty(Dirt::GpuTimeMismatch, job.line);
  }
}

void read_row(CsvTable& table, TraceBuilder& builder, const Columns& columns) {
  std::int64_t stamp = 0;
  std::int64_t devices = 0;
  Job job;
  bool good = table.stamp(columns.timestamp, stamp);
  good &= table.seconds(columns.duration, job.runtime);
  good &= table.whole(columns.num_gpus, -kMaxDevices, kMaxDevices, devices);
  if (!good) return;
  job.line = table.line();
  if (job.runtime < Duration{0}) return builder.dirty(Dirt::NegativeRuntime, job.line);
  if (devices < 0) return builder.dirty(Dirt::NegativeAccelerators, job.line);
  if (devices == 0) builder.dirty(Dirt::NoAccelerators, job.line);
  job.arrival = SimTime{Duration{stamp}};
  job.request.devices = static_cast<std::uint32_t>(devices);
  job.queue = QueueId{builder.queues.intern(table.text(columns.cluster))};
  check_gpu_time(table, builder, columns.gpu_time, job);
  builder.add(job, static_cast<std::int64_t>(builder.report.rows));
}

}  // namespace

std::optional<Trace> read_philly(const TraceInput& input) {
  TraceBuilder builder(input, "philly");
  CsvTable table(builder);
  const Columns columns{table.require("timestamp"), table.require("duration"),
                        table.require("num_gpus"), table.find("gpu_time"), table.find("cluster")};
  if (!columns.complete()) return std::nullopt;
  builder.absolute = true;
  builder.report.notes = {"time stamps name no zone: read as UTC, without daylight saving",
                          "zero is the earliest stamp; the column 'cluster' is the queue"};
  builder.reserve(guess_rows(input.text));
  while (table.next()) read_row(table, builder, columns);
  return builder.finish();
}

}  // namespace podsim
