#include "sim/io/numbers.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <limits>
#include <string>

namespace podsim {
namespace {

constexpr std::int64_t kBad = -123'456;

std::int64_t scaled(std::string_view text, int decimals) {
  std::int64_t out = 0;
  return parse_scaled(text, decimals, out) == NumberTrouble::None ? out : kBad;
}

NumberTrouble trouble(std::string_view text, int decimals) {
  std::int64_t out = 0;
  return parse_scaled(text, decimals, out);
}

}  // namespace

TEST_CASE("decimals become integers without a detour through a double") {
  CHECK(scaled("0", 9) == 0);
  CHECK(scaled("66.0", 9) == 66'000'000'000);
  CHECK(scaled("0.1", 9) == 100'000'000);
  CHECK(scaled("487.661836", 9) == 487'661'836'000);
  CHECK(scaled("9007199254.740993", 9) == 9'007'199'254'740'993'000);  // 2^53 + 1 microseconds
  CHECK(scaled("0.46", 3) == 460);
  CHECK(scaled("1.5e3", 9) == 1'500'000'000'000);
  CHECK(scaled("25e-1", 3) == 2500);
  CHECK(scaled("-2.5", 1) == -25);
  CHECK(scaled("+7", 0) == 7);
  CHECK(scaled(" 7\r", 0) == 7);
  CHECK(scaled(".5", 3) == 500);
  CHECK(scaled("5.", 3) == 5000);
  CHECK(scaled("00000000000000000000000000000012", 0) == 12);
  CHECK(scaled("0.00000000000000000000000000000012", 9) == 0);
}

TEST_CASE("what does not fit is rounded to the nearest") {
  CHECK(scaled("0.0000000004", 9) == 0);
  CHECK(scaled("0.0000000005", 9) == 1);
  CHECK(scaled("-0.0000000015", 9) == -2);
  CHECK(scaled("1.9999999999999999999999", 9) == 2'000'000'000);
}

TEST_CASE("what is too large is said so") {
  CHECK(scaled("9223372036854775807", 0) == std::numeric_limits<std::int64_t>::max());
  CHECK(trouble("9223372036854775808", 0) == NumberTrouble::TooLarge);
  CHECK(trouble("9223372037", 9) == NumberTrouble::TooLarge);
  CHECK(trouble("1e400", 9) == NumberTrouble::TooLarge);
  CHECK(scaled("0e400", 9) == 0);
  CHECK(trouble("99999999999999999999999999", 0) == NumberTrouble::TooLarge);
}

TEST_CASE("what is no number is said so") {
  for (const char* text :
       {"",   " ",   "-",   "+",     ".",   "-.", "nan", "inf", "-inf",  "0x10",
        "1e", "1e+", "1,5", "1.2.3", "1 2", "5s", "--5", "+-5", "1e5.5", "\xEF\xBC\x91"}) {
    CAPTURE(text);
    CHECK(trouble(text, 9) == NumberTrouble::NotANumber);
    double real = 0.0;
    CHECK(parse_real(text, real) == NumberTrouble::NotANumber);
  }
}

TEST_CASE("real numbers are finite") {
  double value = 0.0;
  CHECK(parse_real(" 0.25 ", value) == NumberTrouble::None);
  CHECK(value == 0.25);
  CHECK(parse_real("-1e-3", value) == NumberTrouble::None);
  CHECK(value == -1e-3);
  CHECK(parse_real("1e999", value) == NumberTrouble::TooLarge);
}

TEST_CASE("format_scaled reads back exactly") {
  CHECK(format_scaled(460, 3) == "0.46");
  CHECK(format_scaled(-1'500'000'000, 9) == "-1.5");
  CHECK(format_scaled(7, 0) == "7");
  rc::check("integer -> text -> integer", [](std::int64_t value) {
    for (const int decimals : {0, 3, 9}) {
      if (value == std::numeric_limits<std::int64_t>::min()) continue;
      RC_ASSERT(scaled(format_scaled(value, decimals), decimals) == value);
    }
  });
}

}  // namespace podsim
