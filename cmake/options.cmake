# How everything of ours is compiled and linked: `podsim_options`.
# The same numbers from every compiler matter more than the last percent of speed:
# no contraction of a*b+c, no -march=native, no -ffast-math.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

find_package(Threads REQUIRED)

add_library(podsim_options INTERFACE)
target_include_directories(podsim_options INTERFACE "${CMAKE_SOURCE_DIR}"
                                                    "${CMAKE_BINARY_DIR}/generated")
target_compile_options(podsim_options INTERFACE
  -ffp-contract=off
  "-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/="  # __FILE__ is sim/..., wherever the checkout is
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
target_link_libraries(podsim_options INTERFACE Threads::Threads)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees overlapping copies in "text" + std::string (GCC bug 105651).
  target_compile_options(podsim_options INTERFACE -Wno-restrict -Wno-array-bounds)
endif()
if(PODSIM_WERROR OR DEFINED ENV{CI})
  target_compile_options(podsim_options INTERFACE -Werror)
endif()

if(PODSIM_SANITIZE)
  add_compile_options(-fsanitize=${PODSIM_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=${PODSIM_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized)  # false alarms under instrumentation
  endif()
endif()

find_program(PODSIM_MOLD mold)
if(PODSIM_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

find_program(PODSIM_CCACHE ccache)
if(PODSIM_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env "CCACHE_SLOPPINESS=pch_defines,time_macros" "${PODSIM_CCACHE}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)  # lets ccache see through precompiled headers
  endif()
endif()
