// A reader of delimited text (RFC 4180 with CRLF or LF) that copies nothing it need not copy.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace podsim {

/// Walks over the rows of a text. Fields are views into it, valid until the next row.
///
///   CsvReader rows(text);
///   while (rows.next()) use(rows[0], rows[1]);
///   if (rows.broken()) ...  // a quote that is never closed
class CsvReader {
 public:
  explicit CsvReader(std::string_view text, char separator = ',');

  /// Goes to the next row that is not blank; false at the end.
  bool next();

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::string_view operator[](std::size_t field) const { return fields_[field].text; }
  /// 1-based line on which the row starts.
  [[nodiscard]] std::uint32_t line() const { return line_; }
  /// 1-based byte column of a field, on its line.
  [[nodiscard]] std::uint32_t column(std::size_t field) const;
  /// The line of a field, which is line() unless quoted fields before it span lines.
  [[nodiscard]] std::uint32_t line(std::size_t field) const;
  /// A quoted field that is not closed, or has text behind its closing quote, ended the reading;
  /// it is the last field of the row, which next() still returned.
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  struct Field {
    std::string_view text;
    const char* start;  // where it stands, the quote included
  };

  void push(const char* start, std::string_view text);
  bool read_row();
  /// The separator or line feed at or behind `from`, or the end.
  [[nodiscard]] const char* find_mark(const char* from) const;
  /// Pushes the field and returns what stands behind its closing quote.
  const char* read_quoted(const char* start);
  void end_row(const char* line_feed);

  const char* at_;
  const char* end_;
  const char* row_ = nullptr;
  std::uint64_t separators_;  // the separator in all 8 bytes
  char separator_;
  bool broken_ = false;
  std::uint32_t line_ = 0;
  std::uint32_t lines_in_row_ = 1;
  std::size_t count_ = 0;
  std::vector<Field> fields_;
  std::deque<std::string> unescaped_;  // fields with "" in them
};

/// `text` as a CSV field: quoted when it has to be.
std::string csv_field(std::string_view text);

}  // namespace podsim
