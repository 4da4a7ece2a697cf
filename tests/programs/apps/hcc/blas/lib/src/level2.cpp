#include "device_functions.h"
#include "handle.h"

namespace mblas {
namespace {

#define WG 128

// A thread for each row.
template <typename T>
hc::completion_future gemv_n(mblas_handle h, int m, int n, T alpha, const T* a, int lda, const T* x, int incx,
                             T beta, T* y, int incy) {
  hc::extent<1> grid(divide_up(m, WG) * WG);
  return hc::parallel_for_each(h->av, grid.tile(WG), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static T part[WG];
    const int row = t.global[0];
    T sum = T();
    for (int c = 0; c < n; c += WG) {
      const int mine = c + t.local[0];
      part[t.local[0]] = mine < n ? x[offset_of(mine, n, incx)] : T();
      t.barrier.wait();
      const int count = n - c < WG ? n - c : WG;
      if (row < m)
        for (int i = 0; i < count; ++i) sum += a[(c + i) * lda + row] * part[i];
      t.barrier.wait();
    }
    if (row < m) {
      T& out = y[offset_of(row, m, incy)];
      out = alpha * sum + (beta == T() ? T() : beta * out);
    }
  });
}

// A group for each column.
template <typename T>
hc::completion_future gemv_t(mblas_handle h, int m, int n, T alpha, const T* a, int lda, const T* x, int incx,
                             T beta, T* y, int incy) {
  hc::tiled_extent<1> grid = hc::extent<1>(n * WG).tile_with_dynamic(WG, WG * sizeof(T));
  return hc::parallel_for_each(h->av, grid, [=](hc::tiled_index<1> t) [[hc]] {
    T* part = reinterpret_cast<T*>(hc::get_dynamic_group_segment_base_pointer());
    const int column = t.tile[0];
    T sum = T();
    for (int r = t.local[0]; r < m; r += WG) sum += a[column * lda + r] * x[offset_of(r, m, incx)];
    part[t.local[0]] = sum;
    for (int half = WG / 2; half > 0; half >>= 1) {
      t.barrier.wait_with_tile_static_memory_fence();
      if (t.local[0] < half) part[t.local[0]] += part[t.local[0] + half];
    }
    if (t.local[0] == 0) {
      T& out = y[offset_of(column, n, incy)];
      out = alpha * part[0] + (beta == T() ? T() : beta * out);
    }
  });
}

template <typename T>
mblas_status gemv(mblas_handle h, mblas_operation op, int m, int n, T alpha, const T* a, int lda, const T* x, int incx,
                  T beta, T* y, int incy) {
  MBLAS_CHECK(h, m >= 0 && n >= 0 && lda >= (m > 1 ? m : 1) && incx && incy);
  if (m == 0 || n == 0) return MBLAS_SUCCESS;
  if (op == MBLAS_N)
    gemv_n(h, m, n, alpha, a, lda, x, incx, beta, y, incy);
  else
    gemv_t(h, m, n, alpha, a, lda, x, incx, beta, y, incy);
  return MBLAS_SUCCESS;
}

template <typename T>
mblas_status ger(mblas_handle h, int m, int n, T alpha, const T* x, int incx, const T* y, int incy, T* a, int lda) {
  MBLAS_CHECK(h, m >= 0 && n >= 0 && lda >= m);
  if (m == 0 || n == 0) return MBLAS_SUCCESS;
  hc::parallel_for_each(h->av, hc::extent<2>(n, m), [=](hc::index<2> i) [[hc]] {
    a[i[0] * lda + i[1]] += alpha * x[offset_of(i[1], m, incx)] * y[offset_of(i[0], n, incy)];
  });
  return MBLAS_SUCCESS;
}

// One group solves column after column.
template <typename T>
mblas_status trsv(mblas_handle h, mblas_fill fill, int n, const T* a, int lda, T* x, int incx) {
  MBLAS_CHECK(h, n >= 0 && lda >= n && incx > 0);
  if (n == 0) return MBLAS_SUCCESS;
  const bool lower = fill == MBLAS_LOWER;
  hc::parallel_for_each(h->av, hc::extent<1>(WG).tile(WG), [=](hc::tiled_index<1> t) [[hc]] {
    for (int step = 0; step < n; ++step) {
      const int k = lower ? step : n - 1 - step;
      if (t.local[0] == 0) x[k * incx] /= a[k * lda + k];
      t.barrier.wait_with_global_memory_fence();
      const T solved = x[k * incx];
      const int first = lower ? k + 1 : 0, last = lower ? n : k;
      for (int r = first + t.local[0]; r < last; r += WG) x[r * incx] -= a[k * lda + r] * solved;
      t.barrier.wait_with_global_memory_fence();
    }
  });
  return MBLAS_SUCCESS;
}

}  // namespace
}  // namespace mblas

#define LEVEL2(T, t)                                                                                             \
  mblas_status mblas_##t##gemv(mblas_handle h, mblas_operation op, int m, int n, T alpha, const T* a, int lda,   \
                               const T* x, int incx, T beta, T* y, int incy) {                                   \
    return mblas::gemv<T>(h, op, m, n, alpha, a, lda, x, incx, beta, y, incy);                                   \
  }                                                                                                              \
  mblas_status mblas_##t##ger(mblas_handle h, int m, int n, T alpha, const T* x, int incx, const T* y, int incy, \
                              T* a, int lda) {                                                                   \
    return mblas::ger<T>(h, m, n, alpha, x, incx, y, incy, a, lda);                                              \
  }                                                                                                              \
  mblas_status mblas_##t##trsv(mblas_handle h, mblas_fill fill, int n, const T* a, int lda, T* x, int incx) {    \
    return mblas::trsv<T>(h, fill, n, a, lda, x, incx);                                                          \
  }

extern "C" {
LEVEL2(float, s)
LEVEL2(double, d)
}
