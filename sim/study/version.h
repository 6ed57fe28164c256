// Which podsim this is.
#pragma once

#include <string>

namespace podsim {

std::string version();
/// The source revision it was built from; "unknown" outside a checkout.
std::string revision();

}  // namespace podsim
