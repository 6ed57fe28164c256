#include "sim/io/csv.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

namespace podsim {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows read(std::string_view text, char separator = ',') {
  CsvReader reader(text, separator);
  Rows rows;
  while (reader.next()) {
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < reader.size(); ++i) row.emplace_back(reader[i]);
  }
  return rows;
}

}  // namespace

TEST_CASE("rows and fields") {
  CHECK(read("a,b\n1,2\n") == Rows{{"a", "b"}, {"1", "2"}});
  CHECK(read("a,b\r\n1,2\r\n") == Rows{{"a", "b"}, {"1", "2"}});
  CHECK(read("a,b\n1,2") == Rows{{"a", "b"}, {"1", "2"}});
  CHECK(read("a,\n,b\n,") == Rows{{"a", ""}, {"", "b"}, {"", ""}});
  CHECK(read("\xEF\xBB\xBF"
             "a,b\n") == Rows{{"a", "b"}});
  CHECK(read("a;b\n", ';') == Rows{{"a", "b"}});
  CHECK(read("").empty());
  CHECK(read("a long field indeed,another one\nx,a third field\n") ==
        Rows{{"a long field indeed", "another one"}, {"x", "a third field"}});
}

TEST_CASE("blank lines are no rows, but count as lines") {
  CsvReader reader("\n \t\r\na,b\n\n\nc,d\n\n");
  REQUIRE(reader.next());
  CHECK(reader.line() == 3);
  REQUIRE(reader.next());
  CHECK(reader.line() == 6);
  CHECK(reader[0] == "c");
  CHECK(!reader.next());
}

TEST_CASE("quoted fields") {
  CHECK(read("\"a,b\",c\n") == Rows{{"a,b", "c"}});
  CHECK(read("\"say \"\"hi\"\"\",\"\"\"\"\n") == Rows{{"say \"hi\"", "\""}});
  CHECK(read("\"\",\"\"") == Rows{{"", ""}});
  CHECK(read("\"two\nlines\",x\r\ny,\"z\"\r\n") == Rows{{"two\nlines", "x"}, {"y", "z"}});
  CHECK(read("5\" disk,x\n") == Rows{{"5\" disk", "x"}});
  CHECK(read("\"\"\n\"\"\n") == Rows{{""}, {""}});
}

TEST_CASE("places count embedded lines") {
  CsvReader reader("h\n\"two\nlines\", x,\"y\"\nnext,1\n");
  REQUIRE(reader.next());
  REQUIRE(reader.next());
  CHECK(reader.line() == 2);
  CHECK(reader.line(1) == 3);
  CHECK(reader.column(0) == 1);
  CHECK(reader.column(1) == 8);
  CHECK(reader.column(2) == 11);
  REQUIRE(reader.next());
  CHECK(reader.line() == 4);
  CHECK(reader.column(1) == 6);
}

TEST_CASE("broken quotes end the reading at their field") {
  for (const char* text : {"a,\"b\nc,d\n", "a,\"b\"x,c\nd,e\n"}) {
    CsvReader reader(text);
    REQUIRE(reader.next());
    CHECK(reader.broken());
    CHECK(reader.size() == 2);
    CHECK(reader.column(1) == 3);
    CHECK(!reader.next());
  }
}

TEST_CASE("csv_field quotes what has to be quoted") {
  CHECK(csv_field("plain") == "plain");
  CHECK(csv_field("a,b") == "\"a,b\"");
  CHECK(csv_field("say \"hi\"") == "\"say \"\"hi\"\"\"");
  CHECK(csv_field(" x") == "\" x\"");
}

TEST_CASE("any table reads back") {
  rc::check("fields -> text -> fields", [] {
    const auto letter = rc::gen::elementOf(std::string("ab1,\"\n\r \t;"));
    const auto width = *rc::gen::inRange<std::size_t>(2, 6);
    const auto field = rc::gen::container<std::string>(letter);
    const auto row = rc::gen::container<std::vector<std::string>>(width, field);
    const auto rows = *rc::gen::container<Rows>(row);
    std::string text;
    for (const auto& fields : rows) {
      for (std::size_t i = 0; i < width; ++i) text += (i > 0 ? "," : "") + csv_field(fields[i]);
      text += '\n';
    }
    RC_ASSERT(read(text) == rows);
  });
}

}  // namespace podsim
