#include "sim/io/csv_writer.h"

#include <fmt/format.h>

#include <iterator>
#include <ostream>
#include <string>

#include "sim/core/check.h"
#include "sim/io/csv.h"

namespace podsim {
namespace {

constexpr std::size_t kFlushBytes = std::size_t{64} << 10U;

void append_field(std::string& out, std::int64_t value) {
  fmt::format_to(std::back_inserter(out), "{}", value);
}

void append_field(std::string& out, double value) {
  if (value == value) fmt::format_to(std::back_inserter(out), "{}", value);
}

void append_field(std::string& out, const std::string& value) {
  out += csv_field(value);
}

std::size_t size_of(const Column& column) {
  return std::visit([](const auto& data) { return data.size(); }, column.data);
}

void flush(std::ostream& out, std::string& text) {
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  text.clear();
}

}  // namespace

void write_csv(std::ostream& out, std::span<const Column> columns) {
  if (columns.empty()) return;
  const std::size_t rows = size_of(columns.front());
  std::string text;
  for (const Column& column : columns) {
    SIM_CHECK(size_of(column) == rows, "column '{}': {} of {} rows", column.name, size_of(column),
              rows);
    if (!text.empty()) text += ',';
    text += csv_field(column.name);
  }
  text += '\n';
  for (std::size_t row = 0; row < rows; ++row) {
    for (const Column& column : columns) {
      if (&column != columns.data()) text += ',';
      std::visit([&](const auto& data) { append_field(text, data[row]); }, column.data);
    }
    text += '\n';
    if (text.size() >= kFlushBytes) flush(out, text);
  }
  flush(out, text);
}

}  // namespace podsim
