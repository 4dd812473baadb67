# SPDX-License-Identifier: Apache-2.0
# The Python module bitbasin._core, and next to it links to the Python files: with build/release/python on
# PYTHONPATH the package is used from the source tree.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(pybind11 2.10 REQUIRED)

pybind11_add_module(bitbasin_python MODULE NO_EXTRAS ${python_sources})
target_link_libraries(bitbasin_python PRIVATE bitbasin_sweep bitbasin_internal bitbasin_page)
target_compile_options(bitbasin_python PRIVATE -O1)
compile_together(bitbasin_python ANY_FOLDER <pybind11/numpy.h> <pybind11/pybind11.h> <pybind11/stl.h>)
set(python_package ${CMAKE_BINARY_DIR}/python/bitbasin)
set_target_properties(bitbasin_python PROPERTIES OUTPUT_NAME _core CXX_VISIBILITY_PRESET hidden
  LIBRARY_OUTPUT_DIRECTORY ${python_package})

file(MAKE_DIRECTORY ${python_package})
file(GLOB python_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/bitbasin/*)
foreach(file IN LISTS python_files)
  get_filename_component(name ${file} NAME)
  if(NOT name STREQUAL __pycache__)
    file(CREATE_LINK ${file} ${python_package}/${name} SYMBOLIC)
  endif()
endforeach()

if(BITBASIN_TESTS)
  # One test of ctest for each file of tests, and the environment that all of them share.
  file(GLOB python_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/tests/*_test.py)
  foreach(file IN LISTS python_tests)
    get_filename_component(name ${file} NAME_WE)
    add_test(NAME python.${name} COMMAND ${Python_EXECUTABLE} -B -m pytest -q -p no:cacheprovider ${file}
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(python.${name} PROPERTIES TIMEOUT 600 ENVIRONMENT
      "PYTHONPATH=${CMAKE_BINARY_DIR}/python;BITBASIN_PROGRAM=$<TARGET_FILE:bitbasin>;OMP_NUM_THREADS=1;MPLBACKEND=agg")
  endforeach()
endif()
