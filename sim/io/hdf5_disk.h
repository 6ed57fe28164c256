// The lowest layer of written HDF5 files. HDF5 1.10 cannot close a file whose last bytes do not fit
// on the disk: it frees half of it and crashes at exit. So it never learns: the first error is
// noted, and from then on bytes are dropped.
#pragma once

#include <cstdint>

namespace podsim::hdf5 {

/// Has files that are created with `access_settings` written so. `error` gets the errno of the
/// first failure and must outlive the file. False when HDF5 refuses.
bool use_noting_disk(std::int64_t access_settings, int* error);

}  // namespace podsim::hdf5
