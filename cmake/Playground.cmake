# SPDX-License-Identifier: Apache-2.0
# The playground: its engine, build/*/playground/engine.wasm, is what a page needs of the library, compiled to
# WebAssembly, and made so by wasm-opt that a page can suspend it while it tells of an iteration. The page with the
# engine in it is embedded in the program, as that of the report is; without BITBASIN_PLAYGROUND it is empty.
set(wasm ${CMAKE_BINARY_DIR}/playground)
set(engine ${wasm}/engine.wasm)
set(playground_page_sources)
set(playground_npm)
if(BITBASIN_PLAYGROUND)
  if(NOT BITBASIN_NPM OR NOT BITBASIN_NODE)
    message(FATAL_ERROR "BITBASIN_PLAYGROUND is ON, which takes npm and node")
  endif()
  set(playground_npm ${BITBASIN_NPM})
  file(GLOB playground_page_sources CONFIGURE_DEPENDS ${web}/playground/*.ts ${web}/playground/*.css
       ${web}/src/*.ts ${web}/src/*.css ${web}/plugins/*.ts)
  list(FILTER playground_page_sources EXCLUDE REGEX "\\.test\\.ts$")
  list(APPEND playground_page_sources ${web}/playground/index.html ${web}/package-lock.json ${web}/package.json
       ${web}/vite.config.ts ${engine} ${page_done})
endif()
add_custom_command(
  OUTPUT ${wasm}/page.cc ${wasm}/page.done
  COMMAND ${CMAKE_COMMAND} -DNPM=${playground_npm} -DREADY= -DWEB=${web} -DPAGE=${wasm}/page/index.html
          -DSOURCE=${wasm}/page.cc -DDONE=${wasm}/page.done "-DINPUTS=${playground_page_sources}"
          -DSCRIPT=build:playground -DFUNCTION=playground_template -DENGINE=${engine} -P ${page_script}
  DEPENDS ${playground_page_sources} ${page_script}
  COMMENT "Building the page of the playground"
  VERBATIM)
add_library(bitbasin_playground_page STATIC ${wasm}/page.cc)
target_include_directories(bitbasin_playground_page PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(bitbasin_cmd PUBLIC bitbasin_playground_page)

# Beside all that is in these folders, the engine needs single files.
set(wasm_sources ${library_sources})
list(FILTER wasm_sources INCLUDE REGEX
  "bitbasin/((base|math|rng|bits|models|solve|search|entropy|perceptron|sat)/|\
theory/equilibrium|device/gpu|ranks/launcher|data/(byte_reader|sealed_file|sha256|pixel_scaling)\\.cc|\
network/(committee_array|model_file)|features/feature_map|features/(bit_patches|stages)/|\
features/images/(deskew|cell_grid|views)|features/patches/patch_(bits|contrast|filters))")
# Left out, although headers of theirs are included or they are in those folders.
set(wasm_left_out
  base/parallel bits/simd_level data/memory_limit device/cuda_loader ranks/rank_calls  # playground/browser.cc instead
  data/atomic_file data/image_set data/npy data/npy_header perceptron/pattern_file sat/solution  # files
  features/feature_spec features/images/augment features/patches/patch_dictionary features/rbm/rbm  # training
  models/majority_responses network/classify  # kernels for committees and for many images
  sat/complete/cadical)
list(TRANSFORM wasm_left_out REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/src/bitbasin/\\1.cc")
list(REMOVE_ITEM wasm_sources ${wasm_left_out})
list(APPEND wasm_sources ${cadical_folder}/no_cadical.cc ${playground_sources})
list(REMOVE_DUPLICATES wasm_sources)
# For a test that nothing is missing, which needs no compiler for WebAssembly (sources/playground.test.cc).
foreach(list wasm_sources wasm_left_out)
  list(TRANSFORM ${list} REPLACE "^.*/src/bitbasin/(.+)$" "\"\\1\"," OUTPUT_VARIABLE ${list}_lines)
  list(JOIN ${list}_lines "\n" ${list}_lines)
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/playground_sources.test.h CONTENT
"// SPDX-License-Identifier: Apache-2.0
#pragma once
inline constexpr const char* kPlaygroundSources[] = {
@wasm_sources_lines@
};
inline constexpr const char* kLeftOutOfPlayground[] = {
@wasm_left_out_lines@
};
" @ONLY)

