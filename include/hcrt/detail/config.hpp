// The dialect's macros: how a restriction, a kernel entry and tile_static are spelled for clang.
//
// The compiler defines HCPY_AMP (clang's HIP mode) or HCPY_HC (SYCL mode); in the device iteration also
// __KALMAR_ACCELERATOR__ and one of HCPY_TARGET_*.
#ifndef HCRT_DETAIL_CONFIG_HPP
#define HCRT_DETAIL_CONFIG_HPP

#if !defined(HCPY_AMP) && !defined(HCPY_HC)
#error "compile this source with hcc: hcc $(hcc-config --cxxflags) -c FILE"
#endif

#ifdef HCPY_AMP
#define HCRT_AMP __attribute__((device))                        // restrict(amp)
#define HCRT_CPU __attribute__((host))                          // restrict(cpu)
#define HCRT_BOTH __attribute__((host)) __attribute__((device))  // restrict(cpu, amp)
#else
#define HCRT_AMP
#define HCRT_CPU
#define HCRT_BOTH
#endif

#ifdef HCPY_AMP
#define tile_static static __attribute__((shared)) __attribute__((section("hcpy.tile_static")))
#else
#define tile_static static __attribute__((section("hcpy.tile_static")))
#endif

#endif
