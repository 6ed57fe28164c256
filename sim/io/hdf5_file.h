// HDF5 without its C API: owners of identifiers and the few operations that results need. Nothing
// throws and nothing is printed; the first failure of a file is kept, with HDF5's reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/core/metrics.h"

namespace podsim::hdf5 {

using Id = std::int64_t;  ///< hid_t, without its header

/// Owns one identifier of HDF5, of whatever kind.
class Handle {
 public:
  Handle() = default;
  explicit Handle(Id id) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle() { (void)close(); }

  [[nodiscard]] explicit operator bool() const { return id_ >= 0; }
  [[nodiscard]] Id get() const { return id_; }
  /// False when what was still buffered could not be written.
  bool close();

 private:
  Id id_ = -1;
};

/// Keeps HDF5 from printing its error stacks on this thread while it lives.
class Quiet {
 public:
  Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
  ~Quiet();

 private:
  int (*printer_)(Id, void*) = nullptr;
  void* data_ = nullptr;
};

enum class Kind : std::uint8_t { Int64, UInt32, Float64, FixedText, Text };

/// One element of a dataset. Texts are UTF-8; a FixedText is padded with zeros to its width.
struct Element {
  Kind kind = Kind::Float64;
  std::size_t width = 8;
};

inline constexpr Element kInt64{Kind::Int64, 8};
inline constexpr Element kUInt32{Kind::UInt32, 4};
inline constexpr Element kFloat64{Kind::Float64, 8};
inline constexpr Element kText{Kind::Text, sizeof(char*)};

/// How a one-dimensional dataset is stored.
struct Layout {
  Element element;
  std::uint64_t size = 0;
  std::uint64_t chunk = 0;  ///< elements of a compressed chunk; 0: as one piece, uncompressed
  bool grows = false;       ///< may be extended later (needs chunks)
};

struct DatasetFacts {
  Element element;
  std::uint64_t size = 0;
};

/// An open file. After a failure all writing is a no-op, so that callers need to ask only once.
class File {
 public:
  File() = default;
  File(File&&) = default;
  File& operator=(File&&) = delete;

  /// Replaces what stands there. Ask failure() whether it went well.
  static File create(const std::string& path);
  static File open(const std::string& path);
  static bool has_signature(const std::string& path);

  /// The first failure, the system's reason if it has one; empty when there was none.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  [[nodiscard]] bool good() const { return failure_.empty(); }
  /// Forgets the failure, for a reader that goes on with another part of the file.
  std::string take_failure() { return std::exchange(failure_, {}); }
  /// Writes what is buffered and closes; false if that or anything before it failed.
  bool close();

  [[nodiscard]] const Handle& root() const { return file_; }
  Handle create_group(const Handle& parent, const std::string& name);
  Handle create_dataset(const Handle& group, const std::string& name, const Layout& layout);
  void write_attribute(const Handle& object, const std::string& name, const MetricValue& value);
  /// One text without a dimension.
  void write_text(const Handle& group, const std::string& name, const std::string& text);
  void extend(const Handle& dataset, std::uint64_t size);
  void write(const Handle& dataset, const Element& element, std::uint64_t offset,
             std::uint64_t count, const void* data);
  void write_texts(const Handle& dataset, std::span<const std::string> texts);
  /// Makes `scale` the dimension of all `variables` (HDF5 Dimension Scale Specification).
  void make_scale(const Handle& scale, const std::string& label,
                  std::span<const Handle* const> variables);

  [[nodiscard]] bool has(const Handle& parent, const std::string& name);
  Handle open_object(const Handle& parent, const std::string& name);
  /// The names of what a group holds, in the order in which it was made.
  std::vector<std::string> names(const Handle& group);
  [[nodiscard]] bool is_scale(const Handle& object);
  /// The numbers and texts among the attributes, in their order.
  std::vector<NamedMetric> attributes(const Handle& object);
  std::optional<MetricValue> attribute(const Handle& object, const std::string& name);
  std::optional<DatasetFacts> facts(const Handle& dataset);
  bool read(const Handle& dataset, const Element& element, void* data);
  /// Texts of either kind.
  bool read_texts(const Handle& dataset, const DatasetFacts& facts, std::vector<std::string>& out);

 private:
  bool ok(int status);
  Handle own(Id id);
  void fail(std::string reason);
  Handle type_of(const Element& element);
  void write_label(const Handle& object, const char* name, const std::string& text);
  void write_dimension_list(const Handle& variable, std::uint64_t scale);
  void write_reference_list(const Handle& scale, std::span<const std::uint64_t> variables);
  std::optional<MetricValue> read_attribute(const Handle& attribute);
  std::optional<std::string> read_text_attribute(const Handle& attribute, const Handle& type);

  std::unique_ptr<int> disk_error_;  // errno, where this file is written
  Handle file_;
  std::string failure_;
};

}  // namespace podsim::hdf5
