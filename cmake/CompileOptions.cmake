# SPDX-License-Identifier: Apache-2.0
# Compiler flags of the whole project.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3")  # assertions stay on: they cost nothing in the kernels

add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_compile_options(-Wno-sign-conversion)  # g++ does not count it to -Wconversion for C++
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # False alarms of g++ 12 at -O3, inside fmt 9 and inside std::string (GCC bug 105651).
  add_compile_options(-Wno-stringop-overflow -Wno-restrict)
endif()
if(BITBASIN_WERROR)
  add_compile_options(-Werror)
endif()

# One rounding per operation: with fused multiply-adds the digits would depend on the SIMD level.
add_compile_options(-ffp-contract=off)

if(BITBASIN_SANITIZE)
  add_compile_options(-fsanitize=${BITBASIN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${BITBASIN_SANITIZE})
endif()
if(BITBASIN_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(BITBASIN_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
