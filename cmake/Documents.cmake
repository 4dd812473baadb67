# SPDX-License-Identifier: Apache-2.0
# Tests of the documents: the code of every page runs, links lead somewhere, the site builds.
file(GLOB_RECURSE pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/doc/*.md)
foreach(page IN ITEMS README.md LISTS pages)
  string(REGEX REPLACE "^doc/|\\.md$" "" name ${page})
  add_test(NAME documents.${name} COMMAND ${Python_EXECUTABLE} -B tools/run-document-blocks ${page}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(documents.${name} PROPERTIES TIMEOUT 600 ENVIRONMENT
    "PYTHONPATH=${CMAKE_BINARY_DIR}/python;BITBASIN_PROGRAM=$<TARGET_FILE:bitbasin>;OMP_NUM_THREADS=1;MPLBACKEND=agg")
endforeach()

add_test(NAME documents.links COMMAND ${Python_EXECUTABLE} -B tools/check-documents
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
# Strict: a link to a page or figure that does not exist is an error. check-documents looks at headings too.
add_test(NAME documents.site COMMAND ${Python_EXECUTABLE} -B -m mkdocs build -q --site-dir ${CMAKE_BINARY_DIR}/site
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
