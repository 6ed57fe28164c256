#include "sim/io/inflate.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace podsim {
namespace {

using Outcome = Inflated::Outcome;

constexpr std::size_t kChunk = std::size_t{1} << 18U;

/// inflateInit2: 15 bits of window, + 16 for the gzip wrapper only.
constexpr int kGzipWindow = 15 + 16;

class GzipStream {
 public:
  explicit GzipStream(std::string_view bytes) : rest_(bytes) {
    ready_ = inflateInit2(&stream_, kGzipWindow) == Z_OK;
  }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;
  ~GzipStream() { (void)inflateEnd(&stream_); }

  Inflated run(std::uint64_t limit) {
    Inflated out;
    if (!ready_) return {Outcome::Damaged, {}};
    std::vector<char> chunk(kChunk);
    for (;;) {
      feed();
      stream_.next_out = reinterpret_cast<Bytef*>(chunk.data());
      stream_.avail_out = static_cast<uInt>(chunk.size());
      const int state = inflate(&stream_, Z_NO_FLUSH);
      out.text.append(chunk.data(), chunk.size() - stream_.avail_out);
      if (out.text.size() > limit) return finish(std::move(out), Outcome::TooLarge);
      if (state == Z_STREAM_END) {
        if (at_end()) return finish(std::move(out), Outcome::Done);
        if (inflateReset(&stream_) != Z_OK) return finish(std::move(out), Outcome::Damaged);
      } else if (state == Z_BUF_ERROR && at_end()) {
        return finish(std::move(out), Outcome::Truncated);
      } else if (state != Z_OK && state != Z_BUF_ERROR) {
        return finish(std::move(out), Outcome::Damaged);
      }
    }
  }

 private:
  static Inflated finish(Inflated out, Outcome outcome) {
    out.outcome = outcome;
    return out;
  }
  [[nodiscard]] bool at_end() const { return stream_.avail_in == 0 && rest_.empty(); }
  /// zlib counts its input in 32 bits.
  void feed() {
    if (stream_.avail_in > 0) return;
    const std::size_t size = std::min<std::size_t>(rest_.size(), std::numeric_limits<uInt>::max());
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
    stream_.avail_in = static_cast<uInt>(size);
    rest_.remove_prefix(size);
  }

  z_stream stream_{};
  std::string_view rest_;
  bool ready_ = false;
};

struct FreeZstd {
  void operator()(ZSTD_DStream* stream) const { (void)ZSTD_freeDStream(stream); }
};

Inflated inflate_zstd(std::string_view bytes, std::uint64_t limit) {
  const std::unique_ptr<ZSTD_DStream, FreeZstd> stream(ZSTD_createDStream());
  if (!stream) return {Outcome::Damaged, {}};
  Inflated out;
  std::vector<char> chunk(kChunk);
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  for (;;) {
    ZSTD_outBuffer to{chunk.data(), chunk.size(), 0};
    const std::size_t before = in.pos;
    const std::size_t expected = ZSTD_decompressStream(stream.get(), &to, &in);
    if (ZSTD_isError(expected) != 0U) return {Outcome::Damaged, std::move(out.text)};
    out.text.append(chunk.data(), to.pos);
    if (out.text.size() > limit) return {Outcome::TooLarge, std::move(out.text)};
    if (in.pos < in.size) continue;
    if (expected == 0) return out;
    if (to.pos == 0 && in.pos == before) return {Outcome::Truncated, std::move(out.text)};
  }
}

}  // namespace

Archive archive_of(std::string_view bytes) {
  if (bytes.starts_with("\x1f\x8b")) return Archive::Gzip;
  if (bytes.starts_with("\x28\xb5\x2f\xfd")) return Archive::Zstd;
  return Archive::None;
}

Inflated inflate_archive(Archive archive, std::string_view bytes, std::uint64_t limit) {
  if (archive == Archive::Zstd) return inflate_zstd(bytes, limit);
  if (archive == Archive::Gzip) return GzipStream(bytes).run(limit);
  return {Outcome::Done, std::string(bytes)};
}

}  // namespace podsim
