// Alibaba's cluster-trace-gpu-v2023 ("openb"): pods that share GPUs, with or without times.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sim/io/trace_build.h"
#include "sim/io/trace_table.h"

namespace podsim {
namespace {

constexpr std::int64_t kMaxCount = std::numeric_limits<std::uint32_t>::max();

struct Columns {
  int name, cpu_milli, memory_mib, num_gpu, gpu_milli;  // in every file
  int gpu_spec, qos, creation_time, deletion_time, scheduled_time;

  explicit Columns(CsvTable& table)
      : name(table.find("name")),
        cpu_milli(table.require("cpu_milli")),
        memory_mib(table.require("memory_mib")),
        num_gpu(table.require("num_gpu")),
        gpu_milli(table.require("gpu_milli")),
        gpu_spec(table.find("gpu_spec")),
        qos(table.find("qos")),
        creation_time(table.find("creation_time")),
        deletion_time(table.find("deletion_time")),
        scheduled_time(table.find("scheduled_time")) {}

  [[nodiscard]] bool complete() const {
    return std::min({cpu_milli, memory_mib, num_gpu, gpu_milli}) != CsvTable::kAbsent;
  }
  [[nodiscard]] bool has_times() const { return creation_time != CsvTable::kAbsent; }
};

class Reader {
 public:
  Reader(TraceBuilder& builder, CsvTable& table)
      : builder_(builder), table_(table), columns_(table) {}

  [[nodiscard]] const Columns& columns() const { return columns_; }

  void read_row() {
    Job job;
    job.line = table_.line();
    bool good = read_request(job.request);
    good &= !columns_.has_times() || read_times(job);
    if (!good) return;
    if (job.runtime < Duration{0}) return builder_.dirty(Dirt::NegativeRuntime, job.line);
    if (job.request.devices == 0) builder_.dirty(Dirt::NoAccelerators, job.line);
    job.queue = QueueId{builder_.queues.intern(table_.text(columns_.qos))};
    const std::string_view name = table_.text(columns_.name);
    const auto row = static_cast<std::int64_t>(builder_.report.rows);
    builder_.add(job, name.empty() ? -row : std::int64_t{names_.intern(name)});
  }

  /// Pods that were deleted at the very last stamp were still running.
  void count_censored() {
    for (const Deletion& deletion : deletions_) {
      if (deletion.time == last_stamp_) builder_.dirty(Dirt::Censored, deletion.line);
    }
  }

 private:
  struct Deletion {
    Duration time;
    std::uint32_t line;
  };

  bool read_request(Request& request) {
    std::int64_t cpu = 0;
    std::int64_t memory = 0;
    std::int64_t devices = 0;
    std::int64_t milli = 0;
    bool good = table_.whole(columns_.cpu_milli, 0, kMaxCount, cpu);
    good &= table_.whole(columns_.memory_mib, 0, kMaxCount, memory);
    good &= table_.whole(columns_.num_gpu, 0, kMaxCount, devices);
    good &= table_.whole(columns_.gpu_milli, 0, kMilliPerDevice, milli);
    if (!good) return false;
    if (devices > 0 && (milli == 0 || (devices > 1 && milli < std::int64_t{kMilliPerDevice}))) {
      builder_.error(
          "E-TRC-013", table_.place(columns_.gpu_milli),
          fmt::format("gpu_milli: {} of each of {} GPUs cannot be placed", milli, devices),
          "expected 1000, or 1 to 999 where num_gpu is 1");
      return false;
    }
    request.devices = static_cast<std::uint32_t>(devices);
    request.milli = devices == 0 ? kMilliPerDevice : static_cast<std::uint32_t>(milli);
    request.cpu_milli = static_cast<std::uint32_t>(cpu);
    request.memory_mib = static_cast<std::uint32_t>(memory);
    request.types = TypeSetId{builder_.types.intern(table_.text(columns_.gpu_spec))};
    return true;
  }

  /// A time that may be empty, or whose column may be missing: then `missing`.
  bool optional_time(int column, Duration missing, Duration& out) {
    out = missing;
    return column == CsvTable::kAbsent || table_.empty(column) || table_.seconds(column, out);
  }

  bool read_times(Job& job) {
    Duration created{};
    Duration scheduled{};
    Duration deleted{};
    bool good = table_.seconds(columns_.creation_time, created);
    good &= optional_time(columns_.scheduled_time, kNoDuration, scheduled);
    good &= optional_time(columns_.deletion_time, kForever, deleted);
    if (!good) return false;
    job.arrival = SimTime{created};
    last_stamp_ = std::max({last_stamp_, created, scheduled});
    if (scheduled == kNoDuration) {
      builder_.dirty(Dirt::NeverScheduled, job.line);
    } else {
      job.recorded_start = SimTime{scheduled};
    }
    if (deleted == kForever) {
      builder_.dirty(Dirt::NoDeletion, job.line);
      return true;
    }
    job.runtime = deleted - (scheduled == kNoDuration ? created : scheduled);
    last_stamp_ = std::max(last_stamp_, deleted);
    deletions_.push_back({deleted, job.line});
    return true;
  }

  TraceBuilder& builder_;
  CsvTable& table_;
  Columns columns_;
  NameTable names_;
  Duration last_stamp_ = Duration::min();
  std::vector<Deletion> deletions_;
};

}  // namespace

std::optional<Trace> read_openb(const TraceInput& input) {
  TraceBuilder builder(input, "openb");
  CsvTable table(builder);
  Reader reader(builder, table);
  if (!reader.columns().complete()) return std::nullopt;
  while (table.next()) reader.read_row();
  if (reader.columns().has_times()) {
    reader.count_censored();
    builder.report.notes.emplace_back("times are seconds since the trace's zero; qos is the queue");
  } else {
    builder.warning("E-TRC-017", {1, 1},
                    "the file has no times: every pod arrives at 0 and runs for ever",
                    "good for packing studies; for a replay take a file with creation_time");
    builder.report.notes.emplace_back(
        "no-times: the file has no times; every pod arrives at 0, in row order, and never ends");
  }
  return builder.finish();
}

}  // namespace podsim
