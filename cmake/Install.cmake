# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts in place: the program with its man pages and completions, and the library, shared
# and static, with the headers of include/, a CMake package and pkg-config files.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS bitbasin RUNTIME COMPONENT program)
foreach(module bitbasin_mpi bitbasin_cuda)
  if(TARGET ${module})
    install(TARGETS ${module} LIBRARY DESTINATION lib/bitbasin COMPONENT program)  # where the program looks
  endif()
endforeach()
set(texts ${CMAKE_BINARY_DIR}/generated/texts)
add_custom_command(OUTPUT ${texts}/done DEPENDS bitbasin COMMENT "Writing man pages and completions"
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${texts}
  COMMAND bitbasin help --quiet --man ${texts}/man
  COMMAND bitbasin completion bash > ${texts}/bitbasin
  COMMAND bitbasin completion zsh > ${texts}/_bitbasin
  COMMAND bitbasin completion fish > ${texts}/bitbasin.fish
  COMMAND ${CMAKE_COMMAND} -E touch ${texts}/done)
add_custom_target(bitbasin_texts ALL DEPENDS ${texts}/done)
set(BITBASIN_ZSH_FOLDER ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where zsh looks for completions")
install(DIRECTORY ${texts}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${texts}/bitbasin DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES ${texts}/_bitbasin DESTINATION ${BITBASIN_ZSH_FOLDER} COMPONENT program)
install(FILES ${texts}/bitbasin.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

# The shared libraries are made of the objects of the static ones.
add_library(bitbasin_shared SHARED $<TARGET_OBJECTS:bitbasin_lib>)
target_link_libraries(bitbasin_shared PUBLIC fmt::fmt PRIVATE $<BUILD_INTERFACE:bitbasin_internal>
  $<BUILD_INTERFACE:${cadical_library}> Threads::Threads)
# A program may have a CaDiCaL of its own.
target_link_options(bitbasin_shared PRIVATE -Wl,--exclude-libs,libcadical.a)
set_target_properties(bitbasin_shared PROPERTIES OUTPUT_NAME bitbasin EXPORT_NAME bitbasin)
add_library(bitbasin_sweep_shared SHARED $<TARGET_OBJECTS:bitbasin_sweep>)
target_link_libraries(bitbasin_sweep_shared PUBLIC bitbasin_shared PRIVATE SQLiteCpp ${CMAKE_DL_LIBS})
set_target_properties(bitbasin_sweep_shared PROPERTIES OUTPUT_NAME bitbasin-sweep EXPORT_NAME sweep)
# The number after .so is that of the Debian package libbitbasin0. Raise it in a version that breaks programs
# built with the previous one; the test `packages` checks that the two agree.
set_target_properties(bitbasin_shared bitbasin_sweep_shared PROPERTIES LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION} SOVERSION 0)
set_target_properties(bitbasin_lib PROPERTIES EXPORT_NAME bitbasin_static)
set_target_properties(bitbasin_sweep PROPERTIES EXPORT_NAME sweep_static)

foreach(target bitbasin_shared bitbasin_lib)
  target_include_directories(${target} PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Templates in the headers are compiled by the user, so their results depend on it as well.
  target_compile_options(${target} INTERFACE $<INSTALL_INTERFACE:-ffp-contract=off>)
endforeach()
# What a static library needs to be linked with.
target_link_libraries(bitbasin_lib INTERFACE $<INSTALL_INTERFACE:hwy::hwy> $<INSTALL_INTERFACE:ZLIB::ZLIB>
  $<INSTALL_INTERFACE:${cadical_flag}>)

# The headers of include/ and all headers that they include, no others.
set(public_headers)
function(add_public_header path)
  if(path IN_LIST public_headers)
    return()
  endif()
  list(APPEND public_headers ${path})
  foreach(folder include src)
    if(EXISTS ${PROJECT_SOURCE_DIR}/${folder}/${path})
      set(file ${PROJECT_SOURCE_DIR}/${folder}/${path})
    endif()
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  cmake_path(GET path PARENT_PATH folder)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder} COMPONENT library)
  file(STRINGS ${file} includes REGEX "^#include \"bitbasin/")
  foreach(line IN LISTS includes)
    string(REGEX REPLACE ".*\"(.*)\".*" "\\1" included ${line})
    add_public_header(${included})
  endforeach()
  set(public_headers ${public_headers} PARENT_SCOPE)
endfunction()
file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/include/bitbasin/*.h)
foreach(header IN LISTS headers)
  add_public_header(${header})
endforeach()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/bitbasin)
foreach(kind shared static)
  if(kind STREQUAL shared)
    install(TARGETS bitbasin_shared bitbasin_sweep_shared EXPORT shared
            LIBRARY COMPONENT runtime NAMELINK_COMPONENT library)
  else()
    install(TARGETS bitbasin_lib bitbasin_sweep EXPORT static ARCHIVE COMPONENT library)
  endif()
  install(EXPORT ${kind} NAMESPACE bitbasin:: FILE bitbasin-${kind}.cmake DESTINATION ${package_folder}
          COMPONENT library)
endforeach()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/bitbasinConfig.cmake.in
  ${CMAKE_BINARY_DIR}/generated/bitbasinConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/generated/bitbasinConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/bitbasinConfig.cmake
  ${CMAKE_BINARY_DIR}/generated/bitbasinConfigVersion.cmake DESTINATION ${package_folder} COMPONENT library)

file(RELATIVE_PATH up_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(name bitbasin bitbasin-sweep)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${CMAKE_BINARY_DIR}/generated/${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/generated/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT library)
endforeach()

if(BITBASIN_TESTS AND NOT BITBASIN_SANITIZE)
  find_program(BITBASIN_CLANG clang++ DOC "A second compiler for programs that use the library")
  foreach(compiler ${CMAKE_CXX_COMPILER} ${BITBASIN_CLANG})
    cmake_path(GET compiler FILENAME name)
    add_test(NAME installed.${name} COMMAND ${PROJECT_SOURCE_DIR}/examples/cpp/test-installed ${CMAKE_BINARY_DIR} ${compiler})
    set_tests_properties(installed.${name} PROPERTIES TIMEOUT 600)
  endforeach()
endif()
