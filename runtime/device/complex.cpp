// Complex functions of the C library, for float and double, and the helpers of complex operators (C11, annex
// G).
#include "library.hpp"

extern "C" {
#define HCRT_MATHS(name) \
  float name##f(float);  \
  double name(double);
HCRT_MATHS(sin)
HCRT_MATHS(cos)
HCRT_MATHS(sinh)
HCRT_MATHS(cosh)
HCRT_MATHS(exp)
HCRT_MATHS(log)
HCRT_MATHS(log1p)
HCRT_MATHS(sqrt)
HCRT_MATHS(tan)
float atan2f(float, float);
double atan2(double, double);
float hypotf(float, float);
double hypot(double, double);
}

namespace {

#define HCRT_OVERLOAD(name)                            \
  inline float name##_(float x) { return name##f(x); } \
  inline double name##_(double x) { return name(x); }
HCRT_OVERLOAD(sin)
HCRT_OVERLOAD(cos)
HCRT_OVERLOAD(sinh)
HCRT_OVERLOAD(cosh)
HCRT_OVERLOAD(exp)
HCRT_OVERLOAD(log)
HCRT_OVERLOAD(log1p)
HCRT_OVERLOAD(sqrt)
HCRT_OVERLOAD(tan)
inline float atan2_(float y, float x) { return atan2f(y, x); }
inline double atan2_(double y, double x) { return atan2(y, x); }
inline float hypot_(float x, float y) { return hypotf(x, y); }
inline double hypot_(double x, double y) { return hypot(x, y); }

template <class T>
inline T infinity() {
  return static_cast<T>(__builtin_inff());
}
template <class T>
inline T absolute(T x) {
  return __builtin_elementwise_abs(x);
}
template <class T>
inline T with_sign(T x, T sign) {
  return __builtin_elementwise_copysign(x, sign);
}
template <class T>
inline bool is_nan(T x) {
  return x != x;
}
template <class T>
inline bool is_infinite(T x) {
  return absolute(x) == infinity<T>();
}
template <class T>
inline bool is_finite(T x) {
  return absolute(x) < infinity<T>();
}

template <class T>
struct Complex {
  T re, im;
};
template <class T>
inline Complex<T> make(T re, T im) {
  return {re, im};
}
inline Complex<float> from(_Complex float z) { return {__real__ z, __imag__ z}; }
inline Complex<double> from(_Complex double z) { return {__real__ z, __imag__ z}; }
inline _Complex float to(Complex<float> z) { return __builtin_complex(z.re, z.im); }
inline _Complex double to(Complex<double> z) { return __builtin_complex(z.re, z.im); }

// 1 where infinite, else 0, with the sign: what an infinite operand counts as.
template <class T>
inline T boxed(T x) {
  return with_sign(is_infinite(x) ? T(1) : T(0), x);
}
template <class T>
inline T zero_if_nan(T x) {
  return is_nan(x) ? with_sign(T(0), x) : x;
}

template <class T>
Complex<T> multiply(T a, T b, T c, T d) {
  T ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  T x = ac - bd, y = ad + bc;
  if (is_nan(x) && is_nan(y)) {  // an infinite operand must not be lost
    bool again = false;
    if (is_infinite(a) || is_infinite(b)) {
      a = boxed(a), b = boxed(b), c = zero_if_nan(c), d = zero_if_nan(d);
      again = true;
    }
    if (is_infinite(c) || is_infinite(d)) {
      c = boxed(c), d = boxed(d), a = zero_if_nan(a), b = zero_if_nan(b);
      again = true;
    }
    if (!again && (is_infinite(ac) || is_infinite(bd) || is_infinite(ad) || is_infinite(bc))) {
      a = zero_if_nan(a), b = zero_if_nan(b), c = zero_if_nan(c), d = zero_if_nan(d);
      again = true;
    }
    if (again) {
      x = infinity<T>() * (a * c - b * d);
      y = infinity<T>() * (a * d + b * c);
    }
  }
  return make(x, y);
}

template <class T>
Complex<T> divide(T a, T b, T c, T d) {
  T x, y;
  if (absolute(c) >= absolute(d)) {  // Smith: no square of an operand, so no early overflow
    T ratio = d / c, scale = c + d * ratio;
    x = (a + b * ratio) / scale;
    y = (b - a * ratio) / scale;
  } else {
    T ratio = c / d, scale = c * ratio + d;
    x = (a * ratio + b) / scale;
    y = (b * ratio - a) / scale;
  }
  if (is_nan(x) && is_nan(y)) {
    if (c == T(0) && d == T(0) && (!is_nan(a) || !is_nan(b))) {
      x = with_sign(infinity<T>(), c) * a;
      y = with_sign(infinity<T>(), c) * b;
    } else if ((is_infinite(a) || is_infinite(b)) && is_finite(c) && is_finite(d)) {
      a = boxed(a), b = boxed(b);
      x = infinity<T>() * (a * c + b * d);
      y = infinity<T>() * (b * c - a * d);
    } else if ((is_infinite(c) || is_infinite(d)) && is_finite(a) && is_finite(b)) {
      c = boxed(c), d = boxed(d);
      x = T(0) * (a * c + b * d);
      y = T(0) * (b * c - a * d);
    }
  }
  return make(x, y);
}

template <class T>
Complex<T> exponential(Complex<T> z) {
  T scale = exp_(z.re), angle = z.im;
  return angle == T(0) ? make(scale, angle) : make(scale * cos_(angle), scale * sin_(angle));
}

template <class T>
Complex<T> logarithm(Complex<T> z) {
  return make(log_(hypot_(z.re, z.im)), atan2_(z.im, z.re));
}

template <class T>
Complex<T> square_root(Complex<T> z) {
  T x = z.re, y = z.im;
  if (x == T(0) && y == T(0)) return make(T(0), y);
  if (is_infinite(y)) return make(infinity<T>(), y);
  // Halved before the sum: hypot + |x| may overflow where the root does not.
  T root = sqrt_(T(0.5) * absolute(x) + T(0.5) * hypot_(x, y));
  T other = y / (T(2) * root);
  return x >= T(0) ? make(root, other) : make(absolute(other), with_sign(root, y));
}

template <class T>
Complex<T> power(Complex<T> a, Complex<T> b) {
  if (a.re == T(0) && a.im == T(0)) return b.re == T(0) && b.im == T(0) ? make(T(1), T(0)) : make(T(0), T(0));
  Complex<T> l = logarithm(a);
  return exponential(multiply<T>(b.re, b.im, l.re, l.im));
}

template <class T>
Complex<T> hyperbolic_sine(Complex<T> z) {
  return make(sinh_(z.re) * cos_(z.im), cosh_(z.re) * sin_(z.im));
}

template <class T>
Complex<T> hyperbolic_cosine(Complex<T> z) {
  return make(cosh_(z.re) * cos_(z.im), sinh_(z.re) * sin_(z.im));
}

template <class T>
Complex<T> hyperbolic_tangent(Complex<T> z) {
  T x = z.re, y = z.im;
  if (absolute(x) > T(20))
    return make(with_sign(T(1), x), T(4) * sin_(y) * cos_(y) * exp_(T(-2) * absolute(x)));
  T tangent = tan_(y), beta = T(1) + tangent * tangent, sine = sinh_(x), rho = sqrt_(T(1) + sine * sine);
  T scale = T(1) + beta * sine * sine;
  return make(beta * rho * sine / scale, tangent / scale);
}

// f(iz) = i g(z) for the circular functions: turned in, turned out.
template <class T>
inline Complex<T> times_i(Complex<T> z) {
  return make(-z.im, z.re);
}
template <class T>
inline Complex<T> over_i(Complex<T> z) {
  return make(z.im, -z.re);
}

template <class T>
Complex<T> area_sine(Complex<T> z) {  // asinh z = log(z + sqrt(z^2 + 1))
  T x = z.re, y = z.im;
  Complex<T> root = square_root(make((x - y) * (x + y) + T(1), T(2) * x * y));
  Complex<T> l = logarithm(make(absolute(x) + absolute(root.re), with_sign(absolute(y), x * y) + root.im));
  return x < T(0) || (x == T(0) && __builtin_signbit(x)) ? make(-l.re, -l.im) : l;
}

template <class T>
Complex<T> arc_cosine(Complex<T> z) {  // Kahan: stable on the whole plane
  T x = z.re, y = z.im;
  Complex<T> minus = square_root(make(T(1) - x, -y)), plus = square_root(make(T(1) + x, y));
  T re = T(2) * atan2_(minus.re, plus.re);
  T s = plus.re * minus.im - plus.im * minus.re;
  T im = with_sign(log1p_(absolute(s) + (sqrt_(s * s + T(1)) - T(1))), s);
  return make(re, im);
}

template <class T>
Complex<T> arc_sine(Complex<T> z) {
  return over_i(area_sine(times_i(z)));
}

template <class T>
Complex<T> area_cosine(Complex<T> z) {
  Complex<T> a = arc_cosine(z);
  return a.im <= T(0) ? make(-a.im, a.re) : make(a.im, -a.re);
}

template <class T>
Complex<T> area_tangent(Complex<T> z) {
  T x = z.re, y = z.im, yy = y * y, below = T(1) - x;
  T re = T(0.25) * log1p_(T(4) * x / (below * below + yy));
  return make(re, T(0.5) * atan2_(T(2) * y, below * (T(1) + x) - yy));
}

template <class T>
Complex<T> projection(Complex<T> z) {
  return is_infinite(z.re) || is_infinite(z.im) ? make(infinity<T>(), with_sign(T(0), z.im)) : z;
}

}  // namespace

