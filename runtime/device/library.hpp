// How functions of the device library are declared. Compiled without any other header: as SYCL device code,
// and some files also into libhcrt, which host kernels and host code call.
#ifndef HCRT_DEVICE_LIBRARY_HPP
#define HCRT_DEVICE_LIBRARY_HPP

// Exported under its C name.
#ifdef __SYCL_DEVICE_ONLY__
#define HCRT_LIBRARY extern "C" [[clang::sycl_external]]
#else
#define HCRT_LIBRARY extern "C" __attribute__((visibility("default")))
#endif
// Also always inlined, so that constant arguments are seen.
#define HCRT_LIBRARY_INLINE HCRT_LIBRARY __attribute__((always_inline))

using size_t = __SIZE_TYPE__;

#endif
