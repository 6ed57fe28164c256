# podsim_library(FOLDER [USES folder...] [PUBLIC library...] [PRIVATE library...] [SOURCES generated...])
#
# One static library podsim_FOLDER from every .cpp below the calling folder.
# USES names other folders of sim/; PRIVATE libraries stay invisible to those who link this one.
# A folder that has no .cpp yet becomes an interface library.
function(podsim_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;PUBLIC;PRIVATE;SOURCES")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  list(SORT sources)
  list(APPEND sources ${arg_SOURCES})
  list(TRANSFORM arg_USES PREPEND podsim_)

  set(target podsim_${folder})
  if(NOT sources)
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE podsim_options ${arg_USES} ${arg_PUBLIC})
    return()
  endif()
  add_library(${target} STATIC ${sources})
  target_link_libraries(${target} PUBLIC podsim_options ${arg_USES} ${arg_PUBLIC}
                                  PRIVATE ${arg_PRIVATE})
  if(TARGET podsim_pch)
    target_precompile_headers(${target} REUSE_FROM podsim_pch)
  endif()
endfunction()

# A precompiled header needs a source to belong to.
set(PODSIM_PCH_OWNER "${CMAKE_BINARY_DIR}/generated/pch.cpp")
file(CONFIGURE OUTPUT "${PODSIM_PCH_OWNER}" CONTENT "// Owns the precompiled headers.\n")

# One for all of sim/. GCC only: the clang build goes without, and so finds the #include
# that somebody forgot.
if(PODSIM_PCH AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  find_package(fmt REQUIRED)
  add_library(podsim_pch OBJECT "${PODSIM_PCH_OWNER}")
  target_link_libraries(podsim_pch PUBLIC podsim_options fmt::fmt)
  target_precompile_headers(podsim_pch PRIVATE
    <algorithm> <array> <compare> <cstdint> <functional> <limits> <map> <memory> <numeric> <optional>
    <span> <string> <string_view> <tuple> <utility> <variant> <vector> <fmt/format.h>)
endif()
