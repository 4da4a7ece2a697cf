// Atomic operations on float, double and signed 64-bit integers, relaxed, at the device's scope.
#ifndef HCRT_DETAIL_REAL_ATOMICS_HPP
#define HCRT_DETAIL_REAL_ATOMICS_HPP

#include "wide_atomics.hpp"

#define HCRT_ATOMIC_ORDER __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE

namespace hcrt {
namespace detail {

template <class T>
struct RealBits;
template <>
struct RealBits<float> {
  typedef int Signed;
  typedef unsigned Unsigned;
};
template <>
struct RealBits<double> {
  typedef std::int64_t Signed;
  typedef std::uint64_t Unsigned;
};

template <class T>
HCRT_BOTH inline T atomic_real_load(T* p) {
  typedef typename RealBits<T>::Unsigned Bits;
  return __builtin_bit_cast(T, __scoped_atomic_load_n(reinterpret_cast<Bits*>(p), HCRT_ATOMIC_ORDER));
}

template <class T>
HCRT_BOTH inline bool atomic_real_exchange(T* p, T* expected, T v) {
  typedef typename RealBits<T>::Unsigned Bits;
  Bits seen = __builtin_bit_cast(Bits, *expected);
  const bool done = compare_exchange(reinterpret_cast<Bits*>(p), &seen, __builtin_bit_cast(Bits, v));
  *expected = __builtin_bit_cast(T, seen);
  return done;
}

/// Puts v in the place of a NaN, and of what is smaller (Largest) or larger.
template <bool Largest, class T>
HCRT_BOTH inline void atomic_replace_nan(T* p, T v) {
  T seen = atomic_real_load(p);
  while (seen != seen || (Largest ? seen < v : v < seen))
    if (atomic_real_exchange(p, &seen, v)) return;
}

/// The larger or the smaller of *p and v, as integers: the bits of positive numbers are ordered as signed
/// ones, those of negative numbers the other way round as unsigned ones, and v's sign says which order puts
/// both kinds right. -0 is below 0. A NaN gives way to a number.
template <bool Largest, class T>
HCRT_BOTH inline T atomic_extreme(T* p, T v) {
  typedef typename RealBits<T>::Signed Signed;
  typedef typename RealBits<T>::Unsigned Unsigned;
  if (v != v) return atomic_real_load(p);
  Signed* const whole = reinterpret_cast<Signed*>(p);
  Unsigned* const bare = reinterpret_cast<Unsigned*>(p);
  const Signed bits = __builtin_bit_cast(Signed, v);
  T old;
  if (bits >= 0) {
    const Signed before = Largest ? __scoped_atomic_fetch_max(whole, bits, HCRT_ATOMIC_ORDER)
                                  : __scoped_atomic_fetch_min(whole, bits, HCRT_ATOMIC_ORDER);
    old = __builtin_bit_cast(T, before);
  } else {
    const Unsigned own = static_cast<Unsigned>(bits);
    const Unsigned before = Largest ? __scoped_atomic_fetch_min(bare, own, HCRT_ATOMIC_ORDER)
                                    : __scoped_atomic_fetch_max(bare, own, HCRT_ATOMIC_ORDER);
    old = __builtin_bit_cast(T, before);
  }
  if (old != old) atomic_replace_nan<Largest>(p, v);
  return old;
}

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

// All return the value before the operation.

/// The larger of *p and v; a NaN counts for nothing.
HCRT_BOTH inline float atomic_fetch_max(float* p, float v) {
  return hcrt::detail::atomic_extreme<true>(p, v);
}
HCRT_BOTH inline double atomic_fetch_max(double* p, double v) {
  return hcrt::detail::atomic_extreme<true>(p, v);
}
/// The smaller of *p and v; a NaN counts for nothing.
HCRT_BOTH inline float atomic_fetch_min(float* p, float v) {
  return hcrt::detail::atomic_extreme<false>(p, v);
}
HCRT_BOTH inline double atomic_fetch_min(double* p, double v) {
  return hcrt::detail::atomic_extreme<false>(p, v);
}

HCRT_BOTH inline double atomic_exchange(double* p, double v) {
  return __builtin_bit_cast(double, hcrt::detail::exchange(reinterpret_cast<std::uint64_t*>(p),
                                                           __builtin_bit_cast(std::uint64_t, v)));
}
HCRT_BOTH inline double atomic_fetch_add(double* p, double v) {
  return __scoped_atomic_fetch_add(p, v, HCRT_ATOMIC_ORDER);
}
HCRT_BOTH inline double atomic_fetch_sub(double* p, double v) {
  return __scoped_atomic_fetch_sub(p, v, HCRT_ATOMIC_ORDER);
}
/// Compares bits: a NaN equals itself, and 0 is not -0.
HCRT_BOTH inline bool atomic_compare_exchange(float* p, float* expected, float v) {
  return hcrt::detail::atomic_real_exchange(p, expected, v);
}
HCRT_BOTH inline bool atomic_compare_exchange(double* p, double* expected, double v) {
  return hcrt::detail::atomic_real_exchange(p, expected, v);
}

#define HCRT_ATOMIC(name, builtin)                                               \
  HCRT_BOTH inline std::int64_t atomic_##name(std::int64_t* p, std::int64_t v) { \
    return builtin(p, v, HCRT_ATOMIC_ORDER);                                     \
  }
HCRT_ATOMIC(exchange, __scoped_atomic_exchange_n)
HCRT_ATOMIC(fetch_add, __scoped_atomic_fetch_add)
HCRT_ATOMIC(fetch_sub, __scoped_atomic_fetch_sub)
HCRT_ATOMIC(fetch_max, __scoped_atomic_fetch_max)
HCRT_ATOMIC(fetch_min, __scoped_atomic_fetch_min)
#undef HCRT_ATOMIC
HCRT_BOTH inline bool atomic_compare_exchange(std::int64_t* p, std::int64_t* expected, std::int64_t v) {
  return hcrt::detail::compare_exchange(p, expected, v);
}

}  // namespace Kalmar

#undef HCRT_ATOMIC_ORDER
#endif
