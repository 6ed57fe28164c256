#include "sim/io/bytes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "sim/io/inflate.h"

namespace podsim {
namespace {

/// Closes what open() gave.
class OpenFile {
 public:
  OpenFile(const std::string& path, int flags, mode_t mode = 0)
      : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, mode)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() { (void)close(); }

  [[nodiscard]] int get() const { return descriptor_; }
  bool close() {
    if (descriptor_ < 0) return false;
    const bool good = ::close(descriptor_) == 0;
    descriptor_ = -1;
    return good;
  }

 private:
  int descriptor_;
};

std::optional<InputBytes> map_file(int descriptor, std::size_t size) {
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (start == MAP_FAILED) return std::nullopt;
  (void)::madvise(start, size, MADV_SEQUENTIAL);
  std::shared_ptr<const void> owner(start, [size](void* at) { (void)::munmap(at, size); });
  return InputBytes(std::move(owner), {static_cast<const char*>(start), size});
}

/// For pipes and other files that cannot be mapped.
std::optional<InputBytes> read_whole(int descriptor) {
  std::string text;
  std::array<char, 1U << 16U> chunk{};
  for (;;) {
    const ssize_t got = ::read(descriptor, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) return InputBytes::from_text(std::move(text));
    text.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

/// What to do about a missing file: the nearest name in its folder.
std::string missing_file_hint(const std::string& path) {
  constexpr std::size_t kMostNames = 10'000;
  const std::filesystem::path named(path);
  const std::filesystem::path parent = named.parent_path();
  std::error_code failed;
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator at(parent.empty() ? "." : parent, failed), end;
       !failed && at != end && names.size() < kMostNames; at.increment(failed)) {
    names.push_back(at->path().filename().string());
  }
  if (failed && !parent.empty()) return fmt::format("there is no folder '{}'", parent.string());
  std::ranges::sort(names);
  const std::string nearest = nearest_name(named.filename().string(), names);
  if (nearest.empty()) return {};
  return fmt::format("did you mean '{}'?", (parent / nearest).string());
}

std::optional<InputBytes> read_raw(const std::string& path, const Mark& mark,
                                   Diagnostics& diagnostics) {
  const OpenFile file(path, O_RDONLY);
  if (file.get() < 0) {
    const int reason = errno;
    const bool missing = reason == ENOENT || reason == ENOTDIR;
    diagnostics.error(missing ? "E-IO-001" : "E-IO-003", mark,
                      missing ? fmt::format("there is no file '{}'", path)
                              : fmt::format("cannot open '{}'", path),
                      missing ? missing_file_hint(path) : std::string(std::strerror(reason)));
    return std::nullopt;
  }
  struct stat facts {};
  if (::fstat(file.get(), &facts) == 0 && S_ISDIR(facts.st_mode)) {
    diagnostics.error("E-IO-002", mark, fmt::format("'{}' is a directory", path),
                      "expected a file");
    return std::nullopt;
  }
  std::optional<InputBytes> bytes;
  if (S_ISREG(facts.st_mode) && facts.st_size > 0) {
    bytes = map_file(file.get(), static_cast<std::size_t>(facts.st_size));
  }
  if (!bytes) bytes = read_whole(file.get());
  if (!bytes) {
    diagnostics.error("E-IO-003", mark, fmt::format("cannot read '{}'", path),
                      std::strerror(errno));
  }
  return bytes;
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(descriptor, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

}  // namespace

InputBytes InputBytes::from_text(std::string text) {
  auto owner = std::make_shared<const std::string>(std::move(text));
  const std::string_view view = *owner;
  return {std::move(owner), view};
}

std::optional<InputBytes> read_input(const std::string& path, Diagnostics& diagnostics,
                                     const Mark& asked_at) {
  const Mark mark = asked_at.file ? asked_at : file_mark(path);
  auto bytes = read_raw(path, mark, diagnostics);
  if (!bytes) return std::nullopt;
  const Archive archive = archive_of(bytes->text());
  if (archive == Archive::None) return bytes;
  Inflated inflated = inflate_archive(archive, bytes->text(), kMaxInputBytes);
  if (inflated.outcome == Inflated::Outcome::Done) {
    return InputBytes::from_text(std::move(inflated.text));
  }
  const char* kind = archive == Archive::Gzip ? "gzip" : "zstd";
  if (inflated.outcome == Inflated::Outcome::TooLarge) {
    diagnostics.error("E-IO-005", mark,
                      fmt::format("'{}' ({}) expands beyond {} bytes", path, kind, kMaxInputBytes));
  } else {
    diagnostics.error(
        "E-IO-004", mark,
        fmt::format("'{}' ({}) is {}", path, kind,
                    inflated.outcome == Inflated::Outcome::Truncated ? "cut off" : "damaged"),
        fmt::format("{} bytes could be read of it", inflated.text.size()));
  }
  return std::nullopt;
}

bool write_text_file(const std::string& path, std::string_view text, Diagnostics& diagnostics) {
  const std::string draft = fmt::format("{}.tmp{}", path, ::getpid());
  OpenFile file(draft, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const bool written = file.get() >= 0 && write_all(file.get(), text) && file.close() &&
                       std::rename(draft.c_str(), path.c_str()) == 0;
  if (written) return true;
  const int reason = errno;
  (void)::unlink(draft.c_str());
  diagnostics.error("E-IO-006", file_mark(path), fmt::format("cannot write '{}'", path),
                    std::strerror(reason));
  return false;
}

Mark file_mark(const std::string& path) {
  return {std::make_shared<const std::string>(path), 0, 0};
}

}  // namespace podsim
