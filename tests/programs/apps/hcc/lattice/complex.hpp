#ifndef SU3_COMPLEX_HPP
#define SU3_COMPLEX_HPP
#include <cmath>
#include <hc.hpp>
#define DEVFN [[cpu]] [[hc]]
#define FORCE_INLINE __attribute__((always_inline)) inline
namespace lqcd {
typedef double Float;
template <typename T>
struct alignas(2 * sizeof(T)) cplx {
  T re, im;
  cplx() DEVFN = default;
  cplx(T r, T i = T()) DEVFN : re(r), im(i) {}
  template <typename U>
  explicit cplx(const cplx<U>& o) DEVFN : re(T(o.re)), im(T(o.im)) {}
  FORCE_INLINE cplx& operator+=(const cplx& o) DEVFN { return re += o.re, im += o.im, *this; }
  FORCE_INLINE cplx& operator*=(T s) DEVFN { return *this = cplx(re * s, im * s); }
  friend FORCE_INLINE cplx operator+(cplx a, const cplx& b) DEVFN { return a += b; }
  friend FORCE_INLINE cplx operator-(const cplx& a, const cplx& b) DEVFN {
    return {a.re - b.re, a.im - b.im};
  }
  friend FORCE_INLINE cplx operator*(const cplx& a, const cplx& b) DEVFN {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend FORCE_INLINE cplx conj(const cplx& a) DEVFN { return {a.re, -a.im}; }
  friend FORCE_INLINE T norm2(const cplx& a) DEVFN { return a.re * a.re + a.im * a.im; }
  cplx operator-() const DEVFN { return {-re, -im}; }
};
template <typename T>
FORCE_INLINE cplx<T> times_i(const cplx<T>& a, int sign) DEVFN {
  return {-sign * a.im, sign * a.re};
}
template <int N, typename T>
struct vec_n {
  cplx<T> c[N];
  cplx<T>& operator()(int i) DEVFN { return c[i]; }
  const cplx<T>& operator()(int i) const DEVFN { return c[i]; }
  vec_n& operator+=(const vec_n& o) DEVFN {
    for (int i = 0; i < N; ++i) c[i] += o.c[i];
    return *this;
  }
};
template <int N, typename T>
struct mat_n {
  cplx<T> e[N][N];
  static mat_n unit() DEVFN {
    mat_n m;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) m.e[i][j] = cplx<T>(i == j);
    return m;
  }
  vec_n<N, T> operator*(const vec_n<N, T>& v) const DEVFN {
    vec_n<N, T> r;
#pragma unroll
    for (int i = 0; i < N; ++i) {
      cplx<T> s(0);
      for (int j = 0; j < N; ++j) s += e[i][j] * v(j);
      r(i) = s;
    }
    return r;
  }
  mat_n operator*(const mat_n& o) const DEVFN {
    mat_n r;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        cplx<T> s(0);
        for (int k = 0; k < N; ++k) s += e[i][k] * o.e[k][j];
        r.e[i][j] = s;
      }
    return r;
  }
  mat_n dagger() const DEVFN {
    mat_n r;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) r.e[i][j] = conj(e[j][i]);
    return r;
  }
  cplx<T> trace() const DEVFN {
    cplx<T> t(0);
    for (int i = 0; i < N; ++i) t += e[i][i];
    return t;
  }
};
}  // namespace lqcd
#endif
