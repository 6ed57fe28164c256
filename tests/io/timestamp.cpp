#include "sim/io/timestamp.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "tests/io/findings.h"

namespace podsim {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

}  // namespace

TEST_CASE("a stamp without a zone is UTC") {
  // date -u -d '2017-10-09 07:01:55' +%s
  constexpr std::int64_t kExpected = 1'507'532'515 * kSecond;
  CHECK(parse_timestamp_utc_ns("2017-10-09 07:01:55") == kExpected);
  CHECK(parse_timestamp_utc_ns("2017-10-09T07:01:55") == kExpected);
  CHECK(parse_timestamp_utc_ns("2017-10-09T07:01:55Z") == kExpected);
  CHECK(parse_timestamp_utc_ns("2017-10-09 07:01:55 UTC") == kExpected);
  CHECK(parse_timestamp_utc_ns("1970-01-01") == 0);
  CHECK(parse_timestamp_utc_ns("1969-12-31 23:59:59") == -kSecond);
  CHECK(parse_timestamp_utc_ns("2000-02-29 12:30") == (951'782'400 + 45'000) * kSecond);
}

TEST_CASE("fractions are exact to the nanosecond") {
  CHECK(parse_timestamp_utc_ns("1970-01-01 00:00:00.5") == kSecond / 2);
  CHECK(parse_timestamp_utc_ns("1970-01-01 00:00:01.000000001Z") == kSecond + 1);
  CHECK(!parse_timestamp_utc_ns("1970-01-01 00:00:01."));
  CHECK(!parse_timestamp_utc_ns("1970-01-01 00:00:01.0000000001"));
}

TEST_CASE("offsets and zones") {
  constexpr std::int64_t kNoon = 12 * 3600 * kSecond;
  CHECK(parse_timestamp_utc_ns("1970-01-01 14:00:00+02:00") == kNoon);
  CHECK(parse_timestamp_utc_ns("1970-01-01 06:30:00 -05:30") == kNoon);
  CHECK(parse_timestamp_utc_ns("1970-01-01T14:00:00+0200") == kNoon);
  // KTH's log says UnixStartTime 843480031 for Mon Sep 23 14:00:31 CEST 1996.
  CHECK(parse_timestamp_utc_ns("1996-09-23 14:00:31 Europe/Stockholm") == 843'480'031 * kSecond);
  // Clocks went back at 03:00 CEST on 2021-10-31: 02:30 happened twice, the earlier one is meant.
  CHECK(parse_timestamp_utc_ns("2021-10-31 02:30:00 Europe/Stockholm") ==
        parse_timestamp_utc_ns("2021-10-31 00:30:00Z"));
  // and forward at 02:00 CET on 2021-03-28: 02:30 did not happen.
  CHECK(!parse_timestamp_utc_ns("2021-03-28 02:30:00 Europe/Stockholm"));
}

TEST_CASE("what is not a time stamp is refused") {
  for (const char* text : {"",
                           "20170328",
                           "2021-02-30",
                           "2021-13-01",
                           "2021-00-10",
                           "2021-01-00",
                           "2100-02-29",
                           "2021-01-01 24:00:00",
                           "2021-01-01 23:60:00",
                           "2021-01-01 23:59:60",
                           "2021-1-1",
                           "2021-01-01 ",
                           "2021-01-01 1:00:00",
                           "2021/01/01",
                           "2021-01-01 00:00:00 +25:00",
                           "2021-01-01 00:00:00 Nope/Zone",
                           "2021-01-01 00:00:00 ../../etc/passwd",
                           "1677-12-31",
                           "2262-01-01",
                           "1500000000",
                           " 2021-01-01",
                           "2021-01-01 00:00:00,5"}) {
    CAPTURE(text);
    CHECK(!parse_timestamp_utc_ns(text));
  }
}

TEST_CASE("each trouble has its code") {
  Diagnostics diagnostics;
  const Mark mark{nullptr, 3, 7};
  CHECK(!parse_timestamp_utc_ns("20170328", mark, "start", diagnostics));
  CHECK(!parse_timestamp_utc_ns("2021-02-30", mark, "start", diagnostics));
  CHECK(!parse_timestamp_utc_ns("2021-01-01 00:00:00 Nope/Zone", mark, "start", diagnostics));
  CHECK(parse_timestamp_utc_ns("1970-01-01", mark, "start", diagnostics) == 0);
  CHECK(findings(diagnostics) ==
        std::vector<std::string>{"E-IO-010 3:7", "E-IO-011 3:7", "E-IO-012 3:7"});
}

TEST_CASE("format_timestamp reads back exactly") {
  CHECK(format_timestamp(1'507'532'515 * kSecond) == "2017-10-09 07:01:55 UTC");
  CHECK(format_timestamp(-1) == "1969-12-31 23:59:59.999999999 UTC");
  CHECK(format_timestamp(kSecond / 2) == "1970-01-01 00:00:00.5 UTC");
  rc::check("stamp -> text -> stamp", [] {
    const auto ns =
        *rc::gen::inRange<std::int64_t>(-9'000'000'000 * kSecond, 9'000'000'000 * kSecond);
    RC_ASSERT(parse_timestamp_utc_ns(format_timestamp(ns)) == ns);
  });
}

}  // namespace podsim
