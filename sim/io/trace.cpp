#include "sim/io/trace.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <utility>

#include "sim/io/bytes.h"
#include "sim/io/csv.h"
#include "sim/io/trace_build.h"
#include "sim/io/yaml_scan.h"

namespace podsim {
namespace {

struct Format {
  std::string_view name;
  std::optional<Trace> (*read)(const TraceInput&);
  std::string_view looks;  ///< for the finding that lists all formats
};

constexpr std::array kFormats{
    Format{"swf", read_swf, "swf (18 or more fields a line, ';' comments)"},
    Format{"philly", read_philly, "philly (timestamp,duration,num_gpus,...)"},
    Format{"openb", read_openb, "openb (name,cpu_milli,memory_mib,num_gpu,gpu_milli,...)"},
    Format{"podsim-csv", read_podsim_csv, "podsim-csv (arrival,accelerators,runtime,...)"},
};

const Format* find_format(std::string_view name) {
  const auto* const found = std::ranges::find(kFormats, name, &Format::name);
  return found == kFormats.end() ? nullptr : found;
}

std::string_view first_line(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t start = text.find_first_not_of(kBlank);
  if (start == std::string_view::npos) return {};
  text.remove_prefix(start);
  return text.substr(0, text.find('\n'));
}

std::size_t count_words(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r";
  std::size_t words = 0;
  for (std::size_t at = line.find_first_not_of(kBlank); at != std::string_view::npos; ++words) {
    at = line.find_first_not_of(kBlank, std::min(line.find_first_of(kBlank, at), line.size()));
  }
  return words;
}

bool looks_like_swf(std::string_view line) {
  constexpr std::size_t kSomeFields = 10;  // fewer than 18: then the reader names what is missing
  if (line.starts_with(';')) return true;
  return line.find_first_not_of("0123456789-") != 0 && line.find(',') > line.find_first_of(" \t") &&
         count_words(line) >= kSomeFields;
}

bool has_any(const std::vector<std::string>& header,
             std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view name) {
    return std::ranges::find(header, name) != header.end();
  });
}

/// The format by the first line that is not blank.
const Format* detect(const TraceInput& input) {
  if (!input.options.columns.empty()) return find_format("podsim-csv");
  const std::string_view line = first_line(input.text);
  if (looks_like_swf(line)) return find_format("swf");
  CsvReader reader(line);
  if (!reader.next()) return nullptr;
  std::vector<std::string> header;
  for (std::size_t i = 0; i < reader.size(); ++i) header.emplace_back(trimmed(reader[i]));
  if (has_any(header, {"cpu_milli", "gpu_milli"})) return find_format("openb");
  if (has_any(header, {"num_gpus", "gpu_time", "num_replicas"})) return find_format("philly");
  if (has_any(header, {"arrival", "accelerators", "runtime"})) return find_format("podsim-csv");
  return nullptr;
}

/// One finding for the workload files of Sia, which have models instead of run times.
bool is_sia_workload(const TraceInput& input) {
  const std::string_view line = first_line(input.text);
  if (!line.starts_with("name,time,application,num_replicas")) return false;
  input.diagnostics.error("E-TRC-005", {input.file, 1, 1}, "the column 'duration' is missing",
                          "a Sia workload names applications, not run times: take philly.csv, or "
                          "add a column 'duration' and write it as podsim CSV");
  return true;
}

void unknown_content(const TraceInput& input) {
  std::vector<std::string_view> looks;
  for (const Format& format : kFormats) looks.push_back(format.looks);
  const std::string_view line = first_line(input.text);
  input.diagnostics.error(
      "E-TRC-002", {input.file, 1, 1},
      fmt::format("this is no trace that podsim knows; it begins '{}'", line.substr(0, 60)),
      fmt::format("known: {}", fmt::join(looks, "; ")));
}

bool check_options(const TraceOptions& options, const std::shared_ptr<const std::string>& file,
                   Diagnostics& diagnostics) {
  if (options.format != "auto" && find_format(options.format) == nullptr) {
    diagnostics.error("E-TRC-001", {file, 0, 0},
                      fmt::format("'{}' is not a trace format", options.format),
                      suggest(options.format, trace_formats()));
    return false;
  }
  const std::vector<std::string> rules{"refuse", "requested"};
  if (std::ranges::find(rules, options.missing_runtime) == rules.end()) {
    diagnostics.error("E-TRC-018", {file, 0, 0},
                      fmt::format("missing_runtime: '{}' is not a rule", options.missing_runtime),
                      suggest(options.missing_runtime, rules));
    return false;
  }
  return true;
}

/// Headers of old logs are Latin-1. Names end up in JSON and HDF5, which want UTF-8.
std::string from_latin1(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xC0U | (byte >> 6U));
      out += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return out;
}

bool is_ascii(std::string_view text) {
  std::uint64_t any = 0;
  std::size_t at = 0;
  for (; at + sizeof(any) <= text.size(); at += sizeof(any)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, sizeof(word));
    any |= word;
  }
  for (; at < text.size(); ++at) any |= static_cast<unsigned char>(text[at]);
  return (any & 0x8080808080808080ULL) == 0;
}

}  // namespace

const std::vector<std::string>& trace_formats() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    for (const Format& format : kFormats) made.emplace_back(format.name);
    return made;
  }();
  return names;
}

std::optional<Trace> parse_trace(std::string_view text, const std::string& file_label,
                                 const TraceOptions& options, Diagnostics& diagnostics) {
  const auto file = std::make_shared<const std::string>(file_label);
  if (!check_options(options, file, diagnostics)) return std::nullopt;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (first_line(text).empty()) {
    diagnostics.error("E-TRC-003", {file, 1, 1}, "the trace is empty");
    return std::nullopt;
  }
  std::string converted;
  if (!is_ascii(text) && find_non_utf8(text)) {
    converted = from_latin1(text);
    text = converted;
  }
  const TraceInput input{text, file, options, diagnostics};
  if (text.find('\0') != std::string_view::npos) {
    unknown_content(input);
    return std::nullopt;
  }
  if (is_sia_workload(input)) return std::nullopt;
  const Format* format = options.format == "auto" ? detect(input) : find_format(options.format);
  if (format == nullptr) {
    unknown_content(input);
    return std::nullopt;
  }
  auto trace = format->read(input);
  if (trace && !converted.empty()) {
    trace->report.notes.emplace_back("the file is not UTF-8: read as Latin-1");
  }
  return trace;
}

std::optional<Trace> read_trace(const std::string& path, const TraceOptions& options,
                                Diagnostics& diagnostics) {
  const auto bytes = read_input(path, diagnostics, options.asked_at);
  if (!bytes) return std::nullopt;
  return parse_trace(bytes->text(), path, options, diagnostics);
}

}  // namespace podsim
