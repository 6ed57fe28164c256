// Inside of the trace readers: where jobs are collected, dirty rows counted and findings made.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/io/numbers.h"
#include "sim/io/trace.h"

namespace podsim {

/// A text and what is asked of it.
struct TraceInput {
  std::string_view text;
  std::shared_ptr<const std::string> file;
  const TraceOptions& options;
  Diagnostics& diagnostics;
};

/// Every way in which a row can be dirty; its name, rule and fate stand in one table.
enum class Dirt : std::uint8_t {
  OutOfOrder,
  NoRuntime,
  RequestedAsRuntime,
  NoRuntimeNoRequest,
  ZeroRuntime,
  NegativeRuntime,
  NoProcessors,
  NoAccelerators,
  NegativeAccelerators,
  OverRequested,
  ExtraFields,
  NegativeSubmit,
  DuplicateId,
  DanglingAfter,
  CircularAfter,
  ThinkTime,
  StartBeforeArrival,
  NeverScheduled,
  Censored,
  NoDeletion,
  GpuTimeMismatch,
  Count,
};

/// Where in the file a value stands.
struct TracePlace {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// Times in traces stay within 146 years, so that an arrival plus a wait is always representable.
inline constexpr std::int64_t kMaxTraceNanos = std::int64_t{1} << 62U;

class TraceBuilder {
 public:
  TraceBuilder(const TraceInput& input, std::string format);

  /// Names and facts that a format fills in by itself.
  NameTable users;
  NameTable queues;
  NameTable types;
  TraceReport report;
  /// Arrivals and starts are Unix time: finish() makes the earliest arrival zero.
  bool absolute = false;
  /// A dependency on an unknown job is an error (E-TRC-014) instead of a dirty row.
  bool strict_after = false;

  [[nodiscard]] const TraceInput& input() const { return input_; }
  void reserve(std::size_t rows);
  void row() { ++report.rows; }
  void dirty(Dirt dirt, std::uint32_t line);
  [[nodiscard]] std::uint64_t count(Dirt dirt) const { return dirt_at(dirt).count; }

  /// Takes a job; `id` is what other rows call it.
  void add(const Job& job, std::int64_t id);
  /// The job just added waits for the end of job `id`.
  void set_after(std::int64_t id, TracePlace place);

  void error(std::string code, TracePlace place, std::string message, std::string hint = {});
  void warning(std::string code, TracePlace place, std::string message, std::string hint = {});
  /// The finding for a value that could not be read.
  void bad_value(NumberTrouble trouble, std::string_view name, std::string_view text,
                 TracePlace place, std::string_view expected);
  void out_of_range(std::string_view name, std::string_view text, TracePlace place,
                    std::string_view expected);

  /// Empty when there were errors or nothing usable.
  std::optional<Trace> finish();

 private:
  struct After {
    std::uint32_t position;
    std::int64_t id;
    TracePlace place;
  };
  struct NamedJob {
    std::int64_t id;
    std::uint32_t position;
  };

  [[nodiscard]] const DirtyRows& dirt_at(Dirt dirt) const;
  [[nodiscard]] std::vector<NamedJob> jobs_by_id();
  void link();
  void cut_circles();
  void rebase();

  TraceInput input_;
  std::size_t errors_before_;
  std::vector<Job> jobs_;
  std::vector<std::int64_t> ids_;  // of jobs_
  std::vector<After> after_;
  std::array<DirtyRows, static_cast<std::size_t>(Dirt::Count)> dirt_;
};

/// A whole number, written as one ("12", "12.0"); NotANumber otherwise.
NumberTrouble parse_whole(std::string_view text, std::int64_t& out);

// One function per format, each in its own file.
std::optional<Trace> read_swf(const TraceInput& input);
std::optional<Trace> read_philly(const TraceInput& input);
std::optional<Trace> read_openb(const TraceInput& input);
std::optional<Trace> read_podsim_csv(const TraceInput& input);

}  // namespace podsim
