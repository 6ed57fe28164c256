// Inside of the trace readers: a CSV with a header, its values read with findings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/io/csv.h"
#include "sim/io/trace_build.h"

namespace podsim {

class CsvTable {
 public:
  static constexpr int kAbsent = -1;

  /// Takes the first row as the header, unless `columns` are given.
  explicit CsvTable(TraceBuilder& builder, const std::vector<std::string>& columns = {});

  [[nodiscard]] const std::vector<std::string>& header() const { return header_; }
  /// The index of a column; kAbsent where there is none.
  [[nodiscard]] int find(std::string_view name) const;
  /// The same, with finding E-TRC-005 where there is none.
  int require(std::string_view name);
  [[nodiscard]] TracePlace header_place(std::size_t column) const { return header_places_[column]; }

  /// Goes to the next row with the right number of fields; counts it.
  bool next();
  [[nodiscard]] std::uint32_t line() const { return rows_.line(); }
  [[nodiscard]] std::string_view text(int column) const {
    return column == kAbsent ? std::string_view() : rows_[static_cast<std::size_t>(column)];
  }
  [[nodiscard]] bool empty(int column) const { return trimmed(text(column)).empty(); }
  [[nodiscard]] std::string_view name(int column) const;
  [[nodiscard]] TracePlace place(int column) const;

  // Each returns false after a finding.
  bool seconds(int column, Duration& out);
  bool whole(int column, std::int64_t low, std::int64_t high, std::int64_t& out);
  bool scaled(int column, int decimals, std::int64_t high, std::string_view expected,
              std::int64_t& out);
  bool stamp(int column, std::int64_t& unix_ns);

 private:
  bool check_row();

  TraceBuilder& builder_;
  CsvReader rows_;
  std::vector<std::string> header_;
  std::vector<TracePlace> header_places_;
};

/// An estimate of the number of lines, for reserve().
std::size_t guess_rows(std::string_view text);

}  // namespace podsim
