// Integers from floating point, and integer operations of LLVM's that the SPIR-V back end can't select. The
// passes rename the intrinsics to the names here.
#include "library.hpp"

extern "C" {
float rintf(float);
double rint(double);
float roundf(float);
double round(double);
float sinf(float);
double sin(double);
float cosf(float);
double cos(double);
}

HCRT_LIBRARY_INLINE long lrintf(float x) { return static_cast<long>(rintf(x)); }
HCRT_LIBRARY_INLINE long lrint(double x) { return static_cast<long>(rint(x)); }
HCRT_LIBRARY_INLINE long long llrintf(float x) { return static_cast<long long>(rintf(x)); }
HCRT_LIBRARY_INLINE long long llrint(double x) { return static_cast<long long>(rint(x)); }
HCRT_LIBRARY_INLINE long lroundf(float x) { return static_cast<long>(roundf(x)); }
HCRT_LIBRARY_INLINE long lround(double x) { return static_cast<long>(round(x)); }
HCRT_LIBRARY_INLINE long long llroundf(float x) { return static_cast<long long>(roundf(x)); }
HCRT_LIBRARY_INLINE long long llround(double x) { return static_cast<long long>(round(x)); }

HCRT_LIBRARY_INLINE void sincosf(float x, float* sine, float* cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}
HCRT_LIBRARY_INLINE void sincos(double x, double* sine, double* cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}

namespace {

template <class T>
T reversed(T x) {
  constexpr int bits = sizeof(T) * 8;
  T mask = static_cast<T>(~static_cast<T>(0));
  for (int half = bits / 2; half > 0; half /= 2) {
    mask = static_cast<T>(mask ^ static_cast<T>(mask << half));
    x = static_cast<T>((static_cast<T>(x >> half) & mask) |
                       (static_cast<T>(x << half) & static_cast<T>(~mask)));
  }
  return x;
}

}  // namespace

HCRT_LIBRARY unsigned char __hcrt_bitreverse_i8(unsigned char x) { return reversed(x); }
HCRT_LIBRARY unsigned short __hcrt_bitreverse_i16(unsigned short x) { return reversed(x); }
HCRT_LIBRARY unsigned int __hcrt_bitreverse_i32(unsigned int x) { return reversed(x); }
HCRT_LIBRARY unsigned long __hcrt_bitreverse_i64(unsigned long x) { return reversed(x); }
