# SPDX-License-Identifier: Apache-2.0
# The source of base/version.h. The commit is that of the last configuration, which a new commit triggers; in
# an archive without a repository it comes from source_commit.txt, written by git.
file(READ ${PROJECT_SOURCE_DIR}/cmake/source_commit.txt commit)
string(STRIP "${commit}" commit)
if(commit MATCHES "Format")
  execute_process(COMMAND git describe --always --dirty --abbrev=12 --match= WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
elseif(commit MATCHES "^[0-9a-f]+$")
  string(SUBSTRING "${commit}" 0 12 commit)
endif()
file(STRINGS ${PROJECT_SOURCE_DIR}/CITATION.cff release_date REGEX "^date-released: ")
string(REPLACE "date-released: " "" release_date "${release_date}")
set(version_source ${CMAKE_BINARY_DIR}/generated/version.cc)
file(CONFIGURE OUTPUT ${version_source} @ONLY CONTENT [[
// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/version.h"

const char* bitbasin::version() { return "@PROJECT_VERSION@"; }
const char* bitbasin::source_commit() { return "@commit@"; }
const char* bitbasin::release_date() { return "@release_date@"; }
]])
target_sources(bitbasin_lib PRIVATE ${version_source})
set_source_files_properties(${version_source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
if(EXISTS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
endif()
