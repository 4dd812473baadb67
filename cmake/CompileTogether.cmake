# SPDX-License-Identifier: Apache-2.0
# compile_together(TARGET FOLDER|ANY_FOLDER HEADERS...) compiles BITBASIN_GROUP_SIZE sources of one folder at a time, or
# twice as many of any folder, and the headers that most of them need once: most of the time goes into included headers
# and into functions that the sources share. Sources that Highway reads once per instruction set stay alone. Names in
# anonymous namespaces must therefore differ within a folder, and those of bindings everywhere; tests and benchmarks
# have a namespace each.
function(compile_together target where)
  if(BITBASIN_GROUP_SIZE LESS_EQUAL 1)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${ARGN})
  # In precompiled headers g++ 12 also gives the false alarms of GCC bug 105651 that it hides elsewhere.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>)
  get_target_property(sources ${target} SOURCES)
  set(most ${BITBASIN_GROUP_SIZE})
  if(where STREQUAL ANY_FOLDER)
    math(EXPR most "2 * ${most}")
  endif()
  set(folders)
  foreach(source IN LISTS sources)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src/bitbasin OUTPUT_VARIABLE path)
    if(NOT path MATCHES "^([a-z_]+)/.*\\.cc$")
      continue()
    endif()
    set(folder ${CMAKE_MATCH_1})
    if(where STREQUAL ANY_FOLDER)
      set(folder all)
    endif()
    file(STRINGS ${source} highway LIMIT_COUNT 1 REGEX "hwy/foreach_target.h")
    if(NOT highway)
      list(APPEND folders ${folder})
      list(APPEND sources_of_${folder} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH sources_of_${folder} count)
    math(EXPR groups "(${count} + ${most} - 1) / ${most}")  # of equal size, as far as can be
    set(i 0)
    foreach(source IN LISTS sources_of_${folder})
      math(EXPR group "${i} * ${groups} / ${count}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${group})
      math(EXPR i "${i} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A constant inside a function may have the name of one in another file. g++ looks for those that hide one in the same.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow>)
  # g++ takes sources that are compiled together for headers, in which anonymous namespaces would be a mistake.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
