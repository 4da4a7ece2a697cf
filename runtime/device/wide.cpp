// Integers of 128 bits: quotients, and conversions from and to floating-point numbers, which SPIR-V, Vulkan
// and NVIDIA's code generator do not have. Called by what hcpy/passes/split_wide_integers.py makes.
#include "library.hpp"

#pragma clang fp contract(off)

namespace {

typedef unsigned long u64;
typedef u64 Pair __attribute__((ext_vector_type(2)));  // the lower half comes first

constexpr double upper_half = 0x1p64;

bool is_negative(Pair a) { return a.y >> 63 != 0; }
Pair negated(Pair a) { return Pair{0 - a.x, ~a.y + (a.x == 0)}; }
Pair size_of(Pair a) { return is_negative(a) ? negated(a) : a; }

struct Division {
  Pair quotient, rest;
};

// By halves where the divisor is one, and bit by bit below.
Division divide(Pair a, Pair b) {
  if ((a.y | b.y) == 0) return {Pair{a.x / b.x, 0}, Pair{a.x % b.x, 0}};
  Pair quotient{0, b.y ? 0 : a.y / b.x}, rest{b.y ? a.y : a.y % b.x, 0};
  for (int bit = 63; bit >= 0; --bit) {
    const bool carry = rest.y >> 63 != 0;
    rest.y = rest.y << 1 | rest.x >> 63;
    rest.x = rest.x << 1 | (a.x >> bit & 1);
    quotient.x <<= 1;
    if (carry || rest.y > b.y || (rest.y == b.y && rest.x >= b.x)) {
      rest.y -= b.y + (rest.x < b.x);
      rest.x -= b.x;
      quotient.x |= 1;
    }
  }
  return {quotient, rest};
}

// Rounded once: of the upper 64 bits, the last says whether there are more below.
template <class T>
T real(Pair a) {
  if (a.y == 0) return static_cast<T>(a.x);
  const int empty = __builtin_clzl(a.y);
  const u64 above = empty ? a.y << empty | a.x >> (64 - empty) : a.y;
  const u64 below = a.x << empty;
  const u64 scale = 1ul << (63 - empty);
  return static_cast<T>(above | (below != 0)) * static_cast<T>(scale) * 2;
}

Pair integer(double x) {
  const u64 upper = static_cast<u64>(x * (1 / upper_half));
  return Pair{static_cast<u64>(x - static_cast<double>(upper) * upper_half), upper};
}

}  // namespace

HCRT_LIBRARY Pair __hcrt_wide_udiv(Pair a, Pair b) { return divide(a, b).quotient; }
HCRT_LIBRARY Pair __hcrt_wide_urem(Pair a, Pair b) { return divide(a, b).rest; }
HCRT_LIBRARY Pair __hcrt_wide_sdiv(Pair a, Pair b) {
  const Pair made = divide(size_of(a), size_of(b)).quotient;
  return is_negative(a) != is_negative(b) ? negated(made) : made;
}
HCRT_LIBRARY Pair __hcrt_wide_srem(Pair a, Pair b) {
  const Pair made = divide(size_of(a), size_of(b)).rest;
  return is_negative(a) ? negated(made) : made;
}

HCRT_LIBRARY double __hcrt_wide_from_unsigned(Pair a) { return real<double>(a); }
HCRT_LIBRARY float __hcrt_wide_from_unsignedf(Pair a) { return real<float>(a); }
HCRT_LIBRARY double __hcrt_wide_from_signed(Pair a) {
  return is_negative(a) ? -real<double>(negated(a)) : real<double>(a);
}
HCRT_LIBRARY float __hcrt_wide_from_signedf(Pair a) {
  return is_negative(a) ? -real<float>(negated(a)) : real<float>(a);
}

HCRT_LIBRARY Pair __hcrt_wide_unsigned(double x) { return integer(x); }
HCRT_LIBRARY Pair __hcrt_wide_signed(double x) { return x < 0 ? negated(integer(-x)) : integer(x); }
