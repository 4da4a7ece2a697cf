// How functions of the device library are declared. Compiled as SYCL device code without any other header.
#ifndef HCRT_DEVICE_LIBRARY_HPP
#define HCRT_DEVICE_LIBRARY_HPP

// Exported under its C name.
#define HCRT_LIBRARY extern "C" [[clang::sycl_external]]
// Also always inlined, so that constant arguments are seen.
#define HCRT_LIBRARY_INLINE HCRT_LIBRARY __attribute__((always_inline))

using size_t = __SIZE_TYPE__;

#endif
