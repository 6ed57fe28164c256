// Broken invariants stop the run with their values; they are never user errors.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace podsim {

/// Thrown by SIM_CHECK; reaches main(), which reports it and exits 3.
class InvariantError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void fail_invariant(const char* file, int line, const char* condition,
                                 const std::string& message);

}  // namespace podsim

/// Always on. SIM_CHECK(a == b, "free {} against {}", a, b).
#define SIM_CHECK(condition, ...)                                                           \
  do {                                                                                      \
    if (!(condition)) [[unlikely]] {                                                        \
      ::podsim::fail_invariant(__FILE__, __LINE__, #condition, ::fmt::format(__VA_ARGS__)); \
    }                                                                                       \
  } while (false)
