# SPDX-License-Identifier: Apache-2.0
# Compiler flags of the whole project.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3")  # assertions stay on: they cost nothing in the kernels
# Also on in Debug, with those of the standard library. A sanitizer's report needs line numbers only.
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS")

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

find_program(BITBASIN_MOLD mold DOC "A linker that takes a second where the default takes ten")
mark_as_advanced(BITBASIN_MOLD)
if(BITBASIN_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

if(BITBASIN_SANITIZE)
  add_compile_options(-fsanitize=${BITBASIN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${BITBASIN_SANITIZE})
  if(BITBASIN_SANITIZE MATCHES undefined)
    # Two checks that take the compiler an eighth of its time. The address sanitizer sees what object-size sees, and
    # no class here is cast to one that is derived from it, which vptr is for.
    add_compile_options(-fno-sanitize=object-size,vptr)
  endif()
endif()
if(BITBASIN_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
