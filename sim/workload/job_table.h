// The common record of every trace: one row a job, a column a fact.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/ids.h"
#include "sim/core/time.h"

namespace podsim {

/// Parts of one accelerator: all accounting of capacity is in whole milli-accelerators.
inline constexpr std::uint32_t kMilliPerDevice = 1000;

/// A duration that was not recorded.
inline constexpr Duration kNoDuration = Duration::min();
/// The runtime of a job that never ends by itself.
inline constexpr Duration kForever = Duration::max();

/// An alternative set of accelerator kinds ("A|B"); 0 is "any kind".
using TypeSetId = Id<struct TypeSetTag>;
inline constexpr TypeSetId kAnyType{0U};

/// What a job asks for. milli < 1000 is legal only with devices == 1 (a share of one device).
struct Request {
  std::uint32_t devices = 0;              ///< accelerators, all nodes together
  std::uint32_t milli = kMilliPerDevice;  ///< per accelerator
  std::uint32_t cpu_milli = 0;            ///< 1/1000 core, on one node
  std::uint32_t memory_mib = 0;           ///< on one node
  TypeSetId types = kAnyType;

  [[nodiscard]] std::uint64_t total_milli() const { return std::uint64_t{devices} * milli; }
  /// A job with CPU or memory needs, or a share of a device, must fit into one node.
  [[nodiscard]] bool node_bound() const {
    return cpu_milli > 0 || memory_mib > 0 || milli < kMilliPerDevice;
  }
  bool operator==(const Request&) const = default;
};

/// One job as a reader or generator makes it.
struct Job {
  SimTime arrival = kTimeZero;
  Duration runtime = kForever;          ///< true run time
  Duration requested = kNoDuration;     ///< the user's limit; kNoDuration when not recorded
  SimTime recorded_start = kTimeNever;  ///< kTimeNever when not recorded
  Request request;
  UserId user{0U};
  QueueId queue{0U};
  std::int32_t priority = 0;                             ///< higher first
  JobId after;                                           ///< starts only once that job has ended
  float load = std::numeric_limits<float>::quiet_NaN();  ///< fraction of nameplate power
  std::uint32_t line = 0;  ///< 1-based line in the file; 0 for generated jobs
};

/// Names seen in a trace, numbered in the order of their first appearance; 0 is "".
class NameTable {
 public:
  NameTable() { (void)intern(""); }
  std::uint32_t intern(std::string_view name);
  [[nodiscard]] const std::string& name(std::uint32_t id) const { return names_.at(id); }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

 private:
  std::vector<std::string> names_;
  std::vector<std::uint32_t> slots_;  // open addressing over names_, id + 1; 0 is empty
  void rehash(std::size_t capacity);
  [[nodiscard]] std::size_t slot_of(std::string_view name) const;
};

/// Jobs ordered by (arrival, position in the file); JobId is the position in that order.
class JobTable {
 public:
  /// Sorts stably by arrival and renumbers `after` from positions in `jobs` to ids.
  static JobTable from(std::vector<Job> jobs, NameTable users, NameTable queues, NameTable types);

  [[nodiscard]] std::size_t size() const { return jobs_.size(); }
  [[nodiscard]] bool empty() const { return jobs_.empty(); }
  [[nodiscard]] const Job& operator[](JobId id) const { return jobs_[id.index()]; }
  [[nodiscard]] const std::vector<Job>& jobs() const { return jobs_; }
  [[nodiscard]] const NameTable& users() const { return users_; }
  [[nodiscard]] const NameTable& queues() const { return queues_; }
  /// Spellings of type sets, alternatives joined by '|'.
  [[nodiscard]] const NameTable& types() const { return types_; }

 private:
  std::vector<Job> jobs_;
  NameTable users_;
  NameTable queues_;
  NameTable types_;
};

/// "A|B|" -> {"A", "B"}.
std::vector<std::string> split_types(std::string_view spelling);

}  // namespace podsim
