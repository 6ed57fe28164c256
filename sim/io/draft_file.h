// A file that is written beside its final name, and gets it only when it is whole.
#pragma once

#include <string>

namespace podsim {

/// PATH.part: made and locked against other runs, removed unless it was kept.
class DraftFile {
 public:
  explicit DraftFile(const std::string& path);
  DraftFile(const DraftFile&) = delete;
  DraftFile& operator=(const DraftFile&) = delete;
  ~DraftFile();

  [[nodiscard]] const std::string& path() const { return draft_; }
  /// Why it could not be made or kept; empty when it could.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  /// Gives it the final name, replacing what had it.
  bool keep();

 private:
  void open();

  std::string final_;
  std::string draft_;
  std::string failure_;
  int descriptor_ = -1;
  bool mine_ = false;
};

}  // namespace podsim
