// The dialect's macros: how a restriction, a kernel entry and tile_static are spelled for clang.
//
// The compiler includes this file before every source. It defines HCPY_AMP (clang's HIP mode) or HCPY_HC
// (SYCL mode); in the device iteration also __KALMAR_ACCELERATOR__ and one of HCPY_TARGET_*.
#ifndef HCRT_DETAIL_CONFIG_HPP
#define HCRT_DETAIL_CONFIG_HPP

#include "hide_macros.hpp"
#pragma pack(push, 16)

#if !defined(HCPY_AMP) && !defined(HCPY_HC)
#error "compile this source with hcc: hcc $(hcc-config --cxxflags) -c FILE"
#endif

// A GPU with its own memory and image: the function object comes by value, launch variables are globals.
#if defined(HCPY_TARGET_PTX) || defined(HCPY_TARGET_SPIRV) || defined(HCPY_TARGET_AMDGCN)
#define HCRT_GPU_TARGET 1
#endif

#ifdef HCPY_AMP
#define HCRT_AMP __attribute__((device))                         // restrict(amp)
#define HCRT_CPU __attribute__((host))                           // restrict(cpu)
#define HCRT_BOTH __attribute__((host)) __attribute__((device))  // restrict(cpu, amp)
// The compiler writes these in the place of a user's [[hc]], [[cpu]] and [[cpu, hc]]; they must fit in there.
#define HCRT_A HCRT_AMP
#define HCRT_C HCRT_CPU
#define HCRT_B HCRT_BOTH
#define HCRT_RESTRICT_amp HCRT_AMP
#define HCRT_RESTRICT_cpu HCRT_CPU
// The body determines what a restrict(auto) function may be: one that only the CPU can run must not be
// emitted for a device unless a kernel calls it.
#ifdef __KALMAR_ACCELERATOR__
#define HCRT_RESTRICT_auto HCRT_BOTH __attribute__((internal_linkage))
#else
#define HCRT_RESTRICT_auto HCRT_BOTH
#endif
#define HCRT_RESTRICT_hc HCRT_AMP
#define __HC__ HCRT_AMP
#define __CPU__ HCRT_CPU
#else
#define HCRT_AMP
#define HCRT_CPU
#define HCRT_BOTH
// Standard attributes of an unknown scope: clang ignores them, and they parse wherever a restriction appears.
#define HCRT_RESTRICT_amp [[hcpy::hc]]
#define HCRT_RESTRICT_cpu [[hcpy::cpu]]
#define HCRT_RESTRICT_auto [[hcpy::hc]] [[hcpy::cpu]]
#define HCRT_RESTRICT_hc [[hcpy::hc]]
#define __HC__ __attribute__((hc))
#define __CPU__ __attribute__((cpu))
// The compiler writes this after the names of functions that other translation units may call. The first
// declaration, in a header, need not have it.
#define HCRT_EXPORT                                                                           \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wnonportable-sycl\"") \
      [[clang::sycl_external]] _Pragma("clang diagnostic pop")
#endif

// Where names are that hcc and Visual C++ did not have. They stay out of sight of a program that declares one
// of them itself: `using namespace hc` would make it ambiguous.
#ifdef HCRT_HIDES_EXTENSIONS
#define HCRT_EXTENSIONS Kalmar::extensions
#else
#define HCRT_EXTENSIONS Kalmar
#endif

#define HCRT_RESTRICT_1(a) HCRT_RESTRICT_##a
#define HCRT_RESTRICT_2(a, b) HCRT_RESTRICT_##a HCRT_RESTRICT_##b
#define HCRT_RESTRICT_3(a, b, c) HCRT_RESTRICT_##a HCRT_RESTRICT_##b HCRT_RESTRICT_##c
#define HCRT_RESTRICT_SELECT(a, b, c, name, ...) name
#define restrict(...)                                                                                   \
  HCRT_RESTRICT_SELECT(__VA_ARGS__, HCRT_RESTRICT_3, HCRT_RESTRICT_2, HCRT_RESTRICT_1, HCRT_RESTRICT_1) \
  (__VA_ARGS__)

// Microsoft's calling conventions: all one on x86-64, but clang takes them for other types on device targets.
#define __cdecl
#define __stdcall
#define __fastcall
#define __thiscall
#define __vectorcall

// For members that do not mean the same in both dialects: no definition of one may stand in for the other's
// where objects of both are linked.
#define HCRT_DIALECT __attribute__((always_inline))

// For what every access to an element calls. LLVM reads what such a function is given ahead of the call where
// it does not inline at once, and then forgets the type that it reads: a pitch might be an element of an
// array of int.
#define HCRT_ELEMENT __attribute__((always_inline)) HCRT_BOTH

#ifdef HCPY_AMP
#define HCRT_TILE_MEMORY __attribute__((shared)) __attribute__((section("hcpy.tile_static")))
#else
#define HCRT_TILE_MEMORY __attribute__((section("hcpy.tile_static")))
#endif
#define tile_static static HCRT_TILE_MEMORY

namespace hcrt {
namespace detail {

/// What the compiler makes of a tile_static variable whose type may have a constructor: tile memory is not
/// initialised, and nothing in it is destroyed. Members of a packed class may be operands of atomic
/// functions.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++20-extensions"  // constexpr, though it leaves the value as it is
template <class T, bool = __is_trivially_destructible(T)>
union alignas(T) alignas(4) TileStorage {
  T value;
  HCRT_BOTH constexpr TileStorage() {}
};
// A destructor's body is unknown until the unit's end where Visual C++'s rules read templates late.
template <class T>
union alignas(T) alignas(4) TileStorage<T, false> {
  T value;
  HCRT_BOTH constexpr TileStorage() {}
  HCRT_BOTH ~TileStorage() {}
};
#pragma clang diagnostic pop

}  // namespace detail
}  // namespace hcrt

// <strings.h> declares a function ::index, which would make index<N> ambiguous after a using-directive for
// the dialect's namespace. It is read here under another name, before the program can.
#if __has_include(<strings.h>)
#define index hcrt_strings_index
#include <strings.h>
#undef index
#endif

#ifdef HCPY_AMP
#include "amp_cmath.hpp"
#endif
#include "name_kernel.hpp"
#if __has_include(<type_traits>)  // a kernel may be compiled without any library
#include "standard.hpp"
#endif

#pragma pack(pop)
#include "show_macros.hpp"
#endif
