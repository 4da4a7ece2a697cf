// Conversions to __bf16 that clang calls in host code; libgcc has them since version 13 only.
#ifdef __x86_64__
#include <emmintrin.h>

#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

// A __bf16 is returned in the low bits of the register that holds this.
using Result = __m128i;

std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

// To the nearest, ties to even; a NaN stays one.
Result rounded(std::uint32_t bits, bool nan) {
  const std::uint32_t high = bits >> 16;
  return _mm_cvtsi32_si128(static_cast<int>(nan ? high | 64 : (bits + 0x7fff + (high & 1)) >> 16));
}

}  // namespace

#define HCRT_CONVERSION extern "C" __attribute__((weak, visibility("default"))) Result

HCRT_CONVERSION __truncsfbf2(float x) { return rounded(bits_of(x), std::isnan(x)); }

// Through a float that is rounded to odd, so that the second rounding sees that the first was inexact.
HCRT_CONVERSION __truncdfbf2(double x) {
  const float near = static_cast<float>(x);
  std::uint32_t bits = bits_of(near);
  const double back = static_cast<double>(near);
  if (back != x && !std::isnan(x)) bits = (bits - (std::fabs(back) > std::fabs(x))) | 1;
  return rounded(bits, std::isnan(x));
}
#endif
