#include "sim/io/csv.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/io/numbers.h"

namespace podsim {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
constexpr std::uint64_t kLow = 0x7F7F7F7F7F7F7F7FULL;
constexpr std::size_t kWord = sizeof(std::uint64_t);

std::uint64_t load_word(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, kWord);
  return word;
}

/// The top bit of every byte of `word` that is zero, and no other bit.
std::uint64_t zero_bytes(std::uint64_t word) {
  return ~(((word & kLow) + kLow) | word | kLow);
}

std::uint64_t matches(std::uint64_t word, std::uint64_t pattern) {
  return zero_bytes(word ^ pattern);
}

}  // namespace

static_assert(std::endian::native == std::endian::little, "the word scan counts from the low byte");

CsvReader::CsvReader(std::string_view text, char separator)
    : at_(text.data()),
      end_(text.data() + text.size()),
      separators_(kOnes * static_cast<unsigned char>(separator)),
      separator_(separator) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) at_ += kByteOrderMark.size();
  fields_.resize(16);
}

void CsvReader::push(const char* start, std::string_view text) {
  if (count_ == fields_.size()) fields_.resize(fields_.size() * 2);
  fields_[count_++] = {text, start};
}

bool CsvReader::next() {
  while (read_row()) {
    const bool blank = count_ == 1 && *row_ != '"' && trimmed(fields_[0].text).empty();
    if (!blank) return true;
  }
  return false;
}

bool CsvReader::read_row() {
  line_ += lines_in_row_;
  lines_in_row_ = 1;
  count_ = 0;
  if (!unescaped_.empty()) unescaped_.clear();
  if (at_ == end_ || broken_) return false;
  row_ = at_;
  const char* field = at_;
  for (;;) {
    const char* mark = nullptr;
    if (field != end_ && *field == '"') {
      mark = read_quoted(field);
    } else {
      mark = find_mark(field);
      push(field, {field, static_cast<std::size_t>(mark - field)});
    }
    if (broken_ || mark == end_ || *mark == '\n') {
      end_row(mark);
      return true;
    }
    field = mark + 1;
  }
}

const char* CsvReader::find_mark(const char* from) const {
  while (static_cast<std::size_t>(end_ - from) >= kWord) {
    const std::uint64_t word = load_word(from);
    const std::uint64_t found = matches(word, separators_) | matches(word, kOnes * '\n');
    if (found != 0) return from + (std::countr_zero(found) >> 3);
    from += kWord;
  }
  while (from != end_ && *from != separator_ && *from != '\n') ++from;
  return from;
}

const char* CsvReader::read_quoted(const char* start) {
  const char* at = start + 1;
  bool doubled = false;
  for (;;) {
    const void* found = std::memchr(at, '"', static_cast<std::size_t>(end_ - at));
    if (found == nullptr) {
      broken_ = true;
      push(start, {start, static_cast<std::size_t>(end_ - start)});
      return end_;
    }
    at = static_cast<const char*>(found) + 1;
    if (at == end_ || *at != '"') break;
    doubled = true;
    ++at;
  }
  std::string_view text(start + 1, static_cast<std::size_t>(at - start - 2));
  lines_in_row_ += static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  if (doubled) {
    std::string& copy = unescaped_.emplace_back();
    for (std::size_t i = 0; i < text.size(); ++i) {
      copy += text[i];
      if (text[i] == '"') ++i;
    }
    text = copy;
  }
  push(start, text);
  if (at != end_ && *at == '\r' && (at + 1 == end_ || at[1] == '\n')) ++at;
  if (at != end_ && *at != separator_ && *at != '\n') broken_ = true;
  return at;
}

void CsvReader::end_row(const char* line_feed) {
  at_ = line_feed == end_ ? end_ : line_feed + 1;
  Field& last = fields_[count_ - 1];
  const bool quoted = last.text.data() != last.start;
  if (!quoted && last.text.ends_with('\r')) last.text.remove_suffix(1);
}

std::uint32_t CsvReader::line(std::size_t field) const {
  if (lines_in_row_ == 1) return line_;
  return line_ + static_cast<std::uint32_t>(std::count(row_, fields_[field].start, '\n'));
}

std::uint32_t CsvReader::column(std::size_t field) const {
  const char* start = fields_[field].start;
  const char* line_start = start;
  while (line_start != row_ && line_start[-1] != '\n') --line_start;
  return static_cast<std::uint32_t>(start - line_start) + 1;
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos && trimmed(text) == text) {
    return std::string(text);
  }
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace podsim
