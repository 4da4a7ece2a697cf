// C++ AMP: the arithmetic of namespace concurrency::direct3d, for kernels: what only HLSL has.
#ifndef HCRT_DETAIL_DIRECT3D_MATH_HPP
#define HCRT_DETAIL_DIRECT3D_MATH_HPP

#include <math.h>

#include "config.hpp"

namespace Concurrency {
namespace direct3d {

/// The magnitude.
HCRT_AMP inline int abs(int x) { return x < 0 ? -x : x; }
/// x, or the bound that it is beyond.
HCRT_AMP inline float clamp(float x, float low, float high) { return fmaxf(low, fminf(high, x)); }
HCRT_AMP inline int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
HCRT_AMP inline unsigned clamp(unsigned x, unsigned low, unsigned high) {
  return x < low ? low : x > high ? high : x;
}
/// How many bits are set.
HCRT_AMP inline unsigned countbits(unsigned x) { return static_cast<unsigned>(__builtin_popcount(x)); }
/// The bits are counted from the least significant one; -1 where none is set. Of a negative number the
/// highest one that is not set.
HCRT_AMP inline int firstbithigh(int x) {
  const unsigned bits = static_cast<unsigned>(x < 0 ? ~x : x);
  return bits == 0 ? -1 : 31 - __builtin_clz(bits);
}
/// The number of the lowest bit that is set; -1: none is.
HCRT_AMP inline int firstbitlow(int x) { return x == 0 ? -1 : __builtin_ctz(static_cast<unsigned>(x)); }
/// The greater one.
HCRT_AMP inline int imax(int x, int y) { return x < y ? y : x; }
/// The lesser one.
HCRT_AMP inline int imin(int x, int y) { return y < x ? y : x; }
/// The greater one.
HCRT_AMP inline unsigned umax(unsigned x, unsigned y) { return x < y ? y : x; }
/// The lesser one.
HCRT_AMP inline unsigned umin(unsigned x, unsigned y) { return y < x ? y : x; }
/// x * y + z; of floating-point numbers it may be rounded once.
HCRT_AMP inline double mad(double x, double y, double z) { return x * y + z; }
HCRT_AMP inline float mad(float x, float y, float z) { return x * y + z; }
HCRT_AMP inline int mad(int x, int y, int z) { return x * y + z; }
HCRT_AMP inline unsigned mad(unsigned x, unsigned y, unsigned z) { return x * y + z; }
/// Direct3D's noise, which no target has: a call is an error.
__attribute__((unavailable("the noise of Direct3D's hardware is Windows' own"))) HCRT_AMP float noise(float);
/// Degrees as radians.
HCRT_AMP inline float radians(float degrees) { return degrees * 0.01745329251994329577f; }
/// 1 / x.
HCRT_AMP inline float rcp(float x) { return 1.0f / x; }
/// The bits in the other order.
HCRT_AMP inline unsigned reversebits(unsigned x) { return __builtin_bitreverse32(x); }
/// x between 0 and 1.
HCRT_AMP inline float saturate(float x) { return clamp(x, 0.0f, 1.0f); }
/// -1, 0 or 1.
HCRT_AMP inline int sign(float x) { return (x > 0) - (x < 0); }
HCRT_AMP inline int sign(int x) { return (x > 0) - (x < 0); }
/// 0 at low, 1 at high, and a smooth cubic between.
HCRT_AMP inline float smoothstep(float low, float high, float x) {
  const float t = saturate((x - low) / (high - low));
  return t * t * (3 - 2 * t);
}
/// 1 from the edge on, else 0.
HCRT_AMP inline float step(float edge, float x) { return x >= edge ? 1.0f : 0.0f; }

}  // namespace direct3d
}  // namespace Concurrency
#endif
