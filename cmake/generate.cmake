# Sources that CMake writes: the policy table, the embedded catalog, the version header.
set(PODSIM_GENERATED "${CMAKE_BINARY_DIR}/generated")

# podsim_policy_table(LIST_FILE OUT_VAR): the table of built-in policies from its one list.
# A line `queue/fcfs` names the source builtin/queue/fcfs.cpp and its function queue_fcfs().
# A line that names no file is an error here; a missing function is an error of the linker.
function(podsim_policy_table list_file out_var)
  set(${out_var} "" PARENT_SCOPE)
  if(NOT EXISTS "${list_file}")
    return()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list_file}")
  cmake_path(GET list_file PARENT_PATH folder)
  file(STRINGS "${list_file}" lines REGEX "^[ \t]*[a-z]")
  set(declarations "")
  set(calls "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "#.*" "" policy "${line}")
    string(STRIP "${policy}" policy)
    if(NOT policy MATCHES "^[a-z][a-z0-9_/-]*/[a-z0-9_-]+$")
      message(FATAL_ERROR "${list_file}: '${line}' is not of the form kind/name")
    endif()
    if(NOT EXISTS "${folder}/${policy}.cpp")
      message(FATAL_ERROR "${list_file}: ${policy} has no source ${folder}/${policy}.cpp")
    endif()
    string(REGEX REPLACE "[/-]" "_" function "${policy}")
    string(APPEND declarations "PolicyEntry ${function}();\n")
    string(APPEND calls "      ${function}(),\n")
  endforeach()
  set(table "${PODSIM_GENERATED}/policy_table.cpp")
  file(CONFIGURE OUTPUT "${table}" @ONLY CONTENT
"// Written by CMake from sim/policies/builtin/list.cmake.
#include \"sim/policies/registry.h\"

#include <vector>

namespace podsim {

@declarations@
const std::vector<PolicyEntry>& builtin_policies() {
  static const std::vector<PolicyEntry> entries{
@calls@  };
  return entries;
}

}  // namespace podsim
")
  set(${out_var} "${table}" PARENT_SCOPE)
endfunction()

# podsim_embed_catalog(FOLDER OUT_VAR): every FOLDER/**/*.yaml as bytes inside the program,
# so that podsim needs no data directory.
function(podsim_embed_catalog folder out_var)
  set(${out_var} "" PARENT_SCOPE)
  if(NOT IS_DIRECTORY "${folder}")
    return()
  endif()
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE "${folder}" "${folder}/*.yaml")
  list(SORT files)
  set(paths "${files}")
  list(TRANSFORM paths PREPEND "${folder}/")
  set(output "${PODSIM_GENERATED}/catalog_data.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${folder}" "-DFILES=${files}" "-DOUTPUT=${output}"
            -P "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
    DEPENDS ${paths} "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
    COMMENT "Embedding the catalog" VERBATIM)
  set(${out_var} "${output}" PARENT_SCOPE)
endfunction()

# podsim_version_header(TARGET): version_generated.h with PODSIM_VERSION and PODSIM_REVISION.
# Asks git at every build; the file changes, and its one includer recompiles, only when
# the answer does.
function(podsim_version_header target)
  if(NOT TARGET podsim_version)
    add_custom_target(podsim_version
      COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${CMAKE_SOURCE_DIR}" "-DVERSION=${PROJECT_VERSION}"
              "-DOUTPUT=${PODSIM_GENERATED}/version_generated.h"
              -P "${CMAKE_SOURCE_DIR}/cmake/version.cmake"
      BYPRODUCTS "${PODSIM_GENERATED}/version_generated.h"
      COMMENT "" VERBATIM)
  endif()
  add_dependencies(${target} podsim_version)
endfunction()
