# SPDX-License-Identifier: Apache-2.0
# Run as a script by ReportPage.cmake and Playground.cmake:
#   NPM      npm, or nothing            WEB      the sources of the page, with package-lock.json
#   PAGE     the page to build          INPUTS   the files that it is built from
#   SOURCE   the C++ source to write    DONE     a file to write when the page is in SOURCE
#   READY    a page that is built already, or nothing
#   SCRIPT   of npm, which builds it    FUNCTION of page_template.h, which returns it
#   ENGINE   of the playground
cmake_minimum_required(VERSION 3.25)
get_filename_component(page_folder ${PAGE} DIRECTORY)

function(write_source bytes)
  file(CONFIGURE OUTPUT ${SOURCE} @ONLY CONTENT [[
// SPDX-License-Identifier: Apache-2.0
// Written by cmake/BuildPage.cmake.
#include "bitbasin/report/page_template.h"

namespace bitbasin {

constexpr unsigned char kPage[] = {@bytes@0};

std::string_view @FUNCTION@() { return {reinterpret_cast<const char*>(kPage), sizeof(kPage) - 1}; }

}  // namespace bitbasin
]])
endfunction()

# Runs npm in WEB, for five minutes at most.
macro(npm)
  execute_process(COMMAND ${NPM} ${ARGN} WORKING_DIRECTORY ${WEB} TIMEOUT 300 RESULT_VARIABLE status
                  OUTPUT_VARIABLE said ERROR_VARIABLE said)
endmacro()

function(write_page page)
  file(READ ${page} hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  write_source("${bytes}")
  file(TOUCH ${DONE})
endfunction()

file(REMOVE ${DONE})
if(READY)
  write_page(${READY})
  return()
elseif(NOT NPM)
  write_source("")
  file(TOUCH ${DONE})
  return()
endif()

# Simultaneous builds in several folders take turns, and the second reuses the work of the first.
file(LOCK ${page_folder}/lock)
set(status 0)

file(SHA256 ${WEB}/package-lock.json packages)
set(packages_stamp ${WEB}/node_modules/.bitbasin-packages)
set(installed)
if(EXISTS ${packages_stamp})
  file(READ ${packages_stamp} installed)
endif()
if(NOT installed STREQUAL packages)
  set(install ci --ignore-scripts --no-audit --no-fund --prefer-offline --fetch-retries=1)
  npm(${install})
  if(NOT status EQUAL 0)  # perhaps because it may not write to its cache
    npm(${install} --cache ${page_folder}/npm-cache)
  endif()
  if(status EQUAL 0)
    file(WRITE ${packages_stamp} ${packages})
  endif()
endif()

set(inputs)
foreach(input IN LISTS INPUTS)
  file(SHA256 ${input} sum)
  string(APPEND inputs "${sum}  ${input}\n")
endforeach()
set(inputs_stamp ${page_folder}/inputs)
set(built)
if(EXISTS ${PAGE} AND EXISTS ${inputs_stamp})
  file(READ ${inputs_stamp} built)
endif()
if(status EQUAL 0 AND NOT built STREQUAL inputs)
  file(REMOVE ${inputs_stamp})
  set(ENV{BITBASIN_ENGINE} ${ENGINE})
  npm(run ${SCRIPT} --silent -- --outDir ${page_folder}/page --emptyOutDir --logLevel warn)
  if(status EQUAL 0)
    file(RENAME ${page_folder}/page/index.html ${PAGE})
    file(REMOVE_RECURSE ${page_folder}/page)
    file(WRITE ${inputs_stamp} "${inputs}")
  endif()
endif()

if(status EQUAL 0)
  write_page(${PAGE})
else()
  string(SUBSTRING "${said}" 0 2000 said)
  message("${said}")
  message(WARNING "npm could not build a page (${SCRIPT}): there will be none")
  write_source("")
endif()
