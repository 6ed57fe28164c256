#include "sim/io/trace.h"

#include <doctest/doctest.h>

#include <fstream>

#include "tests/io/trace_case.h"

namespace podsim {
namespace {

constexpr std::string_view kSwfRow = "1 0 5 60 4 -1 -1 4 100 -1 1 3 1 -1 2 -1 -1 -1\n";

}  // namespace

TEST_CASE("the format is told by the content") {
  CHECK(read_text(kSwfRow).report.format == "swf");
  CHECK(read_text("; Version: 2.2\n" + std::string(kSwfRow)).report.format == "swf");
  CHECK(read_text("\n  \r\n" + std::string(kSwfRow)).report.format == "swf");
  CHECK(read_text("timestamp,duration,num_gpus\n2020-01-01 00:00:00,1,1\n").report.format ==
        "philly");
  CHECK(read_text("runtime,arrival,accelerators\n10,0,1\n").report.format == "podsim-csv");
  CHECK(read_text("\xEF\xBB\xBF"
                  "arrival,accelerators,runtime\r\n0,1,10\r\n")
            .report.format == "podsim-csv");
  TraceOptions headerless;
  headerless.columns = {"arrival", "accelerators", "runtime"};
  CHECK(read_text("0,1,10\n", headerless).report.format == "podsim-csv");
}

TEST_CASE("a format can be asked for, and options are checked") {
  TraceOptions options;
  options.format = "philly";
  CHECK(trace_findings("arrival,accelerators,runtime\n0,1,10\n", options) ==
        std::vector<std::string>{"E-TRC-005 1:1", "E-TRC-005 1:1", "E-TRC-005 1:1"});
  options.format = "phily";
  Diagnostics diagnostics;
  CHECK(!parse_trace(kSwfRow, "test", options, diagnostics));
  CHECK(findings(diagnostics) == std::vector<std::string>{"E-TRC-001 0:0"});
  CHECK(diagnostics.findings()[0].hint == "did you mean 'philly'?");
  options.format = "auto";
  options.missing_runtime = "guess";
  CHECK(trace_findings(kSwfRow, options) == std::vector<std::string>{"E-TRC-018 0:0"});
}

TEST_CASE("unknown content lists the known formats") {
  Diagnostics diagnostics;
  CHECK(!parse_trace("<html>\n", "test", {}, diagnostics));
  REQUIRE(diagnostics.findings().size() == 1);
  for (const std::string& format : trace_formats()) {
    CHECK(diagnostics.findings()[0].hint.find(format) != std::string::npos);
  }
}

TEST_CASE("Latin-1 becomes UTF-8") {
  const Trace trace = read_text("; Installation: K\xF6ln\n" + std::string(kSwfRow));
  REQUIRE(trace.report.header.size() == 1);
  CHECK(trace.report.header[0].second == "K\xC3\xB6ln");
  CHECK(trace.report.notes.back() == "the file is not UTF-8: read as Latin-1");
}

TEST_CASE("files that cannot be read are findings") {
  Diagnostics diagnostics;
  CHECK(!read_trace("no/such.swf", {}, diagnostics));
  CHECK(findings(diagnostics) == std::vector<std::string>{"E-IO-001 0:0"});
}

TEST_CASE("a long list of bad rows is kept to a bounded number of findings") {
  std::string text = "arrival,accelerators,runtime\n";
  for (int i = 0; i < 1000; ++i) text += "0,1,?\n";
  Diagnostics diagnostics;
  CHECK(!parse_trace(text, "test", {}, diagnostics));
  CHECK(diagnostics.errors() == 1000);
  CHECK(diagnostics.findings().size() == Diagnostics::kMaxKept);
}

}  // namespace podsim
