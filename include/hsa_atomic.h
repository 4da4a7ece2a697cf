// HC: hcc's C names of atomic operations. All return the value before; compare_exchange too.
#ifndef HSA_ATOMIC_H
#define HSA_ATOMIC_H

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc_defines.h"
#include "hcrt/detail/wide_atomics.hpp"

#define HCRT_HSAIL_EXCHANGE(T, name) \
  HCRT_BOTH inline T __hsail_atomic_exchange_##name(T* p, T v) { return Kalmar::atomic_exchange(p, v); }
#define HCRT_HSAIL_ATOMIC(T, name, operation)                               \
  HCRT_BOTH inline T __hsail_atomic_fetch_##operation##_##name(T* p, T v) { \
    return Kalmar::atomic_fetch_##operation(p, v);                          \
  }
#define HCRT_HSAIL_INTEGER(T, name)                                                                \
  HCRT_HSAIL_EXCHANGE(T, name)                                                                     \
  HCRT_BOTH inline T __hsail_atomic_compare_exchange_##name(T* p, T expected, T v) {               \
    Kalmar::atomic_compare_exchange(p, &expected, v);                                              \
    return expected;                                                                               \
  }                                                                                                \
  HCRT_HSAIL_ATOMIC(T, name, add)                                                                  \
  HCRT_HSAIL_ATOMIC(T, name, sub)                                                                  \
  HCRT_HSAIL_ATOMIC(T, name, and)                                                                  \
  HCRT_HSAIL_ATOMIC(T, name, or)                                                                   \
  HCRT_HSAIL_ATOMIC(T, name, xor)                                                                  \
  HCRT_HSAIL_ATOMIC(T, name, max)                                                                  \
  HCRT_HSAIL_ATOMIC(T, name, min)                                                                  \
  HCRT_BOTH inline T __hsail_atomic_fetch_inc_##name(T* p) { return Kalmar::atomic_fetch_inc(p); } \
  HCRT_BOTH inline T __hsail_atomic_fetch_dec_##name(T* p) { return Kalmar::atomic_fetch_dec(p); }

HCRT_HSAIL_INTEGER(int, int)
HCRT_HSAIL_INTEGER(unsigned, unsigned)
HCRT_HSAIL_INTEGER(std::uint64_t, uint64)
HCRT_HSAIL_EXCHANGE(float, float)
HCRT_HSAIL_ATOMIC(float, float, add)
HCRT_HSAIL_ATOMIC(float, float, sub)

#undef HCRT_HSAIL_INTEGER
#undef HCRT_HSAIL_ATOMIC
#undef HCRT_HSAIL_EXCHANGE

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