#define HCRT_COMPLEX(name, function)                                                      \
  HCRT_LIBRARY _Complex float name##f(_Complex float z) { return to(function(from(z))); } \
  HCRT_LIBRARY _Complex double name(_Complex double z) { return to(function(from(z))); }
HCRT_COMPLEX(cexp, exponential)
HCRT_COMPLEX(clog, logarithm)
HCRT_COMPLEX(csqrt, square_root)
HCRT_COMPLEX(csinh, hyperbolic_sine)
HCRT_COMPLEX(ccosh, hyperbolic_cosine)
HCRT_COMPLEX(ctanh, hyperbolic_tangent)
HCRT_COMPLEX(casinh, area_sine)
HCRT_COMPLEX(cacosh, area_cosine)
HCRT_COMPLEX(catanh, area_tangent)
HCRT_COMPLEX(cacos, arc_cosine)
HCRT_COMPLEX(casin, arc_sine)
HCRT_COMPLEX(cproj, projection)

#define HCRT_TURNED(name, function)                                                                        \
  HCRT_LIBRARY _Complex float name##f(_Complex float z) { return to(over_i(function(times_i(from(z))))); } \
  HCRT_LIBRARY _Complex double name(_Complex double z) { return to(over_i(function(times_i(from(z))))); }
HCRT_TURNED(csin, hyperbolic_sine)
HCRT_TURNED(ctan, hyperbolic_tangent)
HCRT_TURNED(catan, area_tangent)
HCRT_LIBRARY _Complex float ccosf(_Complex float z) { return to(hyperbolic_cosine(times_i(from(z)))); }
HCRT_LIBRARY _Complex double ccos(_Complex double z) { return to(hyperbolic_cosine(times_i(from(z)))); }

HCRT_LIBRARY _Complex float cpowf(_Complex float a, _Complex float b) { return to(power(from(a), from(b))); }
HCRT_LIBRARY _Complex double cpow(_Complex double a, _Complex double b) {
  return to(power(from(a), from(b)));
}
HCRT_LIBRARY float cabsf(_Complex float z) { return hypotf(__real__ z, __imag__ z); }
HCRT_LIBRARY double cabs(_Complex double z) { return hypot(__real__ z, __imag__ z); }
HCRT_LIBRARY float cargf(_Complex float z) { return atan2f(__imag__ z, __real__ z); }
HCRT_LIBRARY double carg(_Complex double z) { return atan2(__imag__ z, __real__ z); }

HCRT_LIBRARY _Complex float __mulsc3(float a, float b, float c, float d) { return to(multiply(a, b, c, d)); }
HCRT_LIBRARY _Complex double __muldc3(double a, double b, double c, double d) {
  return to(multiply(a, b, c, d));
}
HCRT_LIBRARY _Complex float __divsc3(float a, float b, float c, float d) { return to(divide(a, b, c, d)); }
HCRT_LIBRARY _Complex double __divdc3(double a, double b, double c, double d) {
  return to(divide(a, b, c, d));
}
