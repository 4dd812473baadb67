# SPDX-License-Identifier: Apache-2.0
# The only code that nvcc compiles: the program loads it where a GPU was asked for, and runs without.
if(BITBASIN_CUDA STREQUAL OFF)
  return()
endif()
find_program(BITBASIN_NVCC nvcc HINTS /usr/local/cuda/bin DOC "The compiler of CUDA")
if(NOT BITBASIN_NVCC)
  if(BITBASIN_CUDA STREQUAL ON)
    message(FATAL_ERROR "BITBASIN_CUDA is ON but there is no nvcc")
  endif()
  return()
endif()
set(CMAKE_CUDA_COMPILER ${BITBASIN_NVCC})
set(CMAKE_CUDA_ARCHITECTURES OFF)  # each file names its own
enable_language(CUDA)
set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)  # CMake 3.25 does not know that of nvcc 13

file(GLOB cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/bitbasin/cuda/*.cu)
add_library(bitbasin_cuda MODULE ${cuda_sources})
set_target_properties(bitbasin_cuda PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}
  CUDA_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON
  CUDA_RUNTIME_LIBRARY Static
  COMPILE_OPTIONS "")  # those of CompileOptions.cmake are for C++ compilers
# One rounding per operation, as everywhere (CompileOptions.cmake). nvcc 13 warns of nothing by default that is not
# worth an error.
target_compile_options(bitbasin_cuda PRIVATE -O3 -fmad=false $<$<BOOL:${BITBASIN_WERROR}>:-Werror=all-warnings>)
target_include_directories(bitbasin_cuda PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_include_directories(bitbasin_cuda SYSTEM PRIVATE ${RANDOM123_INCLUDE_DIR})
target_link_options(bitbasin_cuda PRIVATE -Wl,--exclude-libs,ALL)
# wgmma is compute capability 9.0's alone. All else runs from 8.0 on: as machine code there and on 9.0, and by PTX,
# which the driver compiles, on what came later.
set(hopper ${PROJECT_SOURCE_DIR}/src/bitbasin/cuda/product_hopper.cu)
list(REMOVE_ITEM cuda_sources ${hopper})
set_source_files_properties(${hopper} PROPERTIES COMPILE_OPTIONS "-gencode=arch=compute_90a,code=sm_90a")
set_source_files_properties(${cuda_sources} PROPERTIES COMPILE_OPTIONS
  "-gencode=arch=compute_80,code=[compute_80,sm_80];-gencode=arch=compute_90,code=sm_90")
add_dependencies(bitbasin bitbasin_cuda)
