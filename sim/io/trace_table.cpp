#include "sim/io/trace_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/io/timestamp.h"

namespace podsim {

CsvTable::CsvTable(TraceBuilder& builder, const std::vector<std::string>& columns)
    : builder_(builder), rows_(builder.input().text), header_(columns) {
  header_places_.resize(columns.size());
  if (!columns.empty() || !rows_.next()) return;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    header_.emplace_back(trimmed(rows_[i]));
    header_places_.push_back({rows_.line(i), rows_.column(i)});
  }
}

int CsvTable::find(std::string_view name) const {
  const auto found = std::ranges::find(header_, name);
  return found == header_.end() ? kAbsent : static_cast<int>(found - header_.begin());
}

int CsvTable::require(std::string_view name) {
  const int column = find(name);
  if (column == kAbsent) {
    builder_.error("E-TRC-005", {1, 1}, fmt::format("the column '{}' is missing", name),
                   fmt::format("there are: {}", fmt::join(header_, ", ")));
  }
  return column;
}

bool CsvTable::next() {
  while (rows_.next()) {
    builder_.row();
    if (check_row()) return true;
  }
  return false;
}

bool CsvTable::check_row() {
  const std::size_t last = rows_.size() - 1;
  if (rows_.broken()) {
    builder_.error("E-TRC-012", {rows_.line(last), rows_.column(last)},
                   "the quote that opens here is not closed, or text follows the closing one",
                   "write \"\" for a quote inside quotes");
    return false;
  }
  if (rows_.size() == header_.size()) return true;
  const std::size_t at = std::min(last, header_.size());
  builder_.error("E-TRC-011", {rows_.line(at), rows_.column(at)},
                 fmt::format("{} fields, but there are {} columns", rows_.size(), header_.size()),
                 rows_.size() < header_.size()
                     ? fmt::format("'{}' is missing", header_[rows_.size()])
                     : std::string());
  return false;
}

std::string_view CsvTable::name(int column) const {
  return header_[static_cast<std::size_t>(column)];
}

TracePlace CsvTable::place(int column) const {
  const auto at = static_cast<std::size_t>(column);
  return {rows_.line(at), rows_.column(at)};
}

bool CsvTable::seconds(int column, Duration& out) {
  std::int64_t nanos = 0;
  const NumberTrouble trouble = parse_scaled(text(column), 9, nanos);
  if (trouble == NumberTrouble::None && nanos < kMaxTraceNanos && nanos > -kMaxTraceNanos) {
    out = Duration{nanos};
    return true;
  }
  builder_.bad_value(trouble == NumberTrouble::None ? NumberTrouble::TooLarge : trouble,
                     name(column), text(column), place(column),
                     "seconds, e.g. 3600 or 0.25, at most 146 years");
  return false;
}

bool CsvTable::whole(int column, std::int64_t low, std::int64_t high, std::int64_t& out) {
  const NumberTrouble trouble = parse_whole(text(column), out);
  if (trouble == NumberTrouble::None && out >= low && out <= high) return true;
  builder_.bad_value(trouble == NumberTrouble::None ? NumberTrouble::TooLarge : trouble,
                     name(column), text(column), place(column),
                     fmt::format("a whole number from {} to {}", low, high));
  return false;
}

bool CsvTable::scaled(int column, int decimals, std::int64_t high, std::string_view expected,
                      std::int64_t& out) {
  const NumberTrouble trouble = parse_scaled(text(column), decimals, out);
  if (trouble == NumberTrouble::None && out >= 0 && out <= high) return true;
  builder_.bad_value(trouble == NumberTrouble::None ? NumberTrouble::TooLarge : trouble,
                     name(column), text(column), place(column), expected);
  return false;
}

bool CsvTable::stamp(int column, std::int64_t& unix_ns) {
  const auto parsed = parse_timestamp_utc_ns(trimmed(text(column)));
  if (parsed) {
    unix_ns = *parsed;
    return true;
  }
  // Once more, slowly: which trouble is it?
  const TracePlace at = place(column);
  (void)parse_timestamp_utc_ns(trimmed(text(column)), {builder_.input().file, at.line, at.column},
                               name(column), builder_.input().diagnostics);
  return false;
}

std::size_t guess_rows(std::string_view text) {
  const std::string_view sample = text.substr(0, 1U << 16U);
  const auto lines = static_cast<std::size_t>(std::ranges::count(sample, '\n'));
  if (lines < 2) return 16;
  return text.size() / (sample.size() / lines) + 16;
}

}  // namespace podsim
