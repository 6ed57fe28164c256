// Named results: a flat, ordered list of values under dotted paths ("wait_s.p95"). The unit is part
// of the name. The JSON summary, the gates, comparisons and the result file all read this one list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace podsim {

using MetricValue = std::variant<std::int64_t, double, std::string>;

struct NamedMetric {
  std::string path;
  MetricValue value;
};

class MetricList {
 public:
  /// Appends; a path is set once. A double must be finite (broken invariant if not).
  void set(std::string path, double value);
  void set(std::string path, std::int64_t value);
  void set(std::string path, std::uint64_t value);
  void set(std::string path, std::string value);

  [[nodiscard]] const MetricValue* find(std::string_view path) const;
  /// The value as a number; empty when absent or a text.
  [[nodiscard]] std::optional<double> number(std::string_view path) const;
  [[nodiscard]] const std::vector<NamedMetric>& entries() const { return entries_; }
  /// All paths whose value is a number.
  [[nodiscard]] std::vector<std::string> numeric_paths() const;

 private:
  void add(std::string path, MetricValue value);
  std::vector<NamedMetric> entries_;
};

}  // namespace podsim
