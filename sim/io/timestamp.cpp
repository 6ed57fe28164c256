#include "sim/io/timestamp.h"

#include <date/date.h>
#include <date/tz.h>
#include <fmt/format.h>

#include <chrono>
#include <exception>

namespace podsim {
namespace {

constexpr std::int64_t kNanosPerSecond = 1'000'000'000;
constexpr int kFirstYear = 1678;  // the years that fit into 64 bits of nanoseconds as a whole
constexpr int kLastYear = 2261;

enum class Trouble : std::uint8_t { None, Form, NoSuchTime, Zone, NoDatabase };

struct Stamp {
  Trouble trouble = Trouble::None;
  std::int64_t utc_ns = 0;
};

/// Reads the text from its start; every read says whether it found what it wanted.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool digits(std::size_t count, int& out) {
    if (rest_.size() < count) return false;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned digit = static_cast<unsigned char>(rest_[i]) - unsigned{'0'};
      if (digit > 9) return false;
      value = value * 10 + static_cast<int>(digit);
    }
    rest_.remove_prefix(count);
    out = value;
    return true;
  }
  bool symbol(char wanted) {
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  /// 1 to 9 digits as nanoseconds.
  bool fraction(std::int64_t& nanos) {
    std::int64_t scale = kNanosPerSecond;
    int digit = 0;
    while (scale > 1 && digits(1, digit)) {
      scale /= 10;
      nanos += digit * scale;
    }
    return scale < kNanosPerSecond;
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

struct Clock {
  int hour = 0;
  int minute = 0;
  int second = 0;
  std::int64_t nanos = 0;

  [[nodiscard]] bool valid() const { return hour < 24 && minute < 60 && second < 60; }
  [[nodiscard]] std::int64_t seconds() const {
    return std::int64_t{hour} * 3600 + std::int64_t{minute} * 60 + second;
  }
};

bool read_date(Cursor& cursor, date::year_month_day& out) {
  int year = 0;
  int month = 0;
  int day = 0;
  if (!cursor.digits(4, year) || !cursor.symbol('-') || !cursor.digits(2, month) ||
      !cursor.symbol('-') || !cursor.digits(2, day)) {
    return false;
  }
  out = date::year{year} / date::month{static_cast<unsigned>(month)} /
        date::day{static_cast<unsigned>(day)};
  return true;
}

bool read_clock(Cursor& cursor, Clock& out) {
  if (!cursor.digits(2, out.hour) || !cursor.symbol(':') || !cursor.digits(2, out.minute)) {
    return false;
  }
  if (!cursor.symbol(':')) return true;
  if (!cursor.digits(2, out.second)) return false;
  return !cursor.symbol('.') || cursor.fraction(out.nanos);
}

/// "+02:00" or "-0530" as seconds east.
bool read_offset(std::string_view text, std::int64_t& east) {
  Cursor cursor(text);
  const bool west = text.starts_with('-');
  int hours = 0;
  int minutes = 0;
  if (!cursor.symbol(west ? '-' : '+') || !cursor.digits(2, hours)) return false;
  (void)cursor.symbol(':');
  if (!cursor.digits(2, minutes) || !cursor.rest().empty() || hours > 14 || minutes > 59) {
    return false;
  }
  east = (std::int64_t{hours} * 3600 + std::int64_t{minutes} * 60) * (west ? -1 : 1);
  return true;
}

bool zone_database_there() {
  try {
    return date::locate_zone("Etc/UTC") != nullptr;
  } catch (const std::exception&) {
    return false;
  }
}

/// Seconds of local time in an IANA zone -> seconds east of UTC at that moment.
Trouble zone_offset(const std::string& zone, std::int64_t local_seconds, std::int64_t& east) {
  try {
    const date::time_zone* found = date::locate_zone(zone);
    const date::local_info info =
        found->get_info(date::local_seconds(std::chrono::seconds(local_seconds)));
    if (info.result == date::local_info::nonexistent) return Trouble::NoSuchTime;
    east = info.first.offset.count();
    return Trouble::None;
  } catch (const std::exception&) {
    return zone_database_there() ? Trouble::Zone : Trouble::NoDatabase;
  }
}

bool looks_like_zone(std::string_view text) {
  if (text.empty() || text.front() < 'A' || text.front() > 'z') return false;
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/_+-";
  return text.find_first_not_of(kLetters) == std::string_view::npos;
}

Stamp parse(std::string_view text) {
  Cursor cursor(text);
  date::year_month_day day{};
  if (!read_date(cursor, day)) return {Trouble::Form};
  Clock clock;
  if (!cursor.rest().empty()) {
    if (!cursor.symbol(' ') && !cursor.symbol('T')) return {Trouble::Form};
    if (!read_clock(cursor, clock)) return {Trouble::Form};
  }
  if (!day.ok() || !clock.valid() || int{day.year()} < kFirstYear || int{day.year()} > kLastYear) {
    return {Trouble::NoSuchTime};
  }
  const std::int64_t local =
      std::int64_t{date::sys_days(day).time_since_epoch().count()} * 86'400 + clock.seconds();
  (void)cursor.symbol(' ');
  const std::string_view zone = cursor.rest();
  std::int64_t east = 0;
  if (!zone.empty() && zone != "Z" && zone != "UTC" && !read_offset(zone, east)) {
    if (!looks_like_zone(zone)) return {Trouble::Form};
    const Trouble trouble = zone_offset(std::string(zone), local, east);
    if (trouble != Trouble::None) return {trouble};
  }
  return {Trouble::None, (local - east) * kNanosPerSecond + clock.nanos};
}

}  // namespace

std::optional<std::int64_t> parse_timestamp_utc_ns(std::string_view text) {
  const Stamp stamp = parse(text);
  if (stamp.trouble != Trouble::None) return std::nullopt;
  return stamp.utc_ns;
}

std::optional<std::int64_t> parse_timestamp_utc_ns(std::string_view text, const Mark& mark,
                                                   std::string_view what,
                                                   Diagnostics& diagnostics) {
  const Stamp stamp = parse(text);
  switch (stamp.trouble) {
    case Trouble::None:
      return stamp.utc_ns;
    case Trouble::Form:
      diagnostics.error("E-IO-010", mark, fmt::format("{}: '{}' is not a time stamp", what, text),
                        "write e.g. '2017-10-09 07:01:55', with 'Z', '+02:00' or "
                        "'Europe/Stockholm' behind it unless it is UTC");
      break;
    case Trouble::NoSuchTime:
      diagnostics.error("E-IO-011", mark, fmt::format("{}: there is no '{}'", what, text),
                        "the date, the hour or the year (1678 to 2261) does not exist");
      break;
    case Trouble::Zone:
      diagnostics.error("E-IO-012", mark, fmt::format("{}: unknown time zone in '{}'", what, text),
                        "write an IANA name such as 'Europe/Stockholm', or an offset");
      break;
    case Trouble::NoDatabase:
      diagnostics.error("E-IO-013", mark,
                        fmt::format("{}: '{}' needs the time zone database", what, text),
                        "install the package tzdata, or write an offset such as '+02:00'");
      break;
  }
  return std::nullopt;
}

std::string format_timestamp(std::int64_t utc_ns) {
  std::int64_t seconds = utc_ns / kNanosPerSecond;
  std::int64_t nanos = utc_ns % kNanosPerSecond;
  if (nanos < 0) {
    nanos += kNanosPerSecond;
    --seconds;
  }
  std::int64_t days = seconds / 86'400;
  std::int64_t rest = seconds % 86'400;
  if (rest < 0) {
    rest += 86'400;
    --days;
  }
  const date::year_month_day day{date::sys_days{date::days{days}}};
  std::string text =
      fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", int{day.year()}, unsigned{day.month()},
                  unsigned{day.day()}, rest / 3600, rest / 60 % 60, rest % 60);
  if (nanos > 0) {
    text += fmt::format(".{:09}", nanos);
    while (text.back() == '0') text.pop_back();
  }
  return text + " UTC";
}

}  // namespace podsim
