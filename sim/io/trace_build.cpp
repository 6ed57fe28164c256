#include "sim/io/trace_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace podsim {
namespace {

struct DirtRule {
  Dirt dirt;
  std::string_view reason;
  RowFate fate;
  std::string_view rule;
};

constexpr std::array kRules{
    DirtRule{Dirt::OutOfOrder, "out-of-order", RowFate::Repaired,
             "arrives before the row above it; sorted by arrival, equal times keep their order"},
    DirtRule{Dirt::NoRuntime, "no-runtime", RowFate::Refused,
             "no run time is recorded; not simulated"},
    DirtRule{Dirt::RequestedAsRuntime, "no-runtime", RowFate::Repaired,
             "no run time is recorded; runs as long as it requested"},
    DirtRule{Dirt::NoRuntimeNoRequest, "no-runtime-no-request", RowFate::Refused,
             "neither a run time nor a requested time is recorded; not simulated"},
    DirtRule{Dirt::ZeroRuntime, "zero-runtime", RowFate::Kept,
             "runs for less than the clock's resolution; simulated with run time 0"},
    DirtRule{Dirt::NegativeRuntime, "negative-runtime", RowFate::Refused,
             "ends before it starts; not simulated"},
    DirtRule{Dirt::NoProcessors, "no-processors", RowFate::Kept,
             "neither allocated nor requested processors are recorded; needs 0 accelerators"},
    DirtRule{Dirt::NoAccelerators, "no-accelerators", RowFate::Kept,
             "asks for 0 accelerators; simulated without any"},
    DirtRule{Dirt::NegativeAccelerators, "negative-accelerators", RowFate::Refused,
             "asks for less than 0 accelerators; not simulated"},
    DirtRule{Dirt::OverRequested, "over-requested", RowFate::Kept,
             "runs longer than it requested; both times are kept"},
    DirtRule{Dirt::ExtraFields, "extra-fields", RowFate::Kept,
             "has fields behind the 18th; they are not used"},
    DirtRule{Dirt::NegativeSubmit, "negative-submit", RowFate::Repaired,
             "submitted before the trace's zero; arrives at zero"},
    DirtRule{Dirt::DuplicateId, "duplicate-id", RowFate::Kept,
             "has the id of an earlier row; a job of its own, dependencies mean the first"},
    DirtRule{Dirt::DanglingAfter, "dangling-after", RowFate::Repaired,
             "waits for a job that is not in the trace, or was refused; waits for nothing"},
    DirtRule{Dirt::CircularAfter, "circular-after", RowFate::Repaired,
             "waits for itself, directly or through others; waits for nothing"},
    DirtRule{Dirt::ThinkTime, "think-time", RowFate::Kept,
             "has a think time behind its preceding job; it is not used"},
    DirtRule{Dirt::StartBeforeArrival, "start-before-arrival", RowFate::Kept,
             "its recorded start is before its arrival; kept as recorded"},
    DirtRule{Dirt::NeverScheduled, "never-scheduled", RowFate::Kept,
             "was never scheduled; runs for its recorded lifetime, deletion - creation"},
    DirtRule{Dirt::Censored, "censored", RowFate::Kept,
             "ends with the trace, so it may have run on; its recorded time is used"},
    DirtRule{Dirt::NoDeletion, "no-deletion", RowFate::Kept, "has no end; runs for ever"},
    DirtRule{Dirt::GpuTimeMismatch, "gpu-time-mismatch", RowFate::Kept,
             "gpu_time is not duration times num_gpus; duration and num_gpus are used"},
};
static_assert(kRules.size() == static_cast<std::size_t>(Dirt::Count));

}  // namespace

TraceBuilder::TraceBuilder(const TraceInput& input, std::string format)
    : input_(input), errors_before_(input.diagnostics.errors()) {
  report.format = std::move(format);
  for (const DirtRule& rule : kRules) {
    DirtyRows& rows = dirt_[static_cast<std::size_t>(rule.dirt)];
    rows.reason = rule.reason;
    rows.rule = rule.rule;
    rows.fate = rule.fate;
  }
}

void TraceBuilder::reserve(std::size_t rows) {
  jobs_.reserve(rows);
  ids_.reserve(rows);
}

const DirtyRows& TraceBuilder::dirt_at(Dirt dirt) const {
  return dirt_[static_cast<std::size_t>(dirt)];
}

void TraceBuilder::dirty(Dirt dirt, std::uint32_t line) {
  DirtyRows& rows = dirt_[static_cast<std::size_t>(dirt)];
  ++rows.count;
  if (rows.lines.size() < DirtyRows::kMaxLines) rows.lines.push_back(line);
}

void TraceBuilder::add(const Job& job, std::int64_t id) {
  if (!jobs_.empty() && job.arrival < jobs_.back().arrival) dirty(Dirt::OutOfOrder, job.line);
  if (job.runtime == Duration{0}) dirty(Dirt::ZeroRuntime, job.line);
  if (job.requested != kNoDuration) {
    report.has_requested = true;
    if (job.runtime > job.requested && job.runtime != kForever) {
      dirty(Dirt::OverRequested, job.line);
    }
  }
  if (job.recorded_start != kTimeNever) {
    report.has_recorded_starts = true;
    if (job.recorded_start < job.arrival) dirty(Dirt::StartBeforeArrival, job.line);
  }
  jobs_.push_back(job);
  ids_.push_back(id);
}

void TraceBuilder::set_after(std::int64_t id, TracePlace place) {
  after_.push_back({static_cast<std::uint32_t>(jobs_.size() - 1), id, place});
}

