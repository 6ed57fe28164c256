#include "sim/io/draft_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace podsim {

DraftFile::DraftFile(const std::string& path) : final_(path), draft_(path + ".part") {
  std::error_code ignored;
  const auto there = std::filesystem::status(path, ignored);
  // Renaming onto /dev/null would replace it.
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there)) {
    failure_ = "it exists and is not a file";
  } else {
    open();
  }
}

DraftFile::~DraftFile() {
  if (mine_) (void)::unlink(draft_.c_str());
  if (descriptor_ >= 0) (void)::close(descriptor_);
}

void DraftFile::open() {
  descriptor_ = ::open(draft_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    failure_ = std::strerror(errno);
  } else if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    failure_ = "another run is writing it";
  } else {
    mine_ = true;  // also where the file system knows no locks
  }
}

bool DraftFile::keep() {
  if (std::rename(draft_.c_str(), final_.c_str()) != 0) {
    failure_ = std::strerror(errno);
    return false;
  }
  mine_ = false;
  return true;
}

}  // namespace podsim
