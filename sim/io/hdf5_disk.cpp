#include "sim/io/hdf5_disk.h"

#include <fcntl.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

namespace podsim::hdf5 {
namespace {

constexpr haddr_t kMostBytes = std::numeric_limits<off_t>::max();

/// What HDF5 hands to open_disk().
struct Settings {
  int* error;
};

struct Disk {
  H5FD_t base;  // HDF5's own part, which has to come first
  int descriptor;
  haddr_t allocated;  // HDF5's "eoa"
  haddr_t end;        // HDF5's "eof"
  int* error;
};

Disk& disk_of(H5FD_t* file) {
  return *reinterpret_cast<Disk*>(file);
}
const Disk& disk_of(const H5FD_t* file) {
  return *reinterpret_cast<const Disk*>(file);
}

void note(Disk& disk, int error) {
  if (*disk.error == 0) *disk.error = error;
}

H5FD_t* open_disk(const char* name, unsigned flags, hid_t access_settings, haddr_t) {
  const auto* settings = static_cast<const Settings*>(H5Pget_driver_info(access_settings));
  if (settings == nullptr) return nullptr;
  const int how = O_RDWR | O_CLOEXEC | ((flags & H5F_ACC_CREAT) != 0 ? O_CREAT : 0) |
                  ((flags & H5F_ACC_TRUNC) != 0 ? O_TRUNC : 0);
  const int descriptor = ::open(name, how, 0666);
  struct stat facts {};
  if (descriptor < 0 || ::fstat(descriptor, &facts) != 0) {
    if (descriptor >= 0) (void)::close(descriptor);
    return nullptr;
  }
  auto* disk = new Disk{{}, descriptor, 0, static_cast<haddr_t>(facts.st_size), settings->error};
  return &disk->base;
}

herr_t close_disk(H5FD_t* file) {
  Disk* disk = &disk_of(file);
  if (::close(disk->descriptor) != 0) note(*disk, errno);  // network file systems tell late
  delete disk;
  return 0;
}

herr_t query_disk(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

haddr_t allocated_of(const H5FD_t* file, H5FD_mem_t) {
  return disk_of(file).allocated;
}
haddr_t end_of(const H5FD_t* file, H5FD_mem_t) {
  return disk_of(file).end;
}
herr_t set_allocated(H5FD_t* file, H5FD_mem_t, haddr_t size) {
  disk_of(file).allocated = size;
  return 0;
}

/// Bytes that were never written are zeros.
herr_t read_disk(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, void* out) {
  Disk& disk = disk_of(file);
  auto* to = static_cast<char*>(out);
  while (size > 0) {
    const ssize_t got = ::pread(disk.descriptor, to, size, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) note(disk, errno);
    if (got <= 0) break;
    to += got;
    at += static_cast<haddr_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  std::memset(to, 0, size);
  return 0;
}

herr_t write_disk(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, const void* data) {
  Disk& disk = disk_of(file);
  const auto* from = static_cast<const char*>(data);
  disk.end = std::max(disk.end, at + size);
  while (size > 0 && *disk.error == 0) {
    const ssize_t wrote = ::pwrite(disk.descriptor, from, size, static_cast<off_t>(at));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) {
      note(disk, errno);
      break;
    }
    from += wrote;
    at += static_cast<haddr_t>(wrote);
    size -= static_cast<std::size_t>(wrote);
  }
  return 0;
}

herr_t truncate_disk(H5FD_t* file, hid_t, hbool_t) {
  Disk& disk = disk_of(file);
  if (disk.allocated == disk.end) return 0;
  if (*disk.error == 0 && ::ftruncate(disk.descriptor, static_cast<off_t>(disk.allocated)) != 0) {
    note(disk, errno);
  }
  disk.end = disk.allocated;
  return 0;
}

H5FD_class_t driver() {
  H5FD_class_t driver{};
  driver.name = "podsim_noting_disk";
  driver.maxaddr = kMostBytes;
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(Settings);
  driver.open = open_disk;
  driver.close = close_disk;
  driver.query = query_disk;
  driver.get_eoa = allocated_of;
  driver.set_eoa = set_allocated;
  driver.get_eof = end_of;
  driver.read = read_disk;
  driver.write = write_disk;
  driver.truncate = truncate_disk;
  constexpr H5FD_mem_t kLists[H5FD_MEM_NTYPES] = H5FD_FLMAP_DICHOTOMY;
  std::ranges::copy(kLists, driver.fl_map);
  return driver;
}

}  // namespace

bool use_noting_disk(std::int64_t access_settings, int* error) {
  // For the life of the process: H5FD_close() lets go of a file's driver before it calls it.
  static const hid_t id = [] {
    const H5FD_class_t disk = driver();
    return H5FDregister(&disk);
  }();
  const Settings settings{error};
  return id >= 0 && H5Pset_driver(access_settings, id, &settings) >= 0;
}

}  // namespace podsim::hdf5
