// Calendar time stamps to nanoseconds of Unix time, strictly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/core/diagnostics.h"

namespace podsim {

/// Accepts "YYYY-MM-DD", "YYYY-MM-DD HH:MM[:SS[.fraction]]" with a blank or 'T' in the middle, and
/// behind it nothing, "Z", " UTC", "+hh:mm", "-hh:mm" or an IANA zone ("Europe/Stockholm").
/// **A stamp without a zone is read as UTC**; a date alone is its midnight. Up to 9 decimals.
/// In the hour that a zone's clock repeats, the earlier instant is meant. Refused: the hour that it
/// skips, dates that do not exist, leap seconds, years outside 1678..2261, "20170328".
std::optional<std::int64_t> parse_timestamp_utc_ns(std::string_view text);

/// The same with a finding at `mark`: E-IO-010 not a time stamp, 011 no such date or time,
/// 012 unknown zone, 013 the machine has no time zone database.
std::optional<std::int64_t> parse_timestamp_utc_ns(std::string_view text, const Mark& mark,
                                                   std::string_view what, Diagnostics& diagnostics);

/// "2017-10-09 07:01:55 UTC", with as many decimals as are needed; reads back exactly.
std::string format_timestamp(std::int64_t utc_ns);

}  // namespace podsim
