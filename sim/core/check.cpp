#include "sim/core/check.h"

namespace podsim {

void fail_invariant(const char* file, int line, const char* condition, const std::string& message) {
  throw InvariantError(
      fmt::format("broken invariant at {}:{}: {} ({})", file, line, message, condition));
}

}  // namespace podsim
