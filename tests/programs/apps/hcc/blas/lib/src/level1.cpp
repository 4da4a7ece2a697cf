#include <cmath>

#include "device_functions.h"
#include "handle.h"

namespace mblas {
namespace {

constexpr int TILE = 256;

template <typename F>
void for_each_element(mblas_handle h, int n, const F& f) {
  hc::parallel_for_each(h->av, hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { f(i[0]); });
}

template <typename T>
mblas_status axpy(mblas_handle h, int n, T alpha, const T* x, int incx, T* y, int incy) {
  MBLAS_CHECK(h, n >= 0 && incx != 0 && incy != 0);
  if (n == 0 || alpha == T(0)) return MBLAS_SUCCESS;
  for_each_element(h, n, [=](int i) [[hc]] { y[offset_of(i, n, incy)] += alpha * x[offset_of(i, n, incx)]; });
  return MBLAS_SUCCESS;
}

template <typename T>
mblas_status scal(mblas_handle h, int n, T alpha, T* x, int incx) {
  MBLAS_CHECK(h, n >= 0 && incx > 0);
  for_each_element(h, n, [=](int i) [[hc]] { x[i * incx] *= alpha; });
  return MBLAS_SUCCESS;
}

template <typename T>
mblas_status copy(mblas_handle h, int n, const T* x, int incx, T* y, int incy) {
  MBLAS_CHECK(h, n >= 0 && incx != 0 && incy != 0);
  for_each_element(h, n, [=](int i) [[hc]] { y[offset_of(i, n, incy)] = x[offset_of(i, n, incx)]; });
  return MBLAS_SUCCESS;
}

template <typename T>
mblas_status swap(mblas_handle h, int n, T* x, int incx, T* y, int incy) {
  MBLAS_CHECK(h, n >= 0 && incx != 0 && incy != 0);
  for_each_element(h, n, [=](int i) [[hc]] {
    T& a = x[offset_of(i, n, incx)];
    T& b = y[offset_of(i, n, incy)];
    const T c = a;
    a = b;
    b = c;
  });
  return MBLAS_SUCCESS;
}

// Partial results of tiles; the last step is the host's.
template <typename R, typename Element, typename Combine>
R reduce(mblas_handle h, int n, R neutral, const Element& element, const Combine& combine) {
  const int tiles = std::min(int(mblas_context::PARTIALS), divide_up(n, TILE));
  R* partials = static_cast<R*>(h->partials);
  const int threads = tiles * TILE;
  hc::parallel_for_each(h->av, hc::extent<1>(threads).tile(TILE), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static R values[TILE];
    R value = neutral;
    for (int i = t.global[0]; i < n; i += threads) value = combine(value, element(i));
    values[t.local[0]] = value;
    t.barrier.wait();
    for (int half = TILE / 2; half > 0; half /= 2) {
      if (t.local[0] < half) values[t.local[0]] = combine(values[t.local[0]], values[t.local[0] + half]);
      t.barrier.wait();
    }
    if (t.local[0] == 0) partials[t.tile[0]] = values[0];
  });
  R* host = static_cast<R*>(h->staging);
  h->av.copy_async(partials, host, tiles * sizeof(R)).wait();
  R result = neutral;
  for (int i = 0; i < tiles; ++i) result = combine(result, host[i]);
  return result;
}

template <typename T>
mblas_status dot(mblas_handle h, int n, const T* x, int incx, const T* y, int incy, T* result) {
  MBLAS_CHECK(h, n >= 0 && result);
  *result = T(0);
  if (n == 0) return MBLAS_SUCCESS;
  *result = reduce(
      h, n, T(0), [=](int i) [[hc]] { return x[offset_of(i, n, incx)] * y[offset_of(i, n, incy)]; },
      [](T a, T b) [[hc]] [[cpu]] { return a + b; });
  return MBLAS_SUCCESS;
}

template <typename T>
mblas_status asum(mblas_handle h, int n, const T* x, int incx, T* result) {
  MBLAS_CHECK(h, result && incx > 0);
  *result = n <= 0 ? T(0)
                   : reduce(
                         h, n, T(0), [=](int i) [[hc]] { return magnitude(x[i * incx]); },
                         [](T a, T b) [[hc]] [[cpu]] { return a + b; });
  return MBLAS_SUCCESS;
}

template <typename T>
mblas_status nrm2(mblas_handle h, int n, const T* x, int incx, T* result) {
  MBLAS_CHECK(h, result && incx > 0);
  mblas_status s = dot(h, n, x, incx, x, incx, result);
  if (s == MBLAS_SUCCESS) *result = std::sqrt(*result);
  return s;
}

template <typename T>
mblas_status amax(mblas_handle h, int n, const T* x, int incx, int* result) {
  MBLAS_CHECK(h, result && incx > 0);
  *result = 0;  // BLAS counts from one
  if (n <= 0) return MBLAS_SUCCESS;
  const located<T> none = {T(-1), n};
  const located<T> best = reduce(
      h, n, none,
      [=](int i) [[hc]] {
        located<T> l = {magnitude(x[i * incx]), i};
        return l;
      },
      [](const located<T>& a, const located<T>& b) [[hc]] [[cpu]] {
        if (a.value != b.value) return a.value > b.value ? a : b;
        return a.at < b.at ? a : b;
      });
  *result = best.at + 1;
  return MBLAS_SUCCESS;
}

}  // namespace
}  // namespace mblas

#define LEVEL1(T, t)                                                                                           \
  mblas_status mblas_##t##axpy(mblas_handle h, int n, T alpha, const T* x, int incx, T* y, int incy) {         \
    return mblas::axpy<T>(h, n, alpha, x, incx, y, incy);                                                      \
  }                                                                                                            \
  mblas_status mblas_##t##scal(mblas_handle h, int n, T alpha, T* x, int incx) {                               \
    return mblas::scal<T>(h, n, alpha, x, incx);                                                               \
  }                                                                                                            \
  mblas_status mblas_##t##copy(mblas_handle h, int n, const T* x, int incx, T* y, int incy) {                  \
    return mblas::copy<T>(h, n, x, incx, y, incy);                                                             \
  }                                                                                                            \
  mblas_status mblas_##t##swap(mblas_handle h, int n, T* x, int incx, T* y, int incy) {                        \
    return mblas::swap<T>(h, n, x, incx, y, incy);                                                             \
  }                                                                                                            \
  mblas_status mblas_##t##dot(mblas_handle h, int n, const T* x, int incx, const T* y, int incy, T* result) {  \
    return mblas::dot<T>(h, n, x, incx, y, incy, result);                                                      \
  }                                                                                                            \
  mblas_status mblas_##t##asum(mblas_handle h, int n, const T* x, int incx, T* result) {                       \
    return mblas::asum<T>(h, n, x, incx, result);                                                              \
  }                                                                                                            \
  mblas_status mblas_##t##nrm2(mblas_handle h, int n, const T* x, int incx, T* result) {                       \
    return mblas::nrm2<T>(h, n, x, incx, result);                                                              \
  }                                                                                                            \
  mblas_status mblas_i##t##amax(mblas_handle h, int n, const T* x, int incx, int* result) {                    \
    return mblas::amax<T>(h, n, x, incx, result);                                                              \
  }

extern "C" {
LEVEL1(float, s)
LEVEL1(double, d)
}
