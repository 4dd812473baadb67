# SPDX-License-Identifier: Apache-2.0
# The library CaDiCaL, which has no package file of CMake: cadical_library is what to link with, cadical_flag the
# same for programs that link a static bitbasin, and cadical_left_out the source that is not compiled.
set(cadical_library)
set(cadical_flag)
set(cadical_folder ${PROJECT_SOURCE_DIR}/src/bitbasin/sat/complete)
set(cadical_left_out ${cadical_folder}/cadical.cc)
if(BITBASIN_CADICAL STREQUAL OFF)
  return()
endif()
find_library(CADICAL_LIBRARY cadical DOC "The library of CaDiCaL")
find_path(CADICAL_INCLUDE_DIR cadical.hpp DOC "The folder of CaDiCaL's header")
if(NOT CADICAL_LIBRARY OR NOT CADICAL_INCLUDE_DIR)
  if(BITBASIN_CADICAL STREQUAL ON)
    message(FATAL_ERROR "BITBASIN_CADICAL is ON but there is no CaDiCaL; Debian has it in libcadical-dev")
  endif()
  return()
endif()
add_library(cadical UNKNOWN IMPORTED)
set_target_properties(cadical PROPERTIES IMPORTED_LOCATION ${CADICAL_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${CADICAL_INCLUDE_DIR})
set(cadical_library cadical)
set(cadical_flag -lcadical)
set(cadical_left_out ${cadical_folder}/no_cadical.cc)
