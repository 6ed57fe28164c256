// Catalog files embedded into the binary by the build, so that a program needs no data folder.
#pragma once

#include <span>
#include <string_view>

namespace podsim {

struct EmbeddedFile {
  std::string_view path;  ///< relative to sim/hardware/catalog, e.g. "accelerators/h100-sxm.yaml"
  std::string_view text;
};

/// All catalog files, sorted by path.
std::span<const EmbeddedFile> embedded_catalog();

}  // namespace podsim
