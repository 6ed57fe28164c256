#include <doctest/doctest.h>

#include <random>

#include "sim/core/check.h"
#include "sim/io/bytes.h"
#include "sim/io/result_reader.h"
#include "sim/io/result_writer.h"
#include "tests/io/findings.h"
#include "tests/io/result_case.h"

namespace podsim {
namespace {

void check_same(const MetricList& found, const MetricList& wanted) {
  REQUIRE(found.entries().size() == wanted.entries().size());
  for (std::size_t i = 0; i < wanted.entries().size(); ++i) {
    CHECK(found.entries()[i].path == wanted.entries()[i].path);
    CHECK(found.entries()[i].value == wanted.entries()[i].value);
  }
}

void check_same(const std::vector<Column>& found, const std::vector<Column>& wanted) {
  REQUIRE(found.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CHECK(found[i].name == wanted[i].name);
    CHECK(found[i].unit == wanted[i].unit);
    CHECK(found[i].doc == wanted[i].doc);
    CHECK(found[i].data == wanted[i].data);
  }
}

std::string bytes_of(const std::string& path) {
  Diagnostics diagnostics;
  const auto bytes = read_input(path, diagnostics);
  return bytes ? std::string(bytes->text()) : diagnostics.to_string();
}

}  // namespace

TEST_CASE("a result reads back as it was written") {
  const TempFolder folder("result");
  Diagnostics diagnostics;
  REQUIRE_MESSAGE(write_example(folder.file("r.h5"), diagnostics), diagnostics.to_string());
  auto result = ResultReader::open(folder.file("r.h5"), diagnostics);
  REQUIRE_MESSAGE(result, diagnostics.to_string());
  check_same(result->meta(), meta_example());
  check_same(result->summary(), summary_example());
  CHECK(result->scenario() == "run:\n  seed: 42  # Jörg\n");
  CHECK(result->table_names() == std::vector<std::string>{"jobs", "empty"});
  const auto jobs = result->read_table("jobs", diagnostics);
  REQUIRE(jobs);
  check_same(*jobs, jobs_example());
  const auto empty = result->read_table("empty", diagnostics);
  REQUIRE(empty);
  CHECK(empty->size() == 2);
  CHECK(diagnostics.findings().empty());
}

TEST_CASE("series: only what was sampled, with entities and whole nanoseconds") {
  const TempFolder folder("series");
  Diagnostics diagnostics;
  REQUIRE(write_example(folder.file("r.h5"), diagnostics));
  auto result = ResultReader::open(folder.file("r.h5"), diagnostics);
  REQUIRE(result);
  CHECK(result->has_series(Metric::JobsWaiting));
  CHECK(!result->has_series(Metric::ItPower));
  const auto series = result->read_series(Metric::AcceleratorsAllocated, diagnostics);
  REQUIRE(series);
  CHECK(series->entity == std::vector<std::uint32_t>{1, 0});
  CHECK(series->time == std::vector<SimTime>{at_ns(1), at_ns(3'000'000'001)});
  CHECK(series->value == std::vector<double>{8.0, 4.5});
  CHECK(series->entity_names == std::vector<std::string>{"h100", "b200"});
  CHECK(result->read_series(Metric::JobsWaiting, diagnostics)->entity_names ==
        std::vector<std::string>{"fleet"});
  CHECK(findings(diagnostics).empty());
  CHECK(!result->read_series(Metric::ItPower, diagnostics));
  CHECK(!result->read_table("requests", diagnostics));
  CHECK(findings(diagnostics) == std::vector<std::string>{"E-IO-106 0:0", "E-IO-106 0:0"});
}

TEST_CASE("placements: one row a call, also beyond 32-bit accelerators and the buffer") {
  for (const std::int64_t rows : {1, 40'000}) {
    CAPTURE(rows);
    const TempFolder folder("placements");
    Diagnostics diagnostics;
    const auto writer = ResultWriter::create(folder.file("r.h5"), {"h100"}, diagnostics);
    REQUIRE(writer);
    for (std::int64_t i = 0; i < rows; ++i) {
      writer->held(JobId{static_cast<std::size_t>(i)}, NodeId{7U},
                   (std::uint64_t{1} << 33U) + 8U * static_cast<std::uint64_t>(i), 8);
    }
    writer->write_meta(meta_example());
    writer->write_scenario("run: {}");
    writer->write_summary(summary_example());
    REQUIRE_MESSAGE(writer->close(diagnostics), diagnostics.to_string());
    auto result = ResultReader::open(folder.file("r.h5"), diagnostics);
    REQUIRE_MESSAGE(result, diagnostics.to_string());
    const auto columns = result->read_table("placements", diagnostics);
    REQUIRE(columns);
    REQUIRE(columns->size() == 4);
    CHECK((*columns)[2].name == "first");
    const auto& first = std::get<std::vector<std::int64_t>>((*columns)[2].data);
    CHECK(static_cast<std::int64_t>(first.size()) == rows);
    CHECK(first.back() == (std::int64_t{1} << 33) + 8 * (rows - 1));
    const auto& node = std::get<std::vector<std::int64_t>>((*columns)[1].data);
    CHECK(node.back() == 7);
  }
}

TEST_CASE("series longer than a buffer, at its edges") {
  const TempFolder folder("long");
  for (const std::size_t count : {16'383U, 16'384U, 16'385U, 100'000U}) {
    Diagnostics diagnostics;
    const auto writer = ResultWriter::create(folder.file("r.h5"), {"a"}, diagnostics);
    REQUIRE(writer);
    for (std::size_t i = 0; i < count; ++i) {
      writer->sample(Metric::ItPower, 0, at_ns(static_cast<std::int64_t>(i) * 1'000'000'007),
                     static_cast<double>(i % 97));
    }
    writer->write_scenario("");
    REQUIRE(writer->close(diagnostics));
    auto result = ResultReader::open(folder.file("r.h5"), diagnostics);
    REQUIRE(result);
    const auto series = result->read_series(Metric::ItPower, diagnostics);
    REQUIRE(series);
    REQUIRE(series->time.size() == count);
    std::size_t same = 0;
    for (std::size_t i = 0; i < count; ++i) {
      same += series->time[i] == at_ns(static_cast<std::int64_t>(i) * 1'000'000'007) &&
                      series->value[i] == static_cast<double>(i % 97)
                  ? 1
                  : 0;
    }
    CHECK(same == count);
  }
}

TEST_CASE("a large table reads back, and texts of few values take little room") {
  const TempFolder folder("large");
  std::mt19937_64 random(1);
  constexpr std::size_t kRows = 200'000;
  std::vector<std::int64_t> whole;
  std::vector<std::string> states;
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < kRows; ++i) {
    whole.push_back(static_cast<std::int64_t>(random() >> 44U));
    states.emplace_back(random() % 20 == 0 ? "failed" : "completed");
    reasons.push_back(random() % 50 == 0 ? std::string(300, 'r') : "");
  }
  const std::vector<Column> columns{
      {"n", "1", "", whole}, {"state", "", "", states}, {"reason", "", "", reasons}};
  Diagnostics diagnostics;
  const auto writer = ResultWriter::create(folder.file("r.h5"), {"a"}, diagnostics);
  REQUIRE(writer);
  writer->write_scenario("");
  writer->write_table("jobs", columns);
  REQUIRE(writer->close(diagnostics));
  CHECK(std::filesystem::file_size(folder.file("r.h5")) < 1'500'000);
  auto result = ResultReader::open(folder.file("r.h5"), diagnostics);
  REQUIRE(result);
  const auto table = result->read_table("jobs", diagnostics);
  REQUIRE_MESSAGE(table, diagnostics.to_string());
  check_same(*table, columns);
}

TEST_CASE("a long text in a long table does not pad the others") {
  const TempFolder folder("texts");
  std::vector<std::string> texts(3000, "short");
  texts[7] = std::string(100'000, 'x');
  Diagnostics diagnostics;
  const auto writer = ResultWriter::create(folder.file("r.h5"), {"a"}, diagnostics);
  REQUIRE(writer);
  writer->write_scenario("");
  const std::vector<Column> columns{{"t", "", "", texts}};
  writer->write_table("jobs", columns);
  REQUIRE(writer->close(diagnostics));
  auto result = ResultReader::open(folder.file("r.h5"), diagnostics);
  REQUIRE(result);
  const auto table = result->read_table("jobs", diagnostics);
  REQUIRE(table);
  check_same(*table, columns);
}

TEST_CASE("the same run gives the same bytes") {
  const TempFolder folder("same");
  Diagnostics diagnostics;
  REQUIRE(write_example(folder.file("one.h5"), diagnostics));
  REQUIRE(write_example(folder.file("another-name.h5"), diagnostics));
  const std::string bytes = bytes_of(folder.file("one.h5"));
  CHECK(bytes == bytes_of(folder.file("another-name.h5")));
  CHECK(bytes.size() > 1000);
}

TEST_CASE("unequal columns, and one called like its table, are broken invariants") {
  const TempFolder folder("unequal");
  Diagnostics diagnostics;
  const auto writer = ResultWriter::create(folder.file("r.h5"), {"a"}, diagnostics);
  REQUIRE(writer);
  const std::vector<Column> unequal{{"a", "", "", std::vector<double>{1.0}},
                                    {"b", "", "", std::vector<double>{}}};
  CHECK_THROWS_AS(writer->write_table("t", unequal), InvariantError);
  const std::vector<Column> clash{{"u", "", "", std::vector<double>{1.0}}};
  CHECK_THROWS_AS(writer->write_table("u", clash), InvariantError);
}

}  // namespace podsim
