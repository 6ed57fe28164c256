# podsim_test(FOLDER) and podsim_script_test(NAME SCRIPT ...): see tests/CMakeLists.txt.
enable_testing()

set(PODSIM_BINARY "${CMAKE_BINARY_DIR}/bin/podsim")
if(DEFINED ENV{PODSIM_SHARED_DIR})
  set(shared "$ENV{PODSIM_SHARED_DIR}")
else()
  cmake_path(SET shared NORMALIZE "${CMAKE_SOURCE_DIR}/../shared")
endif()
set(PODSIM_SHARED_DIR "${shared}" CACHE PATH "Traces and reference data; tests that need it skip without")

# The system's python3 first: h5py and xarray come from its packages.
find_program(PODSIM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(PODSIM_PYTHON python3)

# podsim_test(FOLDER): tests/FOLDER/*.cpp -> bin/test_FOLDER, ctest `FOLDER`; what stands in
# TEST_SUITE("slow") becomes ctest `FOLDER-slow` with the label slow.
function(podsim_test folder)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
  if(NOT sources)
    return()
  endif()
  list(SORT sources)
  set(target test_${folder})
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE podsim_test_main)
  target_precompile_headers(${target} REUSE_FROM podsim_test_main)
  if(TARGET podsim)
    add_dependencies(${target} podsim)
  endif()
  add_test(NAME ${folder} COMMAND ${target} --test-suite-exclude=slow)
  set_tests_properties(${folder} PROPERTIES TIMEOUT 600)

  foreach(source IN LISTS sources)
    file(STRINGS "${source}" hits REGEX "(TEST_SUITE|test_suite)\\(\"slow\"\\)")
    if(hits)
      add_test(NAME ${folder}-slow COMMAND ${target} --test-suite=slow)
      set_tests_properties(${folder}-slow PROPERTIES LABELS slow TIMEOUT 3600)
      break()
    endif()
  endforeach()
endfunction()

# podsim_script_test(NAME SCRIPT [ARGS arg...] [LABELS label...]): a .py or .sh as a ctest.
# It finds PODSIM_BINARY, PODSIM_SOURCE_DIR and PODSIM_SHARED_DIR in its environment;
# exit code 77 means skipped.
function(podsim_script_test name script)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "ARGS;LABELS")
  cmake_path(ABSOLUTE_PATH script)
  if(script MATCHES "\\.py$")
    if(NOT PODSIM_PYTHON)
      message(STATUS "test ${name} left out: no python3")
      return()
    endif()
    set(interpreter "${PODSIM_PYTHON}")
  else()
    set(interpreter bash)
  endif()
  add_test(NAME ${name} COMMAND ${interpreter} "${script}" ${arg_ARGS})
  set_tests_properties(${name} PROPERTIES
    LABELS "${arg_LABELS}" SKIP_RETURN_CODE 77 TIMEOUT 3600
    ENVIRONMENT "PODSIM_BINARY=${PODSIM_BINARY};PODSIM_SOURCE_DIR=${CMAKE_SOURCE_DIR};PODSIM_SHARED_DIR=${PODSIM_SHARED_DIR};PYTHONDONTWRITEBYTECODE=1")
endfunction()
