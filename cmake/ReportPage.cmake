# SPDX-License-Identifier: Apache-2.0
# The report page: web/ becomes one HTML file, whose bytes are embedded in the program and the Python module
# (report/page_template.h), not in the library. Without BITBASIN_PAGE, without npm, or if npm cannot fetch its
# packages, everything else is built and the page is empty. A source archive contains the built page,
# web/page.html, and needs no npm; without that file the page is built from its sources.
find_program(BITBASIN_NPM npm DOC "npm, which builds the report page")
find_program(BITBASIN_NODE node DOC "node, which runs npm")
mark_as_advanced(BITBASIN_NPM BITBASIN_NODE)

set(web ${PROJECT_SOURCE_DIR}/web)
set(page_source ${CMAKE_BINARY_DIR}/report/page_template.cc)
# All build folders share one page.
set(page ${PROJECT_SOURCE_DIR}/build/web/index.html)

set(ready_page)
set(npm)
set(web_sources)
if(EXISTS ${web}/page.html)
  set(ready_page ${web}/page.html)
  set(web_sources ${ready_page})
elseif(BITBASIN_PAGE AND BITBASIN_NPM AND BITBASIN_NODE)
  set(npm ${BITBASIN_NPM})
  file(GLOB web_sources CONFIGURE_DEPENDS ${web}/src/*.ts ${web}/src/*.css ${web}/plugins/*.ts)
  list(FILTER web_sources EXCLUDE REGEX "\\.test\\.ts$")
  list(APPEND web_sources ${web}/index.html ${web}/package-lock.json ${web}/package.json
       ${web}/vite.config.ts)
elseif(BITBASIN_PAGE)
  message(STATUS "npm was not found: bitbasin report will have no page")
endif()
set(page_script ${PROJECT_SOURCE_DIR}/cmake/BuildPage.cmake)
# Only made together with the page, so that the next build tries again.
set(page_done ${CMAKE_BINARY_DIR}/report/page.done)
add_custom_command(
  OUTPUT ${page_source} ${page_done}
  COMMAND ${CMAKE_COMMAND} -DNPM=${npm} -DREADY=${ready_page} -DWEB=${web} -DPAGE=${page} -DSOURCE=${page_source}
          -DDONE=${page_done} "-DINPUTS=${web_sources}" -DSCRIPT=build -DFUNCTION=page_template -P ${page_script}
  DEPENDS ${web_sources} ${page_script}
  COMMENT "Building the report page"
  VERBATIM)
# A separate library: in bitbasin_cmd every object would wait for the page.
add_library(bitbasin_page STATIC ${page_source})
target_include_directories(bitbasin_page PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(bitbasin_cmd PUBLIC bitbasin_page)

if(BITBASIN_TESTS AND BITBASIN_PAGE_TESTS)
  if(BITBASIN_NPM AND BITBASIN_NODE)
    # Types and layout; functions; reports of this program in a browser.
    add_test(NAME web.check COMMAND ${BITBASIN_NPM} run --silent check)
    add_test(NAME web.unit COMMAND ${BITBASIN_NPM} run --silent test)
    add_test(NAME web.page COMMAND ${BITBASIN_NPM} run --silent test:page)
  else()
    foreach(name check unit page)
      add_test(NAME web.${name}
               COMMAND sh -c "echo expected npm and node, which build and test the page, but found none; exit 1")
    endforeach()
  endif()
  set_tests_properties(web.check web.unit web.page PROPERTIES WORKING_DIRECTORY ${web} TIMEOUT 600
    ENVIRONMENT "BITBASIN_PROGRAM=$<TARGET_FILE:bitbasin>;NO_COLOR=1")
endif()
