// Intrinsics of Visual C++ for x86, beside those that all compilers for x86 have.
#ifndef HCPY_MS_COMPAT_INTRIN_H
#define HCPY_MS_COMPAT_INTRIN_H

#include <immintrin.h>

#include "detail/interlocked.hpp"
#include "hcrt_ms_prelude.hpp"

#define __cpuid(values, leaf) hcrt_ms::cpuid(values, leaf, 0)
#define __cpuidex(values, leaf, sub_leaf) hcrt_ms::cpuid(values, leaf, sub_leaf)
#define _ReadWriteBarrier() __asm__ __volatile__("" ::: "memory")
#define _ReadBarrier() _ReadWriteBarrier()
#define _WriteBarrier() _ReadWriteBarrier()
#define __nop() __asm__ __volatile__("nop")
#define __popcnt(x) static_cast<unsigned>(__builtin_popcount(x))
#define __popcnt64(x) static_cast<unsigned long long>(__builtin_popcountll(x))

namespace hcrt_ms {
inline void cpuid(int values[4], int leaf, int sub_leaf) {
  __asm__ __volatile__("cpuid"
                       : "=a"(values[0]), "=b"(values[1]), "=c"(values[2]), "=d"(values[3])
                       : "a"(leaf), "c"(sub_leaf));
}
}  // namespace hcrt_ms

template <class Index>
unsigned char _BitScanForward(Index* index, unsigned mask) {
  if (mask == 0) return 0;
  *index = static_cast<Index>(__builtin_ctz(mask));
  return 1;
}
template <class Index>
unsigned char _BitScanReverse(Index* index, unsigned mask) {
  if (mask == 0) return 0;
  *index = static_cast<Index>(31 - __builtin_clz(mask));
  return 1;
}
template <class Index>
unsigned char _BitScanForward64(Index* index, unsigned long long mask) {
  if (mask == 0) return 0;
  *index = static_cast<Index>(__builtin_ctzll(mask));
  return 1;
}
template <class Index>
unsigned char _BitScanReverse64(Index* index, unsigned long long mask) {
  if (mask == 0) return 0;
  *index = static_cast<Index>(63 - __builtin_clzll(mask));
  return 1;
}

#endif
