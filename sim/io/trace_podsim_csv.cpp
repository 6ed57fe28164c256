// podsim's own CSV of jobs: one table of columns below says what each means.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "sim/io/trace_build.h"
#include "sim/io/trace_table.h"

namespace podsim {
namespace {

/// A row while it is read.
struct Row {
  Job job;
  std::int64_t id = 0;
  std::int64_t after = 0;
  int after_column = CsvTable::kAbsent;
};

/// What the columns share.
struct Reading {
  CsvTable& table;
  TraceBuilder& builder;
  NameTable ids;
  bool has_ids = false;
  /// Where the first arrival stood, and whether it was a calendar stamp.
  TracePlace first_arrival;

  bool is_negative(int column, Duration value) {
    if (value >= Duration{0}) return false;
    builder.out_of_range(table.name(column), table.text(column), table.place(column),
                         "0 seconds or more");
    return true;
  }
};

bool is_stamp(std::string_view text) {
  return text.size() >= 10 && text[4] == '-';
}

/// Seconds, or a calendar stamp where arrivals are stamps; all rows must agree.
bool read_time(Reading& in, int column, Duration& out) {
  if (in.table.empty(column)) return in.table.seconds(column, out);  // with the finding "empty"
  const bool stamp = is_stamp(trimmed(in.table.text(column)));
  if (in.first_arrival.line == 0) {
    in.builder.absolute = stamp;
    in.first_arrival = in.table.place(column);
  } else if (stamp != in.builder.absolute) {
    in.builder.error("E-TRC-015", in.table.place(column),
                     fmt::format("{}: '{}' is {}", in.table.name(column), in.table.text(column),
                                 stamp ? "a time stamp, the first arrival is in seconds"
                                       : "not a time stamp, but the first arrival is one"),
                     fmt::format("the first arrival stands at line {}", in.first_arrival.line));
    return false;
  }
  if (!stamp) return in.table.seconds(column, out) && !in.is_negative(column, out);
  std::int64_t unix_ns = 0;
  if (!in.table.stamp(column, unix_ns)) return false;
  out = Duration{unix_ns};
  return true;
}

bool read_arrival(Reading& in, int column, Row& row) {
  Duration time{};
  if (!read_time(in, column, time)) return false;
  row.job.arrival = SimTime{time};
  return true;
}

bool read_start(Reading& in, int column, Row& row) {
  if (in.table.empty(column)) return true;
  Duration time{};
  if (!read_time(in, column, time)) return false;
  row.job.recorded_start = SimTime{time};
  return true;
}

/// 8 devices, or a share of one: 0.46 is 460 thousandths.
bool read_accelerators(Reading& in, int column, Row& row) {
  constexpr std::int64_t kMicroPerMilli = 1000;
  constexpr std::int64_t kMax = std::int64_t{std::numeric_limits<std::uint32_t>::max()};
  std::int64_t micro = 0;
  if (!in.table.scaled(column, 6, kMax * 1'000'000, "a number of accelerators, e.g. 8 or 0.5",
                       micro)) {
    return false;
  }
  const std::int64_t milli = micro / kMicroPerMilli;
  const bool share = milli > 0 && milli < std::int64_t{kMilliPerDevice};
  if (micro % kMicroPerMilli != 0 || (!share && milli % std::int64_t{kMilliPerDevice} != 0)) {
    in.builder.error("E-TRC-013", in.table.place(column),
                     fmt::format("accelerators: {} cannot be placed", in.table.text(column)),
                     "expected a whole number, or a share of one in steps of 0.001, e.g. 0.46");
    return false;
  }
  row.job.request.devices =
      share ? 1U : static_cast<std::uint32_t>(milli / std::int64_t{kMilliPerDevice});
  row.job.request.milli = share ? static_cast<std::uint32_t>(milli) : kMilliPerDevice;
  return true;
}

bool read_runtime(Reading& in, int column, Row& row) {
  if (trimmed(in.table.text(column)) == "never") {
    row.job.runtime = kForever;
    return true;
  }
  return in.table.seconds(column, row.job.runtime) && !in.is_negative(column, row.job.runtime);
}

bool read_requested(Reading& in, int column, Row& row) {
  if (in.table.empty(column)) return true;
  return in.table.seconds(column, row.job.requested) && !in.is_negative(column, row.job.requested);
}

bool read_cpu(Reading& in, int column, Row& row) {
  if (in.table.empty(column)) return true;
  std::int64_t milli = 0;
  if (!in.table.scaled(column, 3, std::numeric_limits<std::uint32_t>::max(), "cores, e.g. 8 or 0.5",
                       milli)) {
    return false;
  }
  row.job.request.cpu_milli = static_cast<std::uint32_t>(milli);
  return true;
}

bool read_memory_mib(Reading& in, int column, Row& row) {
  if (in.table.empty(column)) return true;
  std::int64_t mib = 0;
  if (!in.table.whole(column, 0, std::numeric_limits<std::uint32_t>::max(), mib)) return false;
  row.job.request.memory_mib = static_cast<std::uint32_t>(mib);
  return true;
}

bool read_memory_gib(Reading& in, int column, Row& row) {
  if (in.table.empty(column)) return true;
  constexpr std::int64_t kMicro = 1'000'000;
  constexpr std::int64_t kMaxGib = std::int64_t{std::numeric_limits<std::uint32_t>::max()} / 1024;
  std::int64_t micro_gib = 0;
  if (!in.table.scaled(column, 6, kMaxGib * kMicro, "GiB, e.g. 64 or 0.5", micro_gib)) return false;
  row.job.request.memory_mib =
      static_cast<std::uint32_t>((micro_gib * 1024 + kMicro - 1) / kMicro);  // never too little
  return true;
}

bool read_types(Reading& in, int column, Row& row) {
  row.job.request.types = TypeSetId{in.builder.types.intern(in.table.text(column))};
  return true;
}

bool read_user(Reading& in, int column, Row& row) {
  row.job.user = UserId{in.builder.users.intern(in.table.text(column))};
  return true;
}

bool read_queue(Reading& in, int column, Row& row) {
  row.job.queue = QueueId{in.builder.queues.intern(in.table.text(column))};
  return true;
}

bool read_priority(Reading& in, int column, Row& row) {
  if (in.table.empty(column)) return true;
  std::int64_t value = 0;
  if (!in.table.whole(column, std::numeric_limits<std::int32_t>::min(),
                      std::numeric_limits<std::int32_t>::max(), value)) {
    return false;
  }
  row.job.priority = static_cast<std::int32_t>(value);
  return true;
}

bool read_load(Reading& in, int column, Row& row) {
  if (in.table.empty(column)) return true;
  double value = 0.0;
  const NumberTrouble trouble = parse_real(in.table.text(column), value);
  if (trouble != NumberTrouble::None || value < 0.0 || value > 1.0) {
    in.builder.bad_value(trouble == NumberTrouble::None ? NumberTrouble::TooLarge : trouble, "load",
                         in.table.text(column), in.table.place(column), "a fraction from 0 to 1");
    return false;
  }
  row.job.load = static_cast<float>(value);
  return true;
}

bool read_id(Reading& in, int column, Row& row) {
  if (in.table.empty(column)) {
    row.id = -row.id - 1;  // nobody can name it, and it is nobody's namesake
    return true;
  }
  row.id = in.ids.intern(trimmed(in.table.text(column)));
  return true;
}

bool read_after(Reading& in, int column, Row& row) {
  if (in.table.empty(column)) return true;
  row.after_column = column;
  if (in.has_ids) {
    row.after = in.ids.intern(trimmed(in.table.text(column)));
    return true;
  }
  return in.table.whole(column, 1, std::numeric_limits<std::uint32_t>::max(), row.after);
}

struct Column {
  std::string_view name;
  bool required;
  bool (*read)(Reading&, int column, Row&);
};

/// Columns are read in this order: arrival decides on the time base.
constexpr std::array kColumns{
    Column{"arrival", true, read_arrival},
    Column{"accelerators", true, read_accelerators},
    Column{"runtime", true, read_runtime},
    Column{"requested", false, read_requested},
    Column{"start", false, read_start},
    Column{"cpu", false, read_cpu},
    Column{"memory_mib", false, read_memory_mib},
    Column{"memory_gib", false, read_memory_gib},
    Column{"types", false, read_types},
    Column{"user", false, read_user},
    Column{"queue", false, read_queue},
    Column{"priority", false, read_priority},
    Column{"load", false, read_load},
    Column{"id", false, read_id},
    Column{"after", false, read_after},
};

struct BoundColumn {
  int column;
  bool (*read)(Reading&, int column, Row&);
};

/// Every column of the file must be known, once; the required ones must be there.
bool check_header(const CsvTable& table, TraceBuilder& builder) {
  std::vector<std::string> known;
  for (const Column& column : kColumns) known.emplace_back(column.name);
  bool good = true;
  const std::vector<std::string>& header = table.header();
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (std::ranges::find(known, header[i]) == known.end()) {
      builder.error("E-TRC-006", table.header_place(i),
                    fmt::format("unknown column '{}'", header[i]), suggest(header[i], known));
      good = false;
    } else if (std::find(header.begin(), header.begin() + static_cast<std::ptrdiff_t>(i),
                         header[i]) != header.begin() + static_cast<std::ptrdiff_t>(i)) {
      builder.error("E-TRC-007", table.header_place(i),
                    fmt::format("the column '{}' is there twice", header[i]));
      good = false;
    }
  }
  return good;
}

std::vector<BoundColumn> bind_columns(CsvTable& table, bool& complete) {
  std::vector<BoundColumn> bound;
  for (const Column& column : kColumns) {
    const int at = column.required ? table.require(column.name) : table.find(column.name);
    if (at != CsvTable::kAbsent) bound.push_back({at, column.read});
    complete &= at != CsvTable::kAbsent || !column.required;
  }
  return bound;
}

void read_row(Reading& in, const std::vector<BoundColumn>& columns) {
  Row row;
  row.job.line = in.table.line();
  row.id = static_cast<std::int64_t>(in.builder.report.rows);
  bool good = true;
  for (const BoundColumn& column : columns) good &= column.read(in, column.column, row);
  if (!good) return;
  in.builder.add(row.job, row.id);
  if (row.after_column != CsvTable::kAbsent) {
    in.builder.set_after(row.after, in.table.place(row.after_column));
  }
}

}  // namespace

std::optional<Trace> read_podsim_csv(const TraceInput& input) {
  TraceBuilder builder(input, "podsim-csv");
  builder.strict_after = true;
  CsvTable table(builder, input.options.columns);
  bool complete = check_header(table, builder);
  const std::vector<BoundColumn> columns = bind_columns(table, complete);
  if (!complete) return std::nullopt;
  Reading in{table, builder, {}, table.find("id") != CsvTable::kAbsent, {}};
  builder.reserve(guess_rows(input.text));
  while (table.next()) read_row(in, columns);
  if (builder.absolute) {
    builder.report.notes.emplace_back("time stamps without a zone are read as UTC");
  }
  return builder.finish();
}

}  // namespace podsim
