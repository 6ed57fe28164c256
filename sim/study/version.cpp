#include "sim/study/version.h"

#include "version_generated.h"

namespace podsim {

std::string version() {
  return PODSIM_VERSION;
}
std::string revision() {
  return PODSIM_REVISION;
}

}  // namespace podsim
