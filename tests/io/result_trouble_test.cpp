// Results that cannot be written or read.
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "sim/io/bytes.h"
#include "sim/io/result_reader.h"
#include "sim/io/result_writer.h"
#include "tests/io/findings.h"
#include "tests/io/result_case.h"

namespace podsim {
namespace {

using Codes = std::vector<std::string>;

bool exists(const std::string& path) {
  return std::filesystem::exists(path);
}

Codes open_findings(const std::string& path) {
  Diagnostics diagnostics;
  CHECK(!ResultReader::open(path, diagnostics));
  for (const Diagnostic& finding : diagnostics.findings()) CHECK(*finding.mark.file == path);
  return findings(diagnostics);
}

Codes create_findings(const std::string& path) {
  Diagnostics diagnostics;
  CHECK(!ResultWriter::create(path, {"a"}, diagnostics));
  return findings(diagnostics);
}

/// Files beyond `bytes` cannot grow while this lives: a full disk for one process.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
    const rlimit now{bytes, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &now) == 0);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    (void)::setrlimit(RLIMIT_FSIZE, &before_);
    (void)std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

void write_versions(const std::string& path, const char* format, std::int64_t version) {
  hdf5::File file = hdf5::File::create(path);
  file.write_attribute(file.root(), "format", format);
  file.write_attribute(file.root(), "format_version", version);
  REQUIRE(file.close());
}

}  // namespace

TEST_CASE("until it is closed, a result does not touch its final name") {
  const TempFolder folder("draft");
  const std::string path = folder.file("r.h5");
  Diagnostics diagnostics;
  REQUIRE(write_example(path, diagnostics));
  const auto before = std::filesystem::file_size(path);
  {
    const auto writer = ResultWriter::create(path, {"a"}, diagnostics);
    REQUIRE(writer);
    CHECK(exists(path + ".part"));
    writer->sample(Metric::ItPower, 0, at_ns(0), 1.0);
  }
  CHECK(!exists(path + ".part"));
  CHECK(std::filesystem::file_size(path) == before);
}

