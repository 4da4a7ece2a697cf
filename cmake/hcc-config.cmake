# find_package(hcc): HC and C++ AMP in CMake projects. docs/build-systems.md explains it.
#
#   hc_add_executable(<name> [HC|AMP] [DEVICE_TARGETS <list>] <source>...)
#   hc_add_library(<name> [STATIC|SHARED|MODULE|OBJECT] [HC|AMP] [DEVICE_TARGETS <list>] <source>...)
#
# compile their C++ sources with hcc, whatever the project's compiler is. Targets for projects with CXX=hcc:
# hcc::hc and hcc::amp (all sources of a target are in that dialect), hcc::hcrt (the runtime, shared by all
# libraries of a process), hcc::hcrt_static. The names of AMD's package, for its projects, are there as well:
# hcc::hccrt, hcc::hccshared, hcc::hc_am, hcc_LIBRARIES, hcc_INCLUDE_DIRS.
if(CMAKE_VERSION VERSION_LESS 3.21)
  set(hcc_FOUND FALSE)
  set(hcc_NOT_FOUND_MESSAGE "the package hcc needs CMake 3.21 or newer")
  return()
endif()

# A checkout has its libraries in build/ or where an editable install makes them, an installation is one tree.
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/../include/hcrt/abi.h")
  get_filename_component(HCC_PREFIX "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
  file(GLOB _hcc_made "${HCC_PREFIX}/build/lib/libhcrt.a" "${HCC_PREFIX}/build/py3-*/lib/libhcrt.a")
  list(APPEND _hcc_made "${HCC_PREFIX}/build/lib/libhcrt.a")
  list(GET _hcc_made 0 _hcc_made)
  get_filename_component(HCC_LIBRARY_DIR "${_hcc_made}" DIRECTORY)
  unset(_hcc_made)
else()
  get_filename_component(HCC_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  set(HCC_LIBRARY_DIR "${HCC_PREFIX}/lib")
endif()
# The hcc of the Python environment whose package this file is in, else the one on the PATH.
get_filename_component(_hcc_environment "${HCC_PREFIX}/../../../../.." ABSOLUTE)
find_program(HCC_EXECUTABLE hcc HINTS "${_hcc_environment}/bin")
unset(_hcc_environment)

foreach(_hcc_file HCC_EXECUTABLE HCC_LIBRARY_DIR)
  if(NOT EXISTS "${${_hcc_file}}")
    set(hcc_FOUND FALSE)
    set(hcc_NOT_FOUND_MESSAGE
      "${_hcc_file} (${${_hcc_file}}) does not exist: pip install --force-reinstall hcpy, or put hcc on the PATH")
    return()
  endif()
endforeach()

# Is the project's compiler hcc itself?
if(NOT DEFINED HCC_IS_CXX_COMPILER)
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" --version OUTPUT_VARIABLE _hcc_version ERROR_QUIET)
  if(_hcc_version MATCHES "HCC clang version")
    set(HCC_IS_CXX_COMPILER TRUE CACHE INTERNAL "")
  else()
    set(HCC_IS_CXX_COMPILER FALSE CACHE INTERNAL "")
  endif()
endif()

include(CMakeFindDependencyMacro)
find_dependency(Threads)

if(NOT TARGET hcc::hcrt)
  add_library(hcc::hcrt SHARED IMPORTED)
  set_target_properties(hcc::hcrt PROPERTIES IMPORTED_LOCATION "${HCC_LIBRARY_DIR}/libhcrt.so")
  add_library(hcc::hcrt_static STATIC IMPORTED)
  set_target_properties(hcc::hcrt_static PROPERTIES
    IMPORTED_LOCATION "${HCC_LIBRARY_DIR}/libhcrt.a"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m")
  add_library(hcc::hc INTERFACE IMPORTED)
  set_target_properties(hcc::hc PROPERTIES
    INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:-hc>"
    INTERFACE_LINK_LIBRARIES hcc::hcrt)
  add_library(hcc::amp INTERFACE IMPORTED)
  set_target_properties(hcc::amp PROPERTIES
    INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:-std=c++amp>"
    INTERFACE_LINK_LIBRARIES hcc::hcrt)
  foreach(_hcc_name hccrt hccshared)
    add_library(hcc::${_hcc_name} INTERFACE IMPORTED)
    set_target_properties(hcc::${_hcc_name} PROPERTIES INTERFACE_LINK_LIBRARIES hcc::hc)
  endforeach()
  add_library(hcc::hc_am INTERFACE IMPORTED)
  set_target_properties(hcc::hc_am PROPERTIES INTERFACE_LINK_LIBRARIES hcc::hcrt)
endif()
set(hcc_LIBRARIES hcc::hccrt hcc::hc_am)
set(hcc_INCLUDE_DIRS "${HCC_PREFIX}/include")

function(_hcc_prepare target dialect device_targets)
  target_link_libraries(${target} PUBLIC hcc::hcrt)
  if(dialect)
    target_link_libraries(${target} PRIVATE hcc::${dialect})
  endif()
  if(device_targets)
    string(REPLACE ";" "," device_targets "${device_targets}")
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:--targets=${device_targets}>")
  endif()
  # clang-scan-deps does not know hcc's options, and hcc has no C++20 modules with kernels.
  set_target_properties(${target} PROPERTIES CXX_SCAN_FOR_MODULES OFF LINKER_LANGUAGE CXX)
  if(NOT HCC_IS_CXX_COMPILER)
    set_target_properties(${target} PROPERTIES
      CXX_COMPILER_LAUNCHER "${HCC_EXECUTABLE};--launch"
      CXX_LINKER_LAUNCHER "${HCC_EXECUTABLE};--launch"
      DISABLE_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

macro(_hcc_read_arguments)
  cmake_parse_arguments(PARSE_ARGV 1 HCC "HC;AMP" "" "DEVICE_TARGETS;SOURCES")
  if(HCC_HC AND HCC_AMP)
    message(FATAL_ERROR "${target}: HC and AMP exclude each other")
  endif()
  set(dialect "")
  if(HCC_HC)
    set(dialect hc)
  elseif(HCC_AMP)
    set(dialect amp)
  endif()
endmacro()

function(hc_add_executable target)
  _hcc_read_arguments()
  add_executable(${target} ${HCC_UNPARSED_ARGUMENTS} ${HCC_SOURCES})
  _hcc_prepare(${target} "${dialect}" "${HCC_DEVICE_TARGETS}")
endfunction()

function(hc_add_library target)
  _hcc_read_arguments()
  add_library(${target} ${HCC_UNPARSED_ARGUMENTS} ${HCC_SOURCES})
  _hcc_prepare(${target} "${dialect}" "${HCC_DEVICE_TARGETS}")
endfunction()
