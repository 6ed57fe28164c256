// A small result to write and to look at.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/io/result_writer.h"

namespace podsim {

inline SimTime at_ns(std::int64_t count) {
  return SimTime(Duration(count));
}

inline MetricList meta_example() {
  MetricList meta;
  meta.set("version", std::string("0.1.0"));
  meta.set("seed", std::int64_t{42});
  meta.set("fingerprint", std::string("00ff"));
  return meta;
}

/// More entries than HDF5 keeps in an object's header, in an order that is not alphabetical.
inline MetricList summary_example() {
  MetricList summary;
  summary.set("wait_s.mean", 0.1);
  summary.set("jobs.submitted", std::int64_t{3});
  summary.set("note", std::string(""));
  summary.set("scenario", std::string("Jörg's pod"));
  for (int i = 40; i > 0; --i) summary.set("extra.m" + std::to_string(i), i / 7.0);
  return summary;
}

inline std::vector<Column> jobs_example() {
  return {{"line", "", "line of the trace", std::vector<std::int64_t>{7, -1, INT64_MAX}},
          {"wait_s", "s", "wait", std::vector<double>{0.0, 0.1, 1e300}},
          {"user", "", "", std::vector<std::string>{"Jörg", "", "a b"}},
          {"flag", "", "one letter", std::vector<std::string>{"a", "b", "c"}}};
}

inline void sample_a_few(ResultWriter& writer) {
  writer.sample(Metric::JobsWaiting, 0, at_ns(0), 0.0);
  writer.sample(Metric::AcceleratorsAllocated, 1, at_ns(1), 8.0);
  writer.sample(Metric::AcceleratorsAllocated, 0, at_ns(3'000'000'001), 4.5);
  writer.sample(Metric::JobsWaiting, 0, at_ns(3'000'000'000), 2.0);
}

inline bool write_example(const std::string& path, Diagnostics& diagnostics) {
  const auto writer = ResultWriter::create(path, {"h100", "b200"}, diagnostics);
  if (!writer) return false;
  sample_a_few(*writer);
  writer->write_meta(meta_example());
  writer->write_scenario("run:\n  seed: 42  # Jörg\n");
  writer->write_summary(summary_example());
  writer->write_table("jobs", jobs_example());
  const std::vector<Column> none{{"x", "1", "", std::vector<double>{}},
                                 {"t", "", "", std::vector<std::string>{}}};
  writer->write_table("empty", none);
  return writer->close(diagnostics);
}

}  // namespace podsim
