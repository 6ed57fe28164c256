#include "sim/core/metrics.h"

#include <utility>

#include "sim/core/check.h"
#include "sim/core/math.h"

namespace podsim {

void MetricList::add(std::string path, MetricValue value) {
  SIM_CHECK(find(path) == nullptr, "metric '{}' is set twice", path);
  entries_.push_back({std::move(path), std::move(value)});
}

void MetricList::set(std::string path, double value) {
  SIM_CHECK(math::is_finite(value), "metric '{}' is not finite", path);
  add(std::move(path), value);
}
void MetricList::set(std::string path, std::int64_t value) {
  add(std::move(path), value);
}
void MetricList::set(std::string path, std::uint64_t value) {
  add(std::move(path), static_cast<std::int64_t>(value));
}
void MetricList::set(std::string path, std::string value) {
  add(std::move(path), std::move(value));
}

const MetricValue* MetricList::find(std::string_view path) const {
  for (const NamedMetric& entry : entries_) {
    if (entry.path == path) return &entry.value;
  }
  return nullptr;
}

std::optional<double> MetricList::number(std::string_view path) const {
  const MetricValue* value = find(path);
  if (value == nullptr) return std::nullopt;
  if (const auto* real = std::get_if<double>(value)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(value)) return static_cast<double>(*whole);
  return std::nullopt;
}

std::vector<std::string> MetricList::numeric_paths() const {
  std::vector<std::string> paths;
  for (const NamedMetric& entry : entries_) {
    if (!std::holds_alternative<std::string>(entry.value)) paths.push_back(entry.path);
  }
  return paths;
}

}  // namespace podsim
