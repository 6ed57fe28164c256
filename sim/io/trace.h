// Job traces of every format to one JobTable. The format is told by the content, never by the name.
//
// Codes: E-TRC-001 unknown format name, 002 unknown content, 003 no rows, 004 no usable rows,
// 005 missing column, 006 unknown column, 007 column named twice, 008 empty value, 009 not a
// number, 010 out of range, 011 wrong number of fields, 012 quote not closed, 013 not a whole
// number of accelerators, 014 unknown job in `after`, 015 mixed time bases,
// 017 times unknown (a warning), 018 unknown option, 019 duplicate name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/diagnostics.h"
#include "sim/workload/job_table.h"
#include "sim/workload/trace_report.h"

namespace podsim {

struct TraceOptions {
  /// "auto", or one of trace_formats().
  std::string format = "auto";
  /// Names of the columns of a podsim CSV that has no header line.
  std::vector<std::string> columns;
  /// What becomes of rows without a run time: "refuse", or "requested": they run as long as they
  /// asked for.
  std::string missing_runtime = "refuse";
  /// Where the path is written: findings about a missing file stand there.
  Mark asked_at;
};

struct Trace {
  JobTable jobs;
  TraceReport report;
};

/// Names for TraceOptions::format, without "auto".
const std::vector<std::string>& trace_formats();

/// Reads a trace, plain or compressed. Empty when there are errors: all of them are findings.
/// What is merely dirty is counted in the report, row by row, and repaired by a stated rule.
std::optional<Trace> read_trace(const std::string& path, const TraceOptions& options,
                                Diagnostics& diagnostics);

/// The same for a text in memory.
std::optional<Trace> parse_trace(std::string_view text, const std::string& file_label,
                                 const TraceOptions& options, Diagnostics& diagnostics);

/// podsim CSV of `jobs`: columns that hold nothing are left out; reads back as the same table.
std::string to_podsim_csv(const JobTable& jobs);

}  // namespace podsim
