#include "sim/core/diagnostics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace podsim {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string format(const Diagnostic& diagnostic) {
  std::string place;
  if (diagnostic.mark.file) place += *diagnostic.mark.file;
  if (diagnostic.mark.line > 0) {
    place += fmt::format(":{}", diagnostic.mark.line);
    if (diagnostic.mark.column > 0) place += fmt::format(":{}", diagnostic.mark.column);
  }
  if (!place.empty()) place += ": ";
  const char* severity = diagnostic.severity == Severity::Error ? "error" : "warning";
  std::string text =
      fmt::format("{}{}[{}]: {}", place, severity, diagnostic.code, diagnostic.message);
  if (!diagnostic.hint.empty()) text += fmt::format("; {}", diagnostic.hint);
  return text;
}

void Diagnostics::error(std::string code, Mark mark, std::string message, std::string hint) {
  ++errors_;
  add({Severity::Error, std::move(code), std::move(mark), std::move(message), std::move(hint)});
}

void Diagnostics::warning(std::string code, Mark mark, std::string message, std::string hint) {
  ++warnings_;
  add({Severity::Warning, std::move(code), std::move(mark), std::move(message), std::move(hint)});
}

void Diagnostics::add(Diagnostic diagnostic) {
  if (kept_.size() < kMaxKept) kept_.push_back(std::move(diagnostic));
}

std::string Diagnostics::to_string() const {
  std::string text;
  for (const Diagnostic& finding : kept_) text += format(finding) + "\n";
  const std::size_t total = errors_ + warnings_;
  if (total > kept_.size()) text += fmt::format("... and {} more findings\n", total - kept_.size());
  return text;
}

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t kMaxDistance = 3;
  std::string best;
  std::size_t best_distance = kMaxDistance + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance && distance * 2 <= std::max(name.size(), candidate.size())) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggest(std::string_view name, std::span<const std::string> candidates) {
  const std::string nearest = nearest_name(name, candidates);
  if (!nearest.empty()) return fmt::format("did you mean '{}'?", nearest);
  if (candidates.empty()) return {};
  return fmt::format("valid: {}", fmt::join(candidates, ", "));
}

}  // namespace podsim
