#include "sim/workload/trace_report.h"

#include <doctest/doctest.h>

using namespace podsim;

TEST_CASE("trace report: rows are counted by reason, the first lines kept") {
  TraceReport report;
  for (std::uint32_t line = 2; line < 52; ++line) {
    report.note_row("no-runtime", "the row is left out", RowFate::Refused, line);
  }
  report.note_row("late", "kept", RowFate::Kept, 7);
  CHECK(report.count("no-runtime") == 50);
  CHECK(report.count("late") == 1);
  CHECK(report.count("unheard-of") == 0);
  REQUIRE(report.dirty.size() == 2);
  CHECK(report.dirty[0].lines.size() == DirtyRows::kMaxLines);
  CHECK(report.dirty[0].lines.front() == 2);
  CHECK(report.dirty[0].fate == RowFate::Refused);
}
