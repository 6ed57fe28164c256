# cmake -DSOURCE= -DVERSION= -DOUTPUT= -P version.cmake: writes version_generated.h if it changed.
cmake_minimum_required(VERSION 3.25)
execute_process(
  COMMAND git -c safe.directory=* -C "${SOURCE}" describe --always --dirty
  OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE
  ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR revision STREQUAL "")
  set(revision "unknown")  # no git, or a source archive
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT
"#pragma once
#define PODSIM_VERSION \"@VERSION@\"
#define PODSIM_REVISION \"@revision@\"
")
