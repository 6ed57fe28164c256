// JSON text out. Keys keep their order, numbers are the shortest texts that read back exactly.
#pragma once

#include <string>

#include "sim/core/tree.h"

namespace podsim {

/// Indented by two spaces, with a line feed at the end. A scalar that is not quoted is a number,
/// true, false or null where it reads as one. Bytes that are not UTF-8 become U+FFFD.
std::string to_json(const Tree& tree);

}  // namespace podsim
