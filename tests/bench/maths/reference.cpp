// The references: double for float, long double and, for the worst samples, __float128 for double. Compiled
// by g++, as libquadmath is its own.
#include <math.h>
#include <quadmath.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <thread>
#include <type_traits>
#include <vector>

#include "functions.hpp"

namespace {

using Quad = __float128;

// One spelling for the functions of all types.
#define FORMS_1(name)                                         \
  double name##_(double x) { return ::name(x); }              \
  long double name##_(long double x) { return ::name##l(x); } \
  Quad name##_(Quad x) { return ::name##q(x); }
FORMS_1(acos)
FORMS_1(acosh)
FORMS_1(asin)
FORMS_1(asinh)
FORMS_1(atan)
FORMS_1(atanh)
FORMS_1(cbrt)
FORMS_1(cos)
FORMS_1(cosh)
FORMS_1(erf)
FORMS_1(erfc)
FORMS_1(exp)
FORMS_1(exp2)
FORMS_1(expm1)
FORMS_1(fabs)
FORMS_1(lgamma)
FORMS_1(log)
FORMS_1(log10)
FORMS_1(log1p)
FORMS_1(log2)
FORMS_1(rint)
FORMS_1(sin)
FORMS_1(sinh)
FORMS_1(sqrt)
FORMS_1(tan)
FORMS_1(tanh)
FORMS_1(tgamma)
double exp10_(double x) { return ::exp10(x); }
long double exp10_(long double x) { return ::exp10l(x); }
Quad exp10_(Quad x) { return powq(10, x); }
#define FORMS_2(name)                                                           \
  double name##_(double x, double y) { return ::name(x, y); }                   \
  long double name##_(long double x, long double y) { return ::name##l(x, y); } \
  Quad name##_(Quad x, Quad y) { return ::name##q(x, y); }
FORMS_2(atan2)
FORMS_2(hypot)
FORMS_2(pow)
FORMS_2(copysign)

const Quad pi = M_PIq, half_root_of_pi = sqrtq(M_PIq) / 2;

template <class T>
bool is_finite(T x) {
  return x - x == 0;
}

template <class T>
T sinpi_(T x) {
  if (!is_finite(x)) return T(NAN);
  const T rest = x - 2 * rint_(x / 2);
  return rest == 0 || fabs_(rest) == 1 ? copysign_(T(0), x) : sin_(T(pi) * rest);
}
template <class T>
T cospi_(T x) {
  if (!is_finite(x)) return T(NAN);
  const T rest = fabs_(x - 2 * rint_(x / 2));
  return sin_(T(pi) * (T(0.5) - rest)) + T(0);
}
template <class T>
T tanpi_(T x) {  // C23
  if (!is_finite(x)) return T(NAN);
  const T rest = x - 2 * rint_(x / 2), size = fabs_(rest);
  if (size == T(0.5)) return rest > 0 ? T(INFINITY) : T(-INFINITY);
  if (size == 1) return copysign_(T(0), -x);
  return rest == 0 ? copysign_(T(0), x) : tan_(T(pi) * (x - rint_(x)));
}
template <class T>
T rcbrt_(T x) {
  return 1 / cbrt_(x);
}
template <class T>
T rsqrt_(T x) {
  return 1 / sqrt_(x);
}
template <class T>
T phi_(T x) {
  return erfc_(x * -T(M_SQRT1_2q)) / 2;
}

/// Newton's method, in T, on log erfc from the asymptotic value.
template <class T>
T erfcinv_(T q) {
  if (!(q >= 0 && q <= 2)) return T(NAN);
  if (q == 0) return T(INFINITY);
  if (q > 1) return -erfcinv_(2 - q);
  const T logarithm = log_(q * (2 - q)), a = T(0.147), middle = 2 / (T(pi) * a) + logarithm / 2;
  T y = sqrt_(sqrt_(middle * middle - logarithm / a) - middle);
  for (int i = 0; i < 7; ++i) {
    const T slope = exp_(-y * y) / T(half_root_of_pi);
    if (slope == 0) break;
    const T value = erfc_(y);
    y += q < T(0.5) ? (log_(value) - log_(q)) * value / slope : (value - q) / slope;
  }
  return y;
}
template <class T>
T erfinv_(T x) {
  const T size = fabs_(x);
  if (!(size <= 1)) return T(NAN);
  if (size > T(0.5)) return copysign_(erfcinv_(1 - size), x);
  T y = x * T(half_root_of_pi);
  for (int i = 0; i < 7 && size > T(1e-12); ++i) y -= (erf_(y) - x) * T(half_root_of_pi) * exp_(y * y);
  return y;
}

template <class T>
T near(Function function, T x, T y) {
  switch (function) {
#define CASE(name, low, high) \
  case f_##name:              \
    return name##_(x);
    NEAR_UNARY(CASE)
#undef CASE
    case f_atan2:
      return atan2_(x, y);
    case f_hypot:
      return hypot_(x, y);
    case f_pow:
      return pow_(x, y);
    case f_sqrt:
      return sqrt_(x);
    default:
      return T(NAN);
  }
}

template <class T>
T exact(Function function, T x, T y) {
  switch (function) {
#define CASE(name, low, high) \
  case f_##name:              \
    return std::name(x);
    EXACT_UNARY(CASE)
#undef CASE
#define CASE(name, low, high) \
  case f_##name:              \
    return std::name(x, y);
    EXACT_BINARY(CASE)
#undef CASE
    default:
      return T(NAN);
  }
}

/// The distance from one value of T to the next at `x`, which is finite.
template <class T, class W>
W unit(W x) {
  int exponent = 0;
  (void)std::frexp(static_cast<double>(x), &exponent);
  const int lowest = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
  const int place = exponent - std::numeric_limits<T>::digits;
  return static_cast<W>(std::ldexp(1.0, place < lowest ? lowest : place));
}

template <class T>
bool same(Function function, T got, T want) {
  if (want != want) return got != got;
  if (got != want) return false;
  return function == f_fmax || function == f_fmin || std::signbit(got) == std::signbit(want);
}

template <class T>
void note_wrong(Worst& worst, T x, T y, T got, double want) {
  if (worst.wrong++ == 0)
    worst.wrong_x = x, worst.wrong_y = y, worst.wrong_got = got, worst.wrong_want = want;
}

/// W: the reference's type.
template <class W, class T>
double error_of(W want, T got) {
  // What is infinite counts as the first value that T does not have.
  const W beyond = W(2) * W(std::ldexp(1.0, std::numeric_limits<T>::max_exponent - 1));
  const W value = std::isinf(got) ? copysign_(beyond, W(got)) : W(got);
  const W wanted = fabs_(want) < beyond ? want : copysign_(beyond, want);
  const W size = fabs_(want) < beyond ? want : W(std::numeric_limits<T>::max());
  return static_cast<double>(fabs_(value - wanted) / unit<T, W>(size));
}

template <class T>
double sharp_error(Function, float, float, T, double first) {
  return first;
}
double sharp_error(Function function, double x, double y, double got, double) {
  return error_of<Quad>(near<Quad>(function, x, y), got);
}
template <class T>
constexpr bool needs_quad(Function function) {
  return std::is_same<T, double>::value &&
         (function == f_phi || function == f_erfinv || function == f_erfcinv);
}

template <class T>
void compare_near(Function function, T x, T y, T got, Worst& worst) {
  const Limits* const limits = worst.limits;
  if (limits && !(x >= limits->low && x <= limits->high && std::fabs(y) <= limits->largest_y)) return;
  using Wide = typename std::conditional<std::is_same<T, float>::value, double, long double>::type;
  const Wide want =
      needs_quad<T>(function) ? static_cast<Wide>(near<Quad>(function, x, y)) : near<Wide>(function, x, y);
  if (want != want || got != got) {
    if (!same<T>(function, got, static_cast<T>(want)))
      note_wrong(worst, x, y, got, static_cast<double>(want));
    return;
  }
  if (std::isinf(want) && same<T>(function, got, static_cast<T>(want))) return;
  if (want == 0 && std::fabs(got) <= std::numeric_limits<T>::denorm_min()) {
    if (got == 0 && std::signbit(got) != std::signbit(want))
      note_wrong(worst, x, y, got, static_cast<double>(want));
    return;
  }
  if (limits && std::fabs(want - got) <= limits->absolute) return;
  double error = error_of<Wide>(want, got);
  if (error <= worst.ulp * 0.99) return;
  error = sharp_error(function, x, y, got, error);
  if (error > worst.ulp) {
    worst.ulp = error, worst.x = x, worst.y = y, worst.got = got, worst.want = static_cast<double>(want);
  }
}

template <class T>
void compare_some(Function function, const T* x, const T* y, const T* got, long n, Worst& worst) {
  const bool is_exact = function <= f_remainder && !worst.limits;
  for (long i = 0; i < n; ++i) {
    const T second = y ? y[i] : T(0);
    if (!is_exact) {
      compare_near<T>(function, x[i], second, got[i], worst);
    } else if (const T want = exact<T>(function, x[i], second); !same<T>(function, got[i], want)) {
      note_wrong(worst, x[i], second, got[i], static_cast<double>(want));
    }
  }
}

template <class T>
void compare_all(Function function, const T* x, const T* y, const T* got, long n, Worst& worst) {
  const char* wanted = std::getenv("MATHS_THREADS");
  const long threads = wanted ? std::atol(wanted) : std::thread::hardware_concurrency();
  std::vector<Worst> parts(threads, worst);
  std::vector<std::thread> running;
  for (long t = 0; t < threads; ++t) {
    parts[t].wrong = 0;
    const long begin = n * t / threads, end = n * (t + 1) / threads;
    running.emplace_back([=, &parts] {
      compare_some(function, x + begin, y ? y + begin : nullptr, got + begin, end - begin, parts[t]);
    });
  }
  for (std::thread& thread : running) thread.join();
  for (const Worst& part : parts) {
    const Worst before = worst;
    if (part.ulp > worst.ulp) worst = part;
    const Worst& first = before.wrong ? before : part;
    worst.wrong = before.wrong + part.wrong;
    worst.wrong_x = first.wrong_x, worst.wrong_y = first.wrong_y;
    worst.wrong_got = first.wrong_got, worst.wrong_want = first.wrong_want;
  }
}

}  // namespace

void compare(Function function, const float* x, const float* y, const float* got, long n, Worst& worst) {
  compare_all(function, x, y, got, n, worst);
}
void compare(Function function, const double* x, const double* y, const double* got, long n, Worst& worst) {
  compare_all(function, x, y, got, n, worst);
}
