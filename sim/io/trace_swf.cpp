// The Standard Workload Format 2.2 of the Parallel Workloads Archive, and two dialects of it:
// files with further fields behind the 18th, and the 21-field files of Alea (node list in braces,
// queue name, PBS resource string), in which fields 17 and 18 hold filler.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <map>

#include "sim/io/trace_build.h"
#include "sim/io/trace_table.h"

namespace podsim {
namespace {

/// Fields by their number in the standard, less one.
enum Field : std::size_t {
  kJob,
  kSubmit,
  kWait,
  kRun,
  kAllocated,
  kRequestedProcs = 7,
  kRequestedTime = 8,
  kStatus = 10,
  kUser = 11,
  kQueue = 14,
  kPreceding = 16,
  kThink = 17,
  kStandardFields = 18,
  kNodeList = 18,
  kQueueName = 19,
  kAleaFields = 21,
};

constexpr std::array<std::string_view, kStandardFields> kFieldNames{
    "job number (field 1)",
    "submit time (field 2)",
    "wait time (field 3)",
    "run time (field 4)",
    "allocated processors (field 5)",
    "average CPU time (field 6)",
    "used memory (field 7)",
    "requested processors (field 8)",
    "requested time (field 9)",
    "requested memory (field 10)",
    "status (field 11)",
    "user (field 12)",
    "group (field 13)",
    "executable (field 14)",
    "queue (field 15)",
    "partition (field 16)",
    "preceding job (field 17)",
    "think time (field 18)"};

/// Submit times from here on (1990) are Unix time: no log starts 20 years after its own zero.
constexpr Duration kUnixFrom = std::chrono::seconds(631'152'000);

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// The fields of one line; those behind the 21st are only counted.
struct Line {
  std::array<std::string_view, kAleaFields> fields;
  std::size_t count = 0;
  const char* start = nullptr;
  std::uint32_t number = 0;

  void split(std::string_view text) {
    start = text.data();
    count = 0;
    std::size_t at = 0;
    for (;;) {
      while (at < text.size() && is_blank(text[at])) ++at;
      if (at == text.size()) return;
      const std::size_t from = at;
      while (at < text.size() && !is_blank(text[at])) ++at;
      if (count < fields.size()) fields[count] = text.substr(from, at - from);
      ++count;
    }
  }
  [[nodiscard]] TracePlace place(std::size_t field) const {
    return {number, static_cast<std::uint32_t>(fields[field].data() - start) + 1};
  }
};

/// Letters in front of a colon: "MaxProcs: 100", but not "http://".
std::size_t key_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && (((text[length] | 0x20) >= 'a' && (text[length] | 0x20) <= 'z'))) {
    ++length;
  }
  if (length == 0 || length >= text.size() || text[length] != ':') return 0;
  return length + 1 == text.size() || is_blank(text[length + 1]) ? length : 0;
}

class Reader {
 public:
  explicit Reader(const TraceInput& input)
      : builder_(input, "swf"), use_requested_(input.options.missing_runtime == "requested") {
    builder_.reserve(guess_rows(input.text));
  }

  std::optional<Trace> read() {
    std::string_view rest = builder_.input().text;
    while (!rest.empty()) {
      const void* found = std::memchr(rest.data(), '\n', rest.size());
      const std::size_t length =
          found == nullptr
              ? rest.size()
              : static_cast<std::size_t>(static_cast<const char*>(found) - rest.data());
      ++line_.number;
      line_.split(rest.substr(0, length));
      if (line_.count > 0) {
        if (line_.fields[0].front() == ';') {
          read_comment(rest.substr(0, length));
        } else {
          builder_.row();
          read_row();
        }
      }
      rest.remove_prefix(std::min(length + 1, rest.size()));
    }
    builder_.absolute = builder_.report.rows > 0 && first_submit_ >= kUnixFrom;
    add_notes();
    return builder_.finish();
  }

 private:
  void read_comment(std::string_view text) {
    text = trimmed(text.substr(text.find(';') + 1));
    auto& header = builder_.report.header;
    const std::size_t key = key_length(text);
    if (key > 0) {
      header.emplace_back(text.substr(0, key), trimmed(text.substr(key + 1)));
    } else if (!text.empty() && !header.empty()) {
      header.back().second += ' ';
      header.back().second += text;  // a value that goes on
    }
  }

  void read_row() {
    if (line_.count < kStandardFields) {
      builder_.error("E-TRC-011", line_.place(line_.count - 1),
                     fmt::format("{} fields, {} is missing", line_.count, kFieldNames[line_.count]),
                     "expected the 18 fields of the Standard Workload Format");
      return;
    }
    const bool alea = line_.count == kAleaFields && line_.fields[kNodeList].starts_with('{');
    if (alea) ++alea_rows_;
    if (line_.count > kStandardFields && !alea) builder_.dirty(Dirt::ExtraFields, line_.number);
    Job job;
    std::int64_t id = 0;
    bool good = whole(kJob, id);
    good &= read_times(job);
    good &= read_processors(job);
    if (!good) return;
    ++status_[std::string(line_.fields[kStatus])];
    if (!settle_runtime(job)) return;
    job.user = UserId{builder_.users.intern(name(kUser))};
    job.queue = QueueId{builder_.queues.intern(alea ? line_.fields[kQueueName] : name(kQueue))};
    builder_.add(job, id);
    if (!alea) read_preceding();
  }

