// Maths functions of vectors, for kernels whose work-items run side by side: glibc's libmvec, whose bound is
// 4 ulp (docs/math.md has what was measured), or the scalar function for each element where there is none.
//
// A kernel calls __hcrt_v8_expf(<8 x float>). The first call of each function looks for libmvec, so that
// programs link and run where there is none. hcpy/passes/host/vector_maths.py has the same list of functions.
#include <dlfcn.h>

#include <cmath>

#include "../../device/library.hpp"

#if defined(__x86_64__)

// A caller in another unit has its vectors in registers, as these functions have.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace {

void* library() {
  static void* const found = dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL);
  return found;
}

template <class Function>
Function* find(const char* name, Function* otherwise) {
  void* const found = library() ? dlsym(library(), name) : nullptr;
  return found ? reinterpret_cast<Function*>(found) : otherwise;
}

using F4 = float __attribute__((vector_size(16)));
using F8 = float __attribute__((vector_size(32)));
using F16 = float __attribute__((vector_size(64)));
using D2 = double __attribute__((vector_size(16)));
using D4 = double __attribute__((vector_size(32)));
using D8 = double __attribute__((vector_size(64)));

}  // namespace

// `letter` is libmvec's word for the instruction set.
#define ONE(letter, isa, V, lanes, name)                                                            \
  __attribute__((target(isa))) static V each_v##lanes##_##name(V x) {                               \
    for (int n = 0; n < lanes; ++n) x[n] = name(x[n]);                                              \
    return x;                                                                                       \
  }                                                                                                 \
  HCRT_LIBRARY __attribute__((target(isa))) V __hcrt_v##lanes##_##name(V x) {                       \
    static V (*const found)(V) = find("_ZGV" letter "N" #lanes "v_" #name, each_v##lanes##_##name); \
    return found(x);                                                                                \
  }
#define TWO(letter, isa, V, lanes, name)                                                                \
  __attribute__((target(isa))) static V each_v##lanes##_##name(V x, V y) {                              \
    for (int n = 0; n < lanes; ++n) x[n] = name(x[n], y[n]);                                            \
    return x;                                                                                           \
  }                                                                                                     \
  HCRT_LIBRARY __attribute__((target(isa))) V __hcrt_v##lanes##_##name(V x, V y) {                      \
    static V (*const found)(V, V) = find("_ZGV" letter "N" #lanes "vv_" #name, each_v##lanes##_##name); \
    return found(x, y);                                                                                 \
  }
#define WIDTHS(KIND, name)               \
  KIND("b", "sse2", F4, 4, name##f)      \
  KIND("d", "avx2,fma", F8, 8, name##f)  \
  KIND("e", "avx512f", F16, 16, name##f) \
  KIND("b", "sse2", D2, 2, name)         \
  KIND("d", "avx2,fma", D4, 4, name)     \
  KIND("e", "avx512f", D8, 8, name)

WIDTHS(ONE, acos)
WIDTHS(ONE, acosh)
WIDTHS(ONE, asin)
WIDTHS(ONE, asinh)
WIDTHS(ONE, atan)
WIDTHS(ONE, atanh)
WIDTHS(ONE, cbrt)
WIDTHS(ONE, cos)
WIDTHS(ONE, cosh)
WIDTHS(ONE, erf)
WIDTHS(ONE, erfc)
WIDTHS(ONE, exp)
WIDTHS(ONE, exp10)
WIDTHS(ONE, exp2)
WIDTHS(ONE, expm1)
WIDTHS(ONE, log)
WIDTHS(ONE, log10)
WIDTHS(ONE, log1p)
WIDTHS(ONE, log2)
WIDTHS(ONE, sin)
WIDTHS(ONE, sinh)
WIDTHS(ONE, tan)
WIDTHS(ONE, tanh)
WIDTHS(TWO, atan2)
WIDTHS(TWO, hypot)
WIDTHS(TWO, pow)

#endif
