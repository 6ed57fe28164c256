# hdf5_library: the HDF5 to link with.
#
# Debian's shared HDF5 loads libcurl and, through it, thirty more libraries for a driver that reads
# files in cloud storage: 18 ms at each start of podsim. The static one does without them, given
# stand-ins for what that driver calls. Where this does not link, the shared one serves.
find_package(PkgConfig REQUIRED)
find_package(ZLIB REQUIRED)
pkg_search_module(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)

add_library(hdf5_library INTERFACE)
find_library(PODSIM_HDF5_ARCHIVE NAMES libhdf5_serial.a libhdf5.a
  HINTS ${HDF5_LIBRARY_DIRS} ${HDF5_LIBDIR} NO_CACHE)
find_library(PODSIM_SZ_LIBRARY NAMES sz NO_CACHE)
set(stand_ins "${CMAKE_CURRENT_LIST_DIR}/hdf5_cloud.cpp")
set(PODSIM_HDF5_PARTS "${PODSIM_SZ_LIBRARY}" ZLIB::ZLIB m ${CMAKE_DL_LIBS})
if(PODSIM_HDF5_ARCHIVE AND PODSIM_SZ_LIBRARY)
  try_compile(PODSIM_HDF5_STATIC
    SOURCE_FROM_CONTENT probe.cpp "#include <hdf5.h>\nint main() { return H5open(); }\n"
    SOURCES "${stand_ins}"
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${HDF5_INCLUDE_DIRS}"
    LINK_LIBRARIES "${PODSIM_HDF5_ARCHIVE}" ${PODSIM_HDF5_PARTS})
endif()
if(PODSIM_HDF5_STATIC)
  add_library(hdf5_cloud STATIC "${stand_ins}")
  target_include_directories(hdf5_library SYSTEM INTERFACE ${HDF5_INCLUDE_DIRS})
  target_link_libraries(hdf5_library INTERFACE
    "${PODSIM_HDF5_ARCHIVE}" hdf5_cloud ${PODSIM_HDF5_PARTS})
else()
  target_link_libraries(hdf5_library INTERFACE PkgConfig::HDF5)
endif()
