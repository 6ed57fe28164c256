// What a trace reader found: nothing is dropped silently, every dirty row is counted by reason.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace podsim {

/// What became of the rows of one reason.
enum class RowFate : std::uint8_t {
  Kept,      ///< used as it is, but worth a word
  Repaired,  ///< used after a documented rule changed it
  Refused,   ///< not simulated
};

/// Rows that share one reason.
struct DirtyRows {
  std::string reason;  ///< stable identifier, e.g. "no-runtime"
  std::string rule;    ///< what was done, in a sentence
  RowFate fate = RowFate::Kept;
  std::uint64_t count = 0;
  std::vector<std::uint32_t> lines;  ///< the first kMaxLines line numbers
  static constexpr std::size_t kMaxLines = 20;
};

struct TraceReport {
  std::string format;      ///< "swf", "philly", "openb", "podsim-csv", ...
  std::uint64_t rows = 0;  ///< data rows read
  std::uint64_t kept = 0;  ///< jobs made of them
  std::vector<DirtyRows> dirty;
  std::vector<std::pair<std::string, std::string>> header;  ///< header facts, in file order
  std::vector<std::string> notes;                           ///< dialect and time base, for people
  bool absolute_times = false;           ///< stamps were calendar times; zero is the first of them
  std::int64_t first_stamp_unix_ns = 0;  ///< UTC reading of that first stamp
  bool has_requested = false;
  bool has_recorded_starts = false;

  /// Counts one row under `reason`.
  void note_row(const std::string& reason, const std::string& rule, RowFate fate,
                std::uint32_t line);
  [[nodiscard]] std::uint64_t count(const std::string& reason) const;
};

}  // namespace podsim