void TraceBuilder::error(std::string code, TracePlace place, std::string message,
                         std::string hint) {
  input_.diagnostics.error(std::move(code), {input_.file, place.line, place.column},
                           std::move(message), std::move(hint));
}

void TraceBuilder::warning(std::string code, TracePlace place, std::string message,
                           std::string hint) {
  input_.diagnostics.warning(std::move(code), {input_.file, place.line, place.column},
                             std::move(message), std::move(hint));
}

void TraceBuilder::bad_value(NumberTrouble trouble, std::string_view name, std::string_view text,
                             TracePlace place, std::string_view expected) {
  if (trimmed(text).empty()) {
    error("E-TRC-008", place, fmt::format("{} is empty", name),
          fmt::format("expected {}", expected));
  } else if (trouble == NumberTrouble::TooLarge) {
    out_of_range(name, text, place, expected);
  } else {
    error("E-TRC-009", place, fmt::format("{}: '{}' cannot be read", name, trimmed(text)),
          fmt::format("expected {}", expected));
  }
}

void TraceBuilder::out_of_range(std::string_view name, std::string_view text, TracePlace place,
                                std::string_view expected) {
  error("E-TRC-010", place, fmt::format("{}: {} is out of range", name, trimmed(text)),
        fmt::format("expected {}", expected));
}

std::vector<TraceBuilder::NamedJob> TraceBuilder::jobs_by_id() {
  const bool ascending =
      std::ranges::adjacent_find(ids_, std::ranges::greater_equal{}) == ids_.end();
  if (ascending && after_.empty()) return {};  // nothing to find, nothing twice
  std::vector<NamedJob> named(ids_.size());
  for (std::size_t i = 0; i < ids_.size(); ++i) named[i] = {ids_[i], static_cast<std::uint32_t>(i)};
  if (ascending) return named;
  std::ranges::stable_sort(named, {}, &NamedJob::id);
  std::vector<std::uint32_t> repeated;
  for (std::size_t i = 1; i < named.size(); ++i) {
    if (named[i].id == named[i - 1].id) repeated.push_back(named[i].position);
  }
  std::ranges::sort(repeated);
  for (const std::uint32_t position : repeated) dirty(Dirt::DuplicateId, jobs_[position].line);
  return named;
}

void TraceBuilder::link() {
  const std::vector<NamedJob> named = jobs_by_id();
  for (const After& after : after_) {
    const auto found = std::ranges::lower_bound(named, after.id, {}, &NamedJob::id);
    if (found != named.end() && found->id == after.id) {
      jobs_[after.position].after = JobId{found->position};
    } else if (strict_after) {
      error("E-TRC-014", after.place, "after: there is no such job",
            "expected the id of a row, or without a column 'id' its number, counted from 1");
    } else {
      dirty(Dirt::DanglingAfter, jobs_[after.position].line);
    }
  }
  if (!after_.empty()) cut_circles();
}

/// Each job waits for at most one other: follow the chain of each, and cut it where it meets
/// itself.
void TraceBuilder::cut_circles() {
  std::vector<std::uint32_t> walk_of(jobs_.size(), 0);  // the walk that first came here, 1-based
  for (std::size_t start = 0; start < jobs_.size(); ++start) {
    const auto walk = static_cast<std::uint32_t>(start + 1);
    std::size_t at = start;
    while (walk_of[at] == 0) {
      walk_of[at] = walk;
      const JobId next = jobs_[at].after;
      if (!next.valid()) break;
      if (walk_of[next.index()] == walk) {
        jobs_[at].after = JobId{};
        dirty(Dirt::CircularAfter, jobs_[at].line);
        break;
      }
      at = next.index();
    }
  }
}

void TraceBuilder::rebase() {
  const auto first = std::ranges::min_element(jobs_, {}, &Job::arrival)->arrival;
  const Duration zero = first.time_since_epoch();
  for (Job& job : jobs_) {
    job.arrival -= zero;
    if (job.recorded_start != kTimeNever) job.recorded_start -= zero;
  }
  report.absolute_times = true;
  report.first_stamp_unix_ns = zero.count();
}

std::optional<Trace> TraceBuilder::finish() {
  if (report.rows == 0 && input_.diagnostics.errors() == errors_before_) {
    error("E-TRC-003", {1, 1}, "the trace has no rows");
  } else if (jobs_.empty() && input_.diagnostics.errors() == errors_before_) {
    error("E-TRC-004", {}, fmt::format("none of the {} rows can be used", report.rows),
          "see missing_runtime for rows without a run time");
  }
  if (jobs_.empty()) return std::nullopt;
  link();
  if (input_.diagnostics.errors() > errors_before_) return std::nullopt;
  if (absolute) rebase();
  report.kept = jobs_.size();
  for (DirtyRows& rows : dirt_) {
    if (rows.count > 0) report.dirty.push_back(std::move(rows));
  }
  Trace trace;
  trace.report = std::move(report);
  trace.jobs =
      JobTable::from(std::move(jobs_), std::move(users), std::move(queues), std::move(types));
  return trace;
}

NumberTrouble parse_whole(std::string_view text, std::int64_t& out) {
  constexpr int kDecimals = 6;
  constexpr std::int64_t kScale = 1'000'000;
  if (text.find_first_of(".eE") == std::string_view::npos) return parse_scaled(text, 0, out);
  const NumberTrouble trouble = parse_scaled(text, kDecimals, out);
  if (trouble != NumberTrouble::None) return trouble;
  if (out % kScale != 0) return NumberTrouble::NotANumber;
  out /= kScale;
  return NumberTrouble::None;
}

}  // namespace podsim
