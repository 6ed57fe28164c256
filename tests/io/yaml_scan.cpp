#include "sim/io/yaml_scan.h"

#include <doctest/doctest.h>

#include <string>

namespace podsim {
namespace {

std::string repeat(std::string_view part, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += part;
  return out;
}

}  // namespace

TEST_CASE("depth counts brackets, chains and indentation") {
  CHECK(find_too_deep(repeat("[", 64), 64) == std::nullopt);
  CHECK(find_too_deep(repeat("[", 65), 64) == 64);
  CHECK(find_too_deep(repeat("- ", 65) + "x", 64) == 130);
  CHECK(find_too_deep(repeat("? ", 65) + "x", 64) == 130);
  CHECK(find_too_deep("a: " + repeat("{b: ", 70), 64));
  std::string stairs;
  for (std::size_t i = 0; i < 66; ++i) stairs += std::string(i, ' ') + "k:\n";
  CHECK(find_too_deep(stairs, 64));
  CHECK(!find_too_deep(stairs, 65));
}

TEST_CASE("brackets in quotes, comments, plain text and block scalars do not count") {
  const std::string open = repeat("[{", 100);
  CHECK(!find_too_deep("a: '" + open + "'\nb: [1]\n", 64));
  CHECK(!find_too_deep("a: 'it''s " + open + "'\nb: [1]\n", 64));
  CHECK(!find_too_deep("a: \"\\\"" + open + "\"\n", 64));
  CHECK(!find_too_deep("a: 1 # " + open + "\n# " + open + "\nb: 2\n", 64));
  CHECK(!find_too_deep("a: see " + open + "\n", 64));
  CHECK(!find_too_deep("a: |\n  " + open + "\n\n  " + open + "\nb: >-\n  " + open + "\n", 64));
  CHECK(!find_too_deep("- |\n " + open + "\n- x\n", 64));
  CHECK(!find_too_deep("a: [1, # " + open + "\n 2, '" + open + "']\nb: 1\n", 64));
  CHECK(!find_too_deep("a: [x]\nb: [y]\n" + repeat("- [z]\n", 1000), 64));
}

TEST_CASE("what follows a quoted text, a comment or a block scalar counts again") {
  const std::string deep = repeat("[", 65);
  CHECK(find_too_deep("a: '['\nb: " + deep, 64));
  CHECK(find_too_deep("a: |\n  [\nb: " + deep, 64));
  CHECK(find_too_deep("a: # [\n  " + deep, 64));
  CHECK(find_too_deep("a: &x " + deep, 64));
  CHECK(find_too_deep("a: !t " + deep, 64));
}

TEST_CASE("text is UTF-8 without control characters") {
  CHECK(find_non_text("plain\ttext\r\n") == std::nullopt);
  CHECK(find_non_text("K\xC3\xB6ln \xE2\x82\xAC \xF0\x9F\x98\x80") == std::nullopt);
  CHECK(find_non_text(std::string_view("a\0b", 3)) == 1);
  CHECK(find_non_text("a\x1b[0m") == 1);
  CHECK(find_non_text("K\xF6ln") == 1);           // Latin-1
  CHECK(find_non_text("\xC0\xAF") == 0);          // overlong
  CHECK(find_non_text("\xED\xA0\x80") == 0);      // surrogate
  CHECK(find_non_text("\xF4\x90\x80\x80") == 0);  // beyond Unicode
  CHECK(find_non_text("ab\xE2\x82") == 2);        // cut off
  CHECK(find_non_utf8("a\x1b\xC3") == 2);
}

TEST_CASE("places are 1-based") {
  CHECK(place_of("ab\ncd", 0).line == 1);
  CHECK(place_of("ab\ncd", 4).line == 2);
  CHECK(place_of("ab\ncd", 4).column == 2);
}

}  // namespace podsim
