// Shared by the tests of sim/io: findings as text, and where the files are.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "sim/core/diagnostics.h"

namespace podsim {

/// "E-YML-002 3:1" for each finding, in order.
inline std::vector<std::string> findings(const Diagnostics& diagnostics) {
  std::vector<std::string> texts;
  for (const Diagnostic& finding : diagnostics.findings()) {
    texts.push_back(fmt::format("{} {}:{}", finding.code, finding.mark.line, finding.mark.column));
  }
  return texts;
}

inline std::string test_file(const std::string& name) {
  return std::string(PODSIM_SOURCE_DIR) + "/tests/" + name;
}

/// A real trace; empty where the shared data are not.
inline std::string shared_trace(const std::string& name) {
  const std::string path = fmt::format("{}/traces/{}", PODSIM_SHARED_DIR, name);
  return std::filesystem::exists(path) ? path : std::string();
}

/// A fresh folder of a test, removed with it.
class TempFolder {
 public:
  explicit TempFolder(const std::string& name)
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("podsim-test-{}-{}", name, reinterpret_cast<std::uintptr_t>(this))) {
    std::filesystem::create_directories(path_);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace podsim