if(NOT BITBASIN_PLAYGROUND)
  return()
endif()
find_program(BITBASIN_WASM_CXX clang++-19 DOC "A compiler for wasm32-wasi with libc++")
find_program(BITBASIN_WASM_OPT wasm-opt DOC "wasm-opt of Binaryen")
mark_as_advanced(BITBASIN_WASM_CXX BITBASIN_WASM_OPT)
if(NOT BITBASIN_WASM_CXX OR NOT BITBASIN_WASM_OPT)
  message(FATAL_ERROR "BITBASIN_PLAYGROUND is ON, which takes clang++-19 and wasm-opt (tools/packages/playground.txt)")
endif()

# Headers of libraries without those of this machine's C library.
get_target_property(hwy_include hwy::hwy INTERFACE_INCLUDE_DIRECTORIES)
get_target_property(fmt_include fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
file(MAKE_DIRECTORY ${wasm}/include)
foreach(header ${RANDOM123_INCLUDE_DIR}/Random123 ${hwy_include}/hwy ${fmt_include}/fmt)
  cmake_path(GET header FILENAME name)
  file(CREATE_LINK ${header} ${wasm}/include/${name} SYMBOLIC)
endforeach()

set(wasm_flags --target=wasm32-wasi -stdlib=libc++ -std=c++20 -O3 -DNDEBUG -msimd128 -fno-exceptions -ffp-contract=off
  -Wall -Wextra -Wconversion -Wno-sign-conversion
  -Wno-shorten-64-to-32 -Wshadow -Werror
  -DFMT_HEADER_ONLY -DFMT_EXCEPTIONS=0 -DHWY_COMPILE_ONLY_STATIC=1 -DHWY_BROKEN_EMU128=1
  -I${PROJECT_SOURCE_DIR}/src -isystem ${wasm}/include)
set(wasm_objects)
foreach(source IN LISTS wasm_sources)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src/bitbasin OUTPUT_VARIABLE name)
  string(REPLACE / . name ${name})
  set(object ${wasm}/${name}.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${BITBASIN_WASM_CXX} ${wasm_flags} -MD -MF ${object}.d -c ${source} -o ${object}
    DEPENDS ${source} DEPFILE ${object}.d
    COMMENT "Building for WebAssembly ${name}" VERBATIM)
  list(APPEND wasm_objects ${object})
endforeach()
add_custom_command(OUTPUT ${engine}
  COMMAND ${BITBASIN_WASM_CXX} --target=wasm32-wasi -stdlib=libc++ -mexec-model=reactor -Wl,-z,stack-size=1048576,-s
          ${wasm_objects} -o ${engine}.linked
  COMMAND ${BITBASIN_WASM_OPT} --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals
          --enable-nontrapping-float-to-int --asyncify --pass-arg=asyncify-imports@page.iterated -O3
          ${engine}.linked -o ${engine}
  DEPENDS ${wasm_objects}
  COMMENT "Linking the engine of the playground" VERBATIM)
add_custom_target(bitbasin_engine ALL DEPENDS ${engine})

if(BITBASIN_TESTS AND BITBASIN_PAGE_TESTS)
  add_test(NAME web.playground COMMAND npm run --silent test:playground)
  set_tests_properties(web.playground PROPERTIES WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/web TIMEOUT 600
    ENVIRONMENT "BITBASIN_PROGRAM=$<TARGET_FILE:bitbasin>;BITBASIN_ENGINE=${engine};NO_COLOR=1")
endif()
