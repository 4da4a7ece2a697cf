// Atomic operations on plain objects in global or group memory, relaxed, at the device's scope.
#ifndef HCRT_DETAIL_ATOMICS_HPP
#define HCRT_DETAIL_ATOMICS_HPP

#include <cstdint>

#include "config.hpp"

namespace hcrt {
namespace detail {

// For this file and wide_atomics.hpp.
#define HCRT_ATOMIC_ORDER __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE

template <class T>
HCRT_BOTH inline T exchange(T* p, T v) {
  return __scoped_atomic_exchange_n(p, v, HCRT_ATOMIC_ORDER);
}
// There is no builtin exchange of floats: their bits are exchanged.
HCRT_BOTH inline float exchange(float* p, float v) {
  return __builtin_bit_cast(float, exchange(reinterpret_cast<unsigned*>(p), __builtin_bit_cast(unsigned, v)));
}

template <class T>
HCRT_BOTH inline bool compare_exchange(T* p, T* expected, T v) {
  return __scoped_atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_RELAXED, HCRT_ATOMIC_ORDER);
}

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

// C++ AMP's. All return the value before the operation.
#define HCRT_ATOMIC(T, name, builtin) \
  HCRT_BOTH inline T atomic_##name(T* p, T v) { return builtin(p, v, HCRT_ATOMIC_ORDER); }
#define HCRT_ATOMICS(T)                                                                  \
  HCRT_BOTH inline T atomic_exchange(T* p, T v) { return hcrt::detail::exchange(p, v); } \
  HCRT_BOTH inline bool atomic_compare_exchange(T* p, T* expected, T v) {                \
    return hcrt::detail::compare_exchange(p, expected, v);                               \
  }                                                                                      \
  HCRT_ATOMIC(T, fetch_add, __scoped_atomic_fetch_add)                                   \
  HCRT_ATOMIC(T, fetch_sub, __scoped_atomic_fetch_sub)                                   \
  HCRT_ATOMIC(T, fetch_and, __scoped_atomic_fetch_and)                                   \
  HCRT_ATOMIC(T, fetch_or, __scoped_atomic_fetch_or)                                     \
  HCRT_ATOMIC(T, fetch_xor, __scoped_atomic_fetch_xor)                                   \
  HCRT_ATOMIC(T, fetch_max, __scoped_atomic_fetch_max)                                   \
  HCRT_ATOMIC(T, fetch_min, __scoped_atomic_fetch_min)                                   \
  HCRT_BOTH inline T atomic_fetch_inc(T* p) { return atomic_fetch_add(p, T(1)); }        \
  HCRT_BOTH inline T atomic_fetch_dec(T* p) { return atomic_fetch_sub(p, T(1)); }

HCRT_ATOMICS(int)
HCRT_ATOMICS(unsigned)
HCRT_BOTH inline float atomic_exchange(float* p, float v) { return hcrt::detail::exchange(p, v); }

}  // namespace Kalmar

#endif