  bool read_times(Job& job) {
    Duration submit{};
    Duration wait{};
    bool good = seconds(kSubmit, submit);
    good &= seconds(kWait, wait);
    good &= seconds(kRun, job.runtime);
    good &= seconds(kRequestedTime, job.requested);
    if (!good) return false;
    job.line = line_.number;
    first_submit_ = std::min(first_submit_, submit);
    job.arrival = SimTime{std::max(submit, Duration{0})};
    if (submit < Duration{0}) builder_.dirty(Dirt::NegativeSubmit, job.line);
    if (wait >= Duration{0}) {
      job.recorded_start = std::max(job.arrival, SimTime{submit} + wait);
    }
    if (job.requested <= Duration{0}) job.requested = kNoDuration;
    return true;
  }

  bool read_processors(Job& job) {
    std::int64_t allocated = 0;
    std::int64_t requested = 0;
    if (!whole(kAllocated, allocated) || !whole(kRequestedProcs, requested)) return false;
    const std::int64_t used = allocated > 0 ? allocated : requested;
    if (used > std::int64_t{std::numeric_limits<std::uint32_t>::max()}) {
      const Field field = allocated > 0 ? kAllocated : kRequestedProcs;
      builder_.out_of_range(kFieldNames[field], line_.fields[field], line_.place(field),
                            "at most 4294967295");
      return false;
    }
    job.request.devices = used > 0 ? static_cast<std::uint32_t>(used) : 0U;
    if (used <= 0) builder_.dirty(Dirt::NoProcessors, line_.number);
    return true;
  }

  /// False when the row is refused for want of a run time.
  bool settle_runtime(Job& job) {
    if (job.runtime >= Duration{0}) return true;
    if (!use_requested_) {
      builder_.dirty(Dirt::NoRuntime, job.line);
      return false;
    }
    if (job.requested == kNoDuration) {
      builder_.dirty(Dirt::NoRuntimeNoRequest, job.line);
      return false;
    }
    builder_.dirty(Dirt::RequestedAsRuntime, job.line);
    job.runtime = job.requested;
    return true;
  }

  void read_preceding() {
    std::int64_t preceding = 0;
    Duration think{};
    if (!whole(kPreceding, preceding) || !seconds(kThink, think) || preceding <= 0) return;
    builder_.set_after(preceding, line_.place(kPreceding));
    if (think > Duration{0}) builder_.dirty(Dirt::ThinkTime, line_.number);
  }

  /// A name as it is written; "-1" is none.
  [[nodiscard]] std::string_view name(Field field) const {
    return line_.fields[field] == "-1" ? std::string_view() : line_.fields[field];
  }

  bool whole(Field field, std::int64_t& out) {
    const NumberTrouble trouble = parse_whole(line_.fields[field], out);
    if (trouble == NumberTrouble::None) return true;
    builder_.bad_value(trouble, kFieldNames[field], line_.fields[field], line_.place(field),
                       "a whole number, or -1 for none");
    return false;
  }

  bool seconds(Field field, Duration& out) {
    std::int64_t nanos = 0;
    NumberTrouble trouble = parse_scaled(line_.fields[field], 9, nanos);
    if (trouble == NumberTrouble::None) {
      if (nanos < kMaxTraceNanos && nanos > -kMaxTraceNanos) {
        out = Duration{nanos};
        return true;
      }
      trouble = NumberTrouble::TooLarge;
    }
    builder_.bad_value(trouble, kFieldNames[field], line_.fields[field], line_.place(field),
                       "seconds, or -1 for none");
    return false;
  }

  void add_notes() {
    std::vector<std::string>& notes = builder_.report.notes;
    notes.emplace_back("processors are taken as accelerators, one for one");
    if (builder_.absolute) {
      notes.emplace_back("submit times are Unix time: zero is the first submit");
    } else {
      notes.emplace_back("zero is the log's own zero (UnixStartTime), not the first submit");
    }
    if (alea_rows_ > 0) {
      notes.push_back(fmt::format(
          "21-field dialect ({} rows): queue name from field 20; memory is in bytes and not used; "
          "the node list, the resource string, preceding job and think time are not used",
          alea_rows_));
    }
    std::string statuses;
    for (const auto& [status, count] : status_) {
      statuses += fmt::format("{}{}: {}", statuses.empty() ? "" : ", ", status, count);
    }
    notes.push_back(fmt::format("status (field 11) is not used; rows by status {}", statuses));
  }

  TraceBuilder builder_;
  bool use_requested_;
  Line line_;
  Duration first_submit_ = Duration::max();
  std::uint64_t alea_rows_ = 0;
  std::map<std::string, std::uint64_t> status_;
};

}  // namespace

std::optional<Trace> read_swf(const TraceInput& input) {
  return Reader(input).read();
}

}  // namespace podsim
