// The functions that are measured. X(name, low, high): half of the samples lie in [low, high], the others
// have every exponent alike. Exact functions must give the reference's bits.
#ifndef TESTS_BENCH_MATHS_FUNCTIONS_HPP
#define TESTS_BENCH_MATHS_FUNCTIONS_HPP

// clang-format off
#define EXACT_UNARY(X) \
  X(sqrt, 0, 1e4) X(fabs, -10, 10) X(ceil, -1e3, 1e3) X(floor, -1e3, 1e3) X(trunc, -1e3, 1e3) \
  X(round, -1e3, 1e3) X(rint, -1e3, 1e3) X(nearbyint, -1e3, 1e3) X(logb, -10, 10)
#define EXACT_BINARY(X) \
  X(copysign, -10, 10) X(fdim, -10, 10) X(fmax, -10, 10) X(fmin, -10, 10) X(fmod, -1e3, 1e3) \
  X(nextafter, -10, 10) X(remainder, -1e3, 1e3)
#define NEAR_UNARY(X) \
  X(acos, -1, 1) X(acosh, 1, 20) X(asin, -1, 1) X(asinh, -20, 20) X(atan, -20, 20) X(atanh, -1, 1) \
  X(cbrt, -1e3, 1e3) X(cos, -100, 100) X(cosh, -20, 20) X(cospi, -20, 20) X(erf, -4, 4) X(erfc, -6, 27) \
  X(erfcinv, 0, 2) X(erfinv, -1, 1) X(exp, -90, 90) X(exp10, -40, 40) X(exp2, -130, 130) X(expm1, -40, 40) \
  X(lgamma, -20, 50) X(log, 0, 10) X(log10, 0, 10) X(log1p, -1, 10) X(log2, 0, 10) X(phi, -38, 9) \
  X(rcbrt, -1e3, 1e3) X(rsqrt, 0, 1e3) X(sin, -100, 100) X(sinh, -20, 20) X(sinpi, -20, 20) \
  X(tan, -100, 100) X(tanh, -10, 10) X(tanpi, -20, 20) X(tgamma, -40, 172)
#define NEAR_BINARY(X) X(atan2, -10, 10) X(hypot, -1e3, 1e3) X(pow, 0, 100)
// clang-format on

// fast_math: X(name, low, high, ulp, absolute). From low to high the error is at most so many ulp, or at most
// the absolute one.
#define FAST_UNARY(X)                  \
  X(acos, -1, 1, 4, 0)                 \
  X(asin, -1, 1, 4, 0)                 \
  X(atan, -1e30, 1e30, 4, 0)           \
  X(cos, -3.1416, 3.1416, 4, 0x1p-20)  \
  X(cosh, -80, 80, 4, 0)               \
  X(exp, -80, 80, 100, 0)              \
  X(exp2, -120, 120, 4, 0)             \
  X(log, 0x1p-126, 1e38, 4, 0x1p-20)   \
  X(log10, 0x1p-126, 1e38, 4, 0x1p-20) \
  X(log2, 0x1p-126, 1e38, 4, 0x1p-20)  \
  X(rsqrt, 0x1p-126, 1e38, 4, 0)       \
  X(sin, -3.1416, 3.1416, 4, 0x1p-20)  \
  X(sinh, -80, 80, 4, 0)               \
  X(sqrt, 0x1p-126, 1e38, 4, 0)        \
  X(tan, -1.5, 1.5, 256, 0x1p-20)      \
  X(tanh, -1e30, 1e30, 4, 0)

enum Function {
#define ENUMERATE(name, low, high) f_##name,
  EXACT_UNARY(ENUMERATE) EXACT_BINARY(ENUMERATE) NEAR_UNARY(ENUMERATE) NEAR_BINARY(ENUMERATE)
#undef ENUMERATE
};

/// The samples that count: x from low to high, y up to largest_y, errors above the absolute one.
struct Limits {
  double low, high, largest_y, absolute;
};

/// The worst sample, and the first whose special result (NaN, infinity, zero's sign, an exact value) is
/// wrong.
struct Worst {
  double ulp = 0, x = 0, y = 0, got = 0, want = 0;
  long wrong = 0;
  double wrong_x = 0, wrong_y = 0, wrong_got = 0, wrong_want = 0;
  const Limits* limits = nullptr;  // null: every sample counts, to the last bit where the function is exact
};

// reference.cpp: compares results with ones of higher precision, on all processors.
void compare(Function function, const float* x, const float* y, const float* got, long n, Worst& worst);
void compare(Function function, const double* x, const double* y, const double* got, long n, Worst& worst);

// kernels_*.cpp: results of a device. y is null for functions of one argument.
using RunFloat = void (*)(const float* x, const float* y, float* result, int n);
using RunDouble = void (*)(const double* x, const double* y, double* result, int n);
struct Measured {
  const char* name;
  Function function;
  double low, high;
  bool binary, exact;
  RunFloat single;
  RunDouble twofold;
  double ulp;  // the bound; of fast_math, else 0
  Limits limits;
};
extern const Measured precise_float[], precise_double[], fast_float[];
extern const int precise_float_count, precise_double_count, fast_float_count;

#endif
