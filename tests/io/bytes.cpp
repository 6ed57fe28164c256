#include "sim/io/bytes.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "sim/io/inflate.h"
#include "tests/io/findings.h"

namespace podsim {
namespace {

void append_number(std::string& out, std::uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFFU);
}

std::uint32_t crc32_of(std::string_view text) {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char c : text) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

/// RFC 1952 around stored blocks of RFC 1951: an archive without a compressor.
std::string gzip(std::string_view text) {
  std::string out("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
  std::string_view rest = text;
  do {
    const std::size_t size = std::min<std::size_t>(rest.size(), 65'535);
    out += size == rest.size() ? '\1' : '\0';
    append_number(out, static_cast<std::uint32_t>(size), 2);
    append_number(out, ~static_cast<std::uint32_t>(size), 2);
    out += rest.substr(0, size);
    rest.remove_prefix(size);
  } while (!rest.empty());
  append_number(out, crc32_of(text), 4);
  append_number(out, static_cast<std::uint32_t>(text.size()), 4);
  return out;
}

/// RFC 8878 with raw blocks and a window of 4 MiB.
std::string zstd(std::string_view text) {
  std::string out("\x28\xb5\x2f\xfd\0\x60", 6);
  do {
    const std::size_t size = std::min<std::size_t>(text.size(), 100'000);
    const std::uint32_t last = size == text.size() ? 1 : 0;
    append_number(out, last | static_cast<std::uint32_t>(size) << 3U, 3);
    out += text.substr(0, size);
    text.remove_prefix(size);
  } while (!text.empty());
  return out;
}

void put(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string sample_text() {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += fmt::format("{},{}\n", i, i * 7919 % 1000);
  return text;
}

std::vector<std::string> read_findings(const std::string& path) {
  Diagnostics diagnostics;
  CHECK(!read_input(path, diagnostics));
  return findings(diagnostics);
}

}  // namespace

TEST_CASE("plain, gzip and zstd are told apart by their bytes, whatever they are called") {
  const TempFolder folder("bytes");
  const std::string text = sample_text();
  put(folder.file("plain.gz"), text);
  put(folder.file("gz.csv"), gzip(text));
  put(folder.file("zst"), zstd(text));
  put(folder.file("two.gz"), gzip(text) + gzip("end"));
  put(folder.file("two.zst"), zstd(text) + zstd("end"));
  put(folder.file("empty"), "");
  Diagnostics diagnostics;
  const auto read = [&](const std::string& name) {
    const auto bytes = read_input(folder.file(name), diagnostics);
    REQUIRE(bytes);
    return std::string(bytes->text());
  };
  CHECK(read("plain.gz") == text);
  CHECK(read("gz.csv") == text);
  CHECK(read("zst") == text);
  CHECK(read("two.gz") == text + "end");
  CHECK(read("two.zst") == text + "end");
  CHECK(read("empty").empty());
  CHECK(diagnostics.findings().empty());
}

TEST_CASE("archives that are cut off or damaged are findings, at every length") {
  const TempFolder folder("cut");
  const std::string text = sample_text();
  for (const std::string& whole : {gzip(text), zstd(text)}) {
    for (const std::size_t keep : {std::size_t{6}, whole.size() / 2, whole.size() - 1}) {
      put(folder.file("cut"), whole.substr(0, keep));
      CHECK(read_findings(folder.file("cut")) == std::vector<std::string>{"E-IO-004 0:0"});
    }
  }
  put(folder.file("tail.gz"), gzip(text) + "garbage");
  CHECK(read_findings(folder.file("tail.gz")) == std::vector<std::string>{"E-IO-004 0:0"});
}

TEST_CASE("an archive may not expand beyond the limit") {
  const std::string text(1'000'000, 'x');
  CHECK(inflate_archive(Archive::Gzip, gzip(text), 1000).outcome == Inflated::Outcome::TooLarge);
  CHECK(inflate_archive(Archive::Zstd, zstd(text), 1000).outcome == Inflated::Outcome::TooLarge);
  CHECK(inflate_archive(Archive::Zstd, zstd(text), 1'000'000).outcome == Inflated::Outcome::Done);
}

TEST_CASE("missing files, folders and unreadable files have codes of their own") {
  const TempFolder folder("missing");
  CHECK(read_findings(folder.file("no")) == std::vector<std::string>{"E-IO-001 0:0"});
  CHECK(read_findings(folder.file("")) == std::vector<std::string>{"E-IO-002 0:0"});
  put(folder.file("locked"), "x");
  REQUIRE(::chmod(folder.file("locked").c_str(), 0) == 0);
  if (::geteuid() == 0) {
    MESSAGE("skipped: root may read everything");
    return;
  }
  CHECK(read_findings(folder.file("locked")) == std::vector<std::string>{"E-IO-003 0:0"});
}

TEST_CASE("a finding stands where the path is written, when that is known") {
  Diagnostics diagnostics;
  const Mark asked{std::make_shared<const std::string>("pod.yaml"), 4, 9};
  CHECK(!read_input("no/such/file", diagnostics, asked));
  REQUIRE(diagnostics.findings().size() == 1);
  CHECK(*diagnostics.findings()[0].mark.file == "pod.yaml");
  CHECK(findings(diagnostics) == std::vector<std::string>{"E-IO-001 4:9"});
}

TEST_CASE("pipes can be read too") {
  const TempFolder folder("pipe");
  int ends[2] = {};
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::write(ends[1], "a,b\n", 4) == 4);
  ::close(ends[1]);
  Diagnostics diagnostics;
  const auto bytes = read_input(fmt::format("/dev/fd/{}", ends[0]), diagnostics);
  ::close(ends[0]);
  REQUIRE(bytes);
  CHECK(bytes->text() == "a,b\n");
}

TEST_CASE("a file is written as a whole or not at all") {
  const TempFolder folder("write");
  Diagnostics diagnostics;
  CHECK(write_text_file(folder.file("out"), "one", diagnostics));
  CHECK(write_text_file(folder.file("out"), "two", diagnostics));
  CHECK(read_input(folder.file("out"), diagnostics)->text() == "two");
  CHECK(diagnostics.findings().empty());
  CHECK(!write_text_file(folder.file("no/such/folder"), "x", diagnostics));
  CHECK(findings(diagnostics) == std::vector<std::string>{"E-IO-006 0:0"});
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.file(""))) {
    files += entry.exists() ? 1 : 0;
  }
  CHECK(files == 1);
}

}  // namespace podsim
