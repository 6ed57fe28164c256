#include "sim/io/numbers.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <array>
#include <iterator>
#include <limits>

#include "sim/core/math.h"

namespace podsim {
namespace {

constexpr std::array<std::uint64_t, 20> kPowersOfTen = [] {
  std::array<std::uint64_t, 20> powers{};
  std::uint64_t power = 1;
  for (std::uint64_t& entry : powers) {
    entry = power;
    power *= 10;
  }
  return powers;
}();

constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr int kMaxDigits = 19;  // what 64 bits hold for sure

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
unsigned digit_of(char c) {
  return static_cast<unsigned char>(c) - unsigned{'0'};
}

/// A decimal number taken apart: mantissa * 10^exponent, plus how its cut-off digits round.
struct Decimal {
  std::uint64_t mantissa = 0;
  int exponent = 0;
};

/// Reads digits with at most one point; false when there is no digit.
bool read_mantissa(const char*& at, const char* end, Decimal& out) {
  bool any = false;
  bool point = false;
  int significant = 0;
  for (; at != end; ++at) {
    if (*at == '.' && !point) {
      point = true;
      continue;
    }
    const unsigned digit = digit_of(*at);
    if (digit > 9) break;
    any = true;
    if (significant < kMaxDigits) {
      out.mantissa = out.mantissa * 10 + digit;
      if (out.mantissa > 0) ++significant;
      if (point) --out.exponent;
    } else if (!point) {
      ++out.exponent;
    }
  }
  return any;
}

bool read_exponent(const char*& at, const char* end, Decimal& out) {
  ++at;
  const bool negative = at != end && *at == '-';
  if (at != end && (*at == '-' || *at == '+')) ++at;
  if (at == end) return false;
  int value = 0;
  for (; at != end; ++at) {
    const unsigned digit = digit_of(*at);
    if (digit > 9) return false;
    if (value < 10'000) value = value * 10 + static_cast<int>(digit);
  }
  out.exponent += negative ? -value : value;
  return true;
}

NumberTrouble scale(const Decimal& decimal, int decimals, bool negative, std::int64_t& out) {
  const int shift = decimal.exponent + decimals;
  std::uint64_t value = decimal.mantissa;
  if (shift > 0 && value > 0) {
    if (shift > kMaxDigits) return NumberTrouble::TooLarge;
    if (__builtin_mul_overflow(value, kPowersOfTen[static_cast<std::size_t>(shift)], &value)) {
      return NumberTrouble::TooLarge;
    }
  } else if (shift < -kMaxDigits) {
    value = 0;
  } else if (shift < 0) {
    const std::uint64_t power = kPowersOfTen[static_cast<std::size_t>(-shift)];
    const std::uint64_t rest = value % power;
    value = value / power + (rest >= power - rest ? 1 : 0);
  }
  if (value > kLargest) return NumberTrouble::TooLarge;
  out = negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
  return NumberTrouble::None;
}

/// What nearly every field is: at most 18 digits with at most one point, and no more decimals than
/// asked for. False leaves it to the careful way.
bool parse_plain(std::string_view text, int decimals, std::int64_t& out) {
  constexpr std::size_t kSafeLength = 19;  // 18 digits and a point
  if (text.empty() || text.size() > kSafeLength) return false;
  const char* at = text.data();
  const char* const end = at + text.size();
  std::uint64_t value = 0;
  unsigned digit = digit_of(*at);
  if (digit > 9) return false;
  do {
    value = value * 10 + digit;
    if (++at == end) break;
    digit = digit_of(*at);
  } while (digit <= 9);
  if (at != end) {
    if (*at != '.') return false;
    for (++at; at != end; ++at, --decimals) {
      digit = digit_of(*at);
      if (digit > 9 || decimals == 0) return false;
      value = value * 10 + digit;
    }
  }
  std::uint64_t scaled = 0;
  const std::uint64_t power = kPowersOfTen[static_cast<std::size_t>(decimals)];
  if (__builtin_mul_overflow(value, power, &scaled) || scaled > kLargest) return false;
  out = static_cast<std::int64_t>(scaled);
  return true;
}

NumberTrouble parse_careful(std::string_view text, int decimals, std::int64_t& out) {
  text = trimmed(text);
  const char* at = text.data();
  const char* end = at + text.size();
  const bool negative = at != end && *at == '-';
  if (at != end && (*at == '-' || *at == '+')) ++at;
  Decimal decimal;
  if (!read_mantissa(at, end, decimal)) return NumberTrouble::NotANumber;
  if (at != end && (*at == 'e' || *at == 'E') && !read_exponent(at, end, decimal)) {
    return NumberTrouble::NotANumber;
  }
  if (at != end) return NumberTrouble::NotANumber;
  return scale(decimal, decimals, negative, out);
}

}  // namespace

NumberTrouble parse_scaled(std::string_view text, int decimals, std::int64_t& out) {
  if (parse_plain(text, decimals, out)) return NumberTrouble::None;
  return parse_careful(text, decimals, out);
}

NumberTrouble parse_real(std::string_view text, double& out) {
  text = trimmed(text);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  if (text.empty()) return NumberTrouble::NotANumber;
  const char* end = text.data() + text.size();
  const auto result = fast_float::from_chars(text.data(), end, out);
  if (result.ec != std::errc{} || result.ptr != end) return NumberTrouble::NotANumber;
  // fast_float takes "inf" and "nan" as numbers, and turns 1e999 into infinity.
  if (math::is_finite(out)) return NumberTrouble::None;
  const char first = text.starts_with('-') ? text.substr(1).front() : text.front();
  return digit_of(first) <= 9 || first == '.' ? NumberTrouble::TooLarge : NumberTrouble::NotANumber;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

void append_scaled(std::string& out, std::int64_t value, int decimals) {
  const bool negative = value < 0;
  const std::uint64_t size =
      negative ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
  const std::uint64_t power = kPowersOfTen[static_cast<std::size_t>(decimals)];
  fmt::format_to(std::back_inserter(out), "{}{}", negative ? "-" : "", size / power);
  if (size % power == 0) return;
  fmt::format_to(std::back_inserter(out), ".{:0{}}", size % power, decimals);
  while (out.back() == '0') out.pop_back();
}

std::string format_scaled(std::int64_t value, int decimals) {
  std::string out;
  append_scaled(out, value, decimals);
  return out;
}

}  // namespace podsim
