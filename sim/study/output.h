// What the command line prints: texts only, so that it needs nothing below study.
#pragma once

#include <string>
#include <vector>

#include "sim/core/diagnostics.h"
#include "sim/core/tree.h"

namespace podsim {

/// A JSON document; unquoted scalars keep their type.
std::string json_text(const Tree& tree);

struct TraceQuery {
  std::string file;
  std::string format = "auto";
  std::string columns;   ///< joined by commas; empty: the file has a header
  std::string scenario;  ///< whose fleet the demand is held against; empty: none
  std::vector<std::string> sets;
};

struct TraceInfo {
  std::string text;
  std::string json;
};

/// Reads and describes a trace; findings instead of an empty description.
TraceInfo inspect_trace(const TraceQuery& query, Diagnostics& diagnostics);

/// The jobs of a trace, or of a scenario's workload (a file that ends in .yaml), as podsim CSV.
/// Jobs that the reader refused are findings: a conversion never loses rows silently.
std::string convert_to_csv(const TraceQuery& query, Diagnostics& diagnostics);
/// Writes the text, whole or not at all.
bool write_output(const std::string& path, const std::string& text, Diagnostics& diagnostics);

}  // namespace podsim
