// Files to bytes: plain, gzip or zstd, told apart by their first bytes and never by their name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sim/core/diagnostics.h"

namespace podsim {

/// What a compressed file may at most expand to; more is E-IO-005 (a bomb, or not an input).
inline constexpr std::uint64_t kMaxInputBytes = std::uint64_t{8} << 30U;

/// The bytes of one input, mapped or owned; copies share them. Views stay valid as long as a copy
/// lives and the file is not shortened.
class InputBytes {
 public:
  InputBytes(std::shared_ptr<const void> owner, std::string_view text)
      : owner_(std::move(owner)), text_(text) {}
  static InputBytes from_text(std::string text);

  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::shared_ptr<const void> owner_;
  std::string_view text_;
};

/// Reads and, where needed, decompresses `path`. Findings (E-IO-001 not found, 002 a directory,
/// 003 unreadable, 004 damaged or truncated archive, 005 too large) stand at `asked_at`, the place
/// where the path is written, or at the file itself when there is none.
std::optional<InputBytes> read_input(const std::string& path, Diagnostics& diagnostics,
                                     const Mark& asked_at = {});

/// Replaces `path` as a whole: readers see the old text or the new one. E-IO-006 on failure.
bool write_text_file(const std::string& path, std::string_view text, Diagnostics& diagnostics);

/// The mark of a whole file.
Mark file_mark(const std::string& path);

}  // namespace podsim
