#include "sim/io/csv_writer.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "sim/core/check.h"
#include "sim/io/csv.h"

namespace podsim {
namespace {

std::string csv(const std::vector<Column>& columns) {
  std::ostringstream out;
  write_csv(out, columns);
  return out.str();
}

}  // namespace

TEST_CASE("CSV: quoting, shortest numbers, NaN is an empty field") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Column> columns{
      {"id", "", "", std::vector<std::int64_t>{-1, 2, 9007199254740993}},
      {"wait_s", "s", "", std::vector<double>{0.1, nan, 1e300}},
      {"a,b", "", "", std::vector<std::string>{"x", "say \"hi\", please", "two\nlines"}}};
  CHECK(csv(columns) ==
        "id,wait_s,\"a,b\"\n"
        "-1,0.1,x\n"
        "2,,\"say \"\"hi\"\", please\"\n"
        "9007199254740993,1e+300,\"two\nlines\"\n");
}

TEST_CASE("CSV: a long table reads back") {
  std::vector<std::string> texts;
  std::vector<double> reals;
  for (int i = 0; i < 20'000; ++i) {
    texts.push_back(i % 7 == 0 ? "a\"b" : "plain");
    reals.push_back(i / 3.0);
  }
  const std::string text = csv({{"t", "", "", texts}, {"r", "", "", reals}});
  CsvReader rows(text);
  REQUIRE(rows.next());
  std::size_t same = 0;
  for (std::size_t i = 0; rows.next(); ++i) {
    same += rows[0] == texts[i] && std::stod(std::string(rows[1])) == reals[i] ? 1 : 0;
  }
  CHECK(!rows.broken());
  CHECK(same == texts.size());
}

TEST_CASE("CSV: no rows, no columns, unequal columns") {
  CHECK(csv({}).empty());
  CHECK(csv({{"a", "", "", std::vector<double>{}}}) == "a\n");
  CHECK_THROWS_AS(
      csv({{"a", "", "", std::vector<double>{1.0}}, {"b", "", "", std::vector<double>{}}}),
      InvariantError);
}

}  // namespace podsim
