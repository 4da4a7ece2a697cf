#include "device_functions.h"
#include "handle.h"

namespace mblas {
namespace {

constexpr int BLOCK = 16;
constexpr int MICRO = 2;  // results of a thread, in each direction
constexpr int SPAN = BLOCK * MICRO;

template <typename T>
struct operand {
  const T* p;
  int ld;
  bool transposed;
  int rows, columns;  // after the operation

  T operator()(int y, int x) const [[hc]] {
    if (y >= rows || x >= columns) return T(0);
    return transposed ? p[y * ld + x] : p[x * ld + y];
  }
};

template <typename T>
void multiply_tile(const operand<T>& a, const operand<T>& b, T alpha, T beta, T* c, int ldc, int k, int tile_y,
                   int tile_x, int ly, int lx, const hc::tile_barrier& barrier) [[hc]] {
  tile_static T as[SPAN][BLOCK];
  tile_static T bs[BLOCK][SPAN];

  T sums[MICRO][MICRO];
  for (int i = 0; i < MICRO; ++i)
    for (int j = 0; j < MICRO; ++j) sums[i][j] = T(0);

  for (int step = 0; step < k; step += BLOCK) {
    for (int i = 0; i < MICRO; ++i) {
      as[ly + i * BLOCK][lx] = a(tile_y * SPAN + ly + i * BLOCK, step + lx);
      bs[ly][lx + i * BLOCK] = b(step + ly, tile_x * SPAN + lx + i * BLOCK);
    }
    barrier.wait();
    for (int s = 0; s < BLOCK; ++s)
      for (int i = 0; i < MICRO; ++i)
        for (int j = 0; j < MICRO; ++j) sums[i][j] += as[ly + i * BLOCK][s] * bs[s][lx + j * BLOCK];
    barrier.wait();
  }

  for (int i = 0; i < MICRO; ++i)
    for (int j = 0; j < MICRO; ++j) {
      const int y = tile_y * SPAN + ly + i * BLOCK, x = tile_x * SPAN + lx + j * BLOCK;
      if (y < a.rows && x < b.columns) {
        T& out = c[x * ldc + y];
        out = alpha * sums[i][j] + (beta == T(0) ? T(0) : beta * out);
      }
    }
}

template <typename T>
mblas_status gemm(mblas_handle h, mblas_operation ta, mblas_operation tb, int m, int n, int k, T alpha, const T* a,
                  int lda, const T* b, int ldb, T beta, T* c, int ldc) {
  MBLAS_CHECK(h, m >= 0 && n >= 0 && k >= 0 && ldc >= m && a && b && c);
  if (m == 0 || n == 0) return MBLAS_SUCCESS;
  const operand<T> left = {a, lda, ta == MBLAS_T, m, k};
  const operand<T> right = {b, ldb, tb == MBLAS_T, k, n};
  hc::extent<2> grid(divide_up(m, SPAN) * BLOCK, divide_up(n, SPAN) * BLOCK);
  hc::parallel_for_each(h->av, grid.tile(BLOCK, BLOCK), [=](hc::tiled_index<2> t) [[hc]] {
    multiply_tile(left, right, alpha, beta, c, ldc, k, t.tile[0], t.tile[1], t.local[0], t.local[1], t.barrier);
  });
  return MBLAS_SUCCESS;
}

// Many small products: the third dimension of the grid.
template <typename T>
mblas_status gemm_batched(mblas_handle h, int m, int n, int k, T alpha, const T* a, long stride_a, const T* b,
                          long stride_b, T beta, T* c, long stride_c, int batches) {
  MBLAS_CHECK(h, m > 0 && n > 0 && k > 0 && batches >= 0);
  if (batches == 0) return MBLAS_SUCCESS;
  hc::extent<3> grid(batches, divide_up(m, SPAN) * BLOCK, divide_up(n, SPAN) * BLOCK);
  hc::parallel_for_each(h->av, grid.tile(1, BLOCK, BLOCK), [=](hc::tiled_index<3> t) [[hc]] {
    const long batch = t.tile[0];
    const operand<T> left = {a + batch * stride_a, m, false, m, k};
    const operand<T> right = {b + batch * stride_b, k, false, k, n};
    multiply_tile(left, right, alpha, beta, c + batch * stride_c, m, k, t.tile[1], t.tile[2], t.local[1], t.local[2],
                  t.barrier);
  });
  return MBLAS_SUCCESS;
}

}  // namespace
}  // namespace mblas

#define LEVEL3(T, t)                                                                                                \
  mblas_status mblas_##t##gemm(mblas_handle h, mblas_operation ta, mblas_operation tb, int m, int n, int k,         \
                               T alpha, const T* a, int lda, const T* b, int ldb, T beta, T* c, int ldc) {          \
    return mblas::gemm<T>(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                                 \
  }                                                                                                                 \
  mblas_status mblas_##t##gemm_batched(mblas_handle h, int m, int n, int k, T alpha, const T* a, long stride_a,     \
                                       const T* b, long stride_b, T beta, T* c, long stride_c, int batches) {       \
    return mblas::gemm_batched<T>(h, m, n, k, alpha, a, stride_a, b, stride_b, beta, c, stride_c, batches);         \
  }

extern "C" {
LEVEL3(float, s)
LEVEL3(double, d)
}
