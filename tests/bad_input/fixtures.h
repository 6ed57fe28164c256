// The fixtures of this folder: NAME, and NAME.expect with "CODE LINE:COLUMN" for each finding.
#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "sim/io/bytes.h"
#include "tests/io/findings.h"

namespace podsim {

/// Paths of all fixtures whose name begins with one of `prefixes`.
inline std::vector<std::string> fixtures(std::initializer_list<std::string_view> prefixes) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(test_file("bad_input"))) {
    const std::string name = entry.path().filename().string();
    const bool ours = std::ranges::any_of(
        prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
    if (ours && !name.ends_with(".expect")) paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  return paths;
}

/// What NAME.expect says.
inline std::string expected_findings(const std::string& path) {
  Diagnostics diagnostics;
  const auto bytes = read_input(path + ".expect", diagnostics);
  return bytes ? std::string(bytes->text()) : diagnostics.to_string();
}

/// The same of what was found.
inline std::string found_findings(const Diagnostics& diagnostics) {
  std::string found;
  for (const std::string& finding : findings(diagnostics)) found += finding + "\n";
  return found;
}

}  // namespace podsim
