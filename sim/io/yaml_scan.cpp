#include "sim/io/yaml_scan.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace podsim {
namespace {

/// Length of the UTF-8 sequence at `at`; 0 when it is malformed, overlong or a surrogate.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return tail(1) ? 2 : 0;
  if (lead >= 0xE0 && lead < 0xF0) {
    if (!tail(1) || !tail(2)) return 0;
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  if (lead >= 0xF0 && lead < 0xF5) {
    if (!tail(1) || !tail(2) || !tail(3)) return 0;
    const bool overlong = lead == 0xF0 && byte(1) < 0x90;
    const bool beyond = lead == 0xF4 && byte(1) >= 0x90;
    return overlong || beyond ? 0 : 4;
  }
  return 0;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 ? byte != '\t' && byte != '\n' && byte != '\r' : byte == 0x7F;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// Follows the shape of the text: columns of open block collections, and open brackets.
class DepthScan {
 public:
  DepthScan(std::string_view text, int limit)
      : text_(text), limit_(static_cast<std::size_t>(limit)) {}

  std::optional<std::size_t> run() {
    while (at_ < text_.size() && !too_deep_) {
      if (brackets_ > 0) {
        flow();
      } else {
        block_line();
      }
    }
    return too_deep_;
  }

 private:
  [[nodiscard]] bool more() const { return at_ < text_.size(); }
  [[nodiscard]] char here() const { return text_[at_]; }
  /// An indicator counts only with a blank, or nothing, behind it.
  [[nodiscard]] bool blank_at(std::size_t offset) const {
    return offset >= text_.size() || text_[offset] == '\n' || is_blank(text_[offset]);
  }
  [[nodiscard]] std::size_t line_end() const {
    const void* found = std::memchr(text_.data() + at_, '\n', text_.size() - at_);
    return found == nullptr
               ? text_.size()
               : static_cast<std::size_t>(static_cast<const char*>(found) - text_.data());
  }
  void skip_line() { at_ = std::min(line_end() + 1, text_.size()); }
  void skip_blanks() {
    while (more() && is_blank(here())) ++at_;
  }
  void note() {
    // One more, because the innermost column may be that of a scalar.
    if (columns_.size() + brackets_ > limit_ + 1 && !too_deep_) too_deep_ = at_;
  }

  /// Everything from the start of a line to its end, or to a bracket that stays open.
  void block_line() {
    const std::size_t start = at_;
    while (more() && here() == ' ') ++at_;
    if (!more() || here() == '\n' || here() == '\r' || here() == '#') return skip_line();
    std::size_t column = at_ - start;
    while (!columns_.empty() && columns_.back() > column) columns_.pop_back();
    open_column(column);
    while (more() && (here() == '-' || here() == '?' || here() == ':') && blank_at(at_ + 1)) {
      ++at_;
      skip_blanks();
      if (!more() || here() == '\n' || here() == '#') return skip_line();
      column = at_ - start;
      open_column(column);
      if (too_deep_) return;
    }
    values(start, column, true);
  }

  void open_column(std::size_t column) {
    if (columns_.empty() || columns_.back() < column) columns_.push_back(column);
    note();
  }

  /// The rest of a block line: a scalar, or a key and a value.
  void values(std::size_t line_start, std::size_t column, bool token_start) {
    while (more() && here() != '\n') {
      const char c = here();
      if (is_blank(c)) {
        ++at_;
      } else if (c == '#' && (at_ == 0 || is_blank(text_[at_ - 1]))) {
        return skip_line();
      } else if (token_start && (c == '"' || c == '\'')) {
        quoted(c);
        token_start = false;
      } else if (token_start && (c == '[' || c == '{')) {
        return flow();
      } else if (token_start && (c == '|' || c == '>')) {
        return block_scalar(column, at_ - line_start == column);
      } else if (token_start && (c == '&' || c == '!')) {
        while (more() && !blank_at(at_)) ++at_;  // an anchor or tag: the token is still to come
      } else {
        token_start = c == ':' && blank_at(at_ + 1);
        ++at_;
      }
    }
    if (more()) ++at_;
  }

  void quoted(char quote) {
    ++at_;
    while (more()) {
      const char c = here();
      ++at_;
      if (c == '\\' && quote == '"' && more()) {
        ++at_;
      } else if (c == quote) {
        if (quote == '"' || !more() || here() != '\'') return;
        ++at_;
      }
    }
  }

  /// Skips the lines that are blank or deeper than what the '|' belongs to: its key's column, or,
  /// without a key on the line ("- |"), the next column to the left.
  void block_scalar(std::size_t column, bool without_key) {
    skip_line();
    if (without_key && columns_.size() > 1) column = columns_[columns_.size() - 2];
    while (more()) {
      std::size_t first = at_;
      while (first < text_.size() && text_[first] == ' ') ++first;
      const bool blank = first >= text_.size() || text_[first] == '\n' || text_[first] == '\r';
      if (!blank && first - at_ <= column) return;
      skip_line();
    }
  }

  /// Inside brackets, until the last one closes.
  void flow() {
    bool token_start = true;
    do {
      const char c = here();
      if (token_start && (c == '"' || c == '\'')) {
        quoted(c);
        token_start = false;
        continue;
      }
      if (c == '#' && (at_ == 0 || is_blank(text_[at_ - 1]) || text_[at_ - 1] == '\n')) {
        skip_line();
        continue;
      }
      if (c == '[' || c == '{') {
        ++brackets_;
        note();
        if (too_deep_) return;
        token_start = true;
      } else if (c == ']' || c == '}') {
        --brackets_;
        token_start = false;
      } else if (!is_blank(c) && c != '\n') {
        token_start = c == ',' || c == ':' || (c == '?' && token_start);
      }
      ++at_;
    } while (more() && brackets_ > 0);
    if (brackets_ == 0 && more()) values(at_, columns_.empty() ? 0 : columns_.back(), false);
  }

  std::string_view text_;
  std::size_t limit_;
  std::size_t at_ = 0;
  std::vector<std::size_t> columns_;
  std::size_t brackets_ = 0;
  std::optional<std::size_t> too_deep_;
};

}  // namespace

std::optional<std::size_t> find_non_text(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_control(text[at])) return at;
    const std::size_t length = utf8_length(text, at);
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

std::optional<std::size_t> find_non_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

std::optional<std::size_t> find_too_deep(std::string_view text, int limit) {
  return DepthScan(text, limit).run();
}

TextPlace place_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  TextPlace place;
  place.line += static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
  place.column +=
      static_cast<std::uint32_t>(newline == std::string_view::npos ? offset : offset - newline - 1);
  return place;
}

}  // namespace podsim
