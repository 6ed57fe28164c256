// Shared by the tests of the trace readers.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "sim/io/trace.h"
#include "tests/io/findings.h"

namespace podsim {

/// A trace that has to be readable without a finding.
inline Trace read_text(std::string_view text, const TraceOptions& options = {}) {
  Diagnostics diagnostics;
  auto trace = parse_trace(text, "test", options, diagnostics);
  REQUIRE_MESSAGE(trace, diagnostics.to_string());
  CHECK_MESSAGE(diagnostics.findings().empty(), diagnostics.to_string());
  return std::move(*trace);
}

inline std::vector<std::string> trace_findings(std::string_view text,
                                               const TraceOptions& options = {}) {
  Diagnostics diagnostics;
  (void)parse_trace(text, "test", options, diagnostics);
  return findings(diagnostics);
}

/// A real trace; empty, with a message, where the shared data are not.
inline std::optional<Trace> read_shared(const std::string& name) {
  const std::string path = shared_trace(name);
  if (path.empty()) {
    MESSAGE("skipped: no ../shared");
    return std::nullopt;
  }
  Diagnostics diagnostics;
  auto trace = read_trace(path, {}, diagnostics);
  REQUIRE_MESSAGE(trace, diagnostics.to_string());
  CHECK(!diagnostics.has_errors());
  return trace;
}

inline const Job& job(const Trace& trace, std::size_t id) {
  return trace.jobs[JobId{id}];
}

inline double accelerator_hours(const Trace& trace) {
  double hours = 0.0;
  for (const Job& each : trace.jobs.jobs()) {
    if (each.runtime == kForever) continue;
    hours += to_seconds(each.runtime) * static_cast<double>(each.request.total_milli()) / 3.6e6;
  }
  return hours;
}

inline const DirtyRows* dirt(const Trace& trace, std::string_view reason) {
  for (const DirtyRows& rows : trace.report.dirty) {
    if (rows.reason == reason) return &rows;
  }
  return nullptr;
}

}  // namespace podsim
