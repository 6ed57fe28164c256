// What is wrong with a user's input: collected, never thrown, each with place, expectation and the
// nearest valid name.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace podsim {

/// A place in a text: 1-based line and column; 0 where there is none.
struct Mark {
  std::shared_ptr<const std::string> file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

enum class Severity : std::uint8_t { Warning, Error };

/// One finding. Codes ("E-CFG-012") are stable and tested; the prose may change.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string code;
  Mark mark;
  std::string message;
  std::string hint;
};

/// "FILE:LINE:COLUMN: error[CODE]: message (hint)".
std::string format(const Diagnostic& diagnostic);

/// The sink: keeps the first kMaxKept findings and counts the rest.
class Diagnostics {
 public:
  static constexpr std::size_t kMaxKept = 100;

  void error(std::string code, Mark mark, std::string message, std::string hint = {});
  void warning(std::string code, Mark mark, std::string message, std::string hint = {});

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  [[nodiscard]] std::size_t errors() const { return errors_; }
  [[nodiscard]] std::size_t warnings() const { return warnings_; }
  /// The kept findings in the order in which they were made.
  [[nodiscard]] std::span<const Diagnostic> findings() const { return kept_; }
  /// All kept findings, a line each, and how many more there were.
  [[nodiscard]] std::string to_string() const;

 private:
  void add(Diagnostic diagnostic);

  std::vector<Diagnostic> kept_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

/// The candidate nearest to `name` in edit distance (at most 3, and at most half of the longer of
/// the two); empty when none is near. Ties: the first candidate.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

/// "did you mean 'bandwidth'?" or, when nothing is near, "valid: a, b, c".
std::string suggest(std::string_view name, std::span<const std::string> candidates);

}  // namespace podsim