TEST_CASE("a killed run leaves no result, and the next run is not hindered") {
  const TempFolder folder("killed");
  const std::string path = folder.file("r.h5");
  const pid_t child = ::fork();
  if (child == 0) {
    Diagnostics diagnostics;
    const auto writer = ResultWriter::create(path, {"a"}, diagnostics);
    for (int i = 0; i < 100'000; ++i) writer->sample(Metric::ItPower, 0, at_ns(i), i);
    (void)::kill(::getpid(), SIGKILL);
  }
  REQUIRE(child > 0);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(!exists(path));
  CHECK(exists(path + ".part"));
  CHECK(open_findings(path) == Codes{"E-IO-001 0:0"});
  CHECK(open_findings(path + ".part").size() == 1);
  Diagnostics diagnostics;
  CHECK(write_example(path, diagnostics));
  CHECK(!exists(path + ".part"));
}

TEST_CASE("two runs cannot write one result at once") {
  const TempFolder folder("twice");
  Diagnostics diagnostics;
  const auto writer = ResultWriter::create(folder.file("r.h5"), {"a"}, diagnostics);
  REQUIRE(writer);
  CHECK(create_findings(folder.file("r.h5")) == Codes{"E-IO-101 0:0"});
  writer->write_scenario("x: 1\n");
  CHECK(writer->close(diagnostics));
  CHECK(ResultReader::open(folder.file("r.h5"), diagnostics));
}

TEST_CASE("places where no result can be made") {
  const TempFolder folder("nowhere");
  CHECK(create_findings(folder.file("no/such/folder.h5")) == Codes{"E-IO-101 0:0"});
  CHECK(create_findings(folder.file("")) == Codes{"E-IO-101 0:0"});
  CHECK(create_findings("/dev/null") == Codes{"E-IO-101 0:0"});
  CHECK(!exists("/dev/null.part"));
}

TEST_CASE("a full disk is a finding, at whatever byte it fills up, and leaves nothing") {
  const TempFolder folder("full");
  const std::string path = folder.file("r.h5");
  for (const rlim_t limit : {rlim_t{0}, rlim_t{100}, rlim_t{4096}, rlim_t{70'000}}) {
    CAPTURE(limit);
    Diagnostics diagnostics;
    const SmallDisk disk(limit);
    const auto writer = ResultWriter::create(path, {"a"}, diagnostics);
    if (writer) {
      for (int i = 0; i < 100'000; ++i) {
        writer->sample(Metric::ItPower, 0, at_ns(i), i * 1.0000001 / 3.0);
      }
      writer->write_scenario("x: 1\n");
      writer->write_summary(summary_example());
      writer->write_table("jobs", jobs_example());
      CHECK(!writer->close(diagnostics));
    }
    REQUIRE(diagnostics.errors() == 1);
    const std::string code = diagnostics.findings()[0].code;
    CHECK((code == "E-IO-102" || (code == "E-IO-101" && !writer)));
    CHECK(diagnostics.findings()[0].hint == "File too large");
    CHECK(!exists(path));
  }
  Diagnostics diagnostics;
  CHECK(write_example(path, diagnostics));
}

TEST_CASE("files that are no results have codes of their own") {
  const TempFolder folder("foreign");
  CHECK(open_findings(folder.file("absent.h5")) == Codes{"E-IO-001 0:0"});
  CHECK(open_findings(folder.file("")) == Codes{"E-IO-002 0:0"});
  std::ofstream(folder.file("text.h5")) << "name: a scenario\n";
  CHECK(open_findings(folder.file("text.h5")) == Codes{"E-IO-103 0:0"});
  std::ofstream(folder.file("empty.h5")).flush();
  CHECK(open_findings(folder.file("empty.h5")) == Codes{"E-IO-103 0:0"});
  CHECK(open_findings("/dev/null") == Codes{"E-IO-103 0:0"});

  REQUIRE(hdf5::File::create(folder.file("bare.h5")).close());
  CHECK(open_findings(folder.file("bare.h5")) == Codes{"E-IO-104 0:0"});
  write_versions(folder.file("other.h5"), "another-tool", 1);
  CHECK(open_findings(folder.file("other.h5")) == Codes{"E-IO-104 0:0"});
  write_versions(folder.file("new.h5"), "podsim-result", 2);
  CHECK(open_findings(folder.file("new.h5")) == Codes{"E-IO-105 0:0"});
  write_versions(folder.file("parts.h5"), "podsim-result", 1);
  CHECK(open_findings(folder.file("parts.h5")) == Codes{"E-IO-106 0:0"});
}

TEST_CASE("a result that is cut off is found out at every length") {
  const TempFolder folder("cut");
  Diagnostics diagnostics;
  REQUIRE(write_example(folder.file("r.h5"), diagnostics));
  const auto bytes = read_input(folder.file("r.h5"), diagnostics);
  REQUIRE(bytes);
  const std::string_view whole = bytes->text();
  for (std::size_t keep = 8; keep < whole.size(); keep += 997) {
    std::ofstream(folder.file("cut.h5"), std::ios::binary) << whole.substr(0, keep);
    CHECK(open_findings(folder.file("cut.h5")) == Codes{"E-IO-107 0:0"});
  }
}

TEST_CASE("a damaged chunk is a finding of its table alone") {
  const TempFolder folder("damaged");
  const std::string path = folder.file("r.h5");
  Diagnostics diagnostics;
  const auto writer = ResultWriter::create(path, {"a"}, diagnostics);
  REQUIRE(writer);
  writer->write_scenario("x: 1\n");
  std::vector<double> noise;
  for (int i = 0; i < 50'000; ++i) noise.push_back(1.0 / (i + 1));
  const std::vector<Column> columns{{"noise", "", "", noise}};
  writer->write_table("first", columns);
  writer->write_table("second", jobs_example());
  REQUIRE(writer->close(diagnostics));
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(100'000);  // amid the compressed numbers
  file << std::string(200, 'x');
  file.close();
  auto result = ResultReader::open(path, diagnostics);
  REQUIRE_MESSAGE(result, diagnostics.to_string());
  CHECK(!result->read_table("first", diagnostics));
  CHECK(findings(diagnostics) == Codes{"E-IO-107 0:0"});
  CHECK(result->read_table("second", diagnostics));
}

}  // namespace podsim
