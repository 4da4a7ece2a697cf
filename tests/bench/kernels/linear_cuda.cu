// Linear algebra in CUDA C++.
#include "cuda_suite.cuh"
#include "linear.hpp"

using namespace linear;
using namespace suite;

__global__ void times_vector(int rows, int columns, const float* a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float sum = 0;
  for (int k = 0; k < columns; ++k) sum += a[i * columns + k] * x[k];
  y[i] = sum;
}

static int run_vector(bool large) {
  const Vector data(large);
  const float *a = device(data.a), *x = device(data.x);
  float* y = device(data.y);
  serve([&] { times_vector<<<blocks(data.rows, flat), flat>>>(data.rows, data.columns, a, x, y); });
  return verdict(data.right(host(y, data.rows)));
}

__global__ void flat_product(int n, const float* a, const float* b, float* c) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

static int run_flat(bool large) {
  const Product<float> data(large ? 2048 : 384);
  const int n = data.n;
  const float *a = device(data.a), *b = device(data.b);
  float* c = device(data.c);
  serve([&] { flat_product<<<over(flat2(), n, n), flat2()>>>(n, a, b, c); });
  return verdict(data.right(host(c, data.c.size())));
}

template <class T>
__global__ void tiled(int n, const T* a, const T* b, T* c) {
  __shared__ T ta[tile][tile];
  __shared__ T tb[tile][tile];
  const int row = threadIdx.y, col = threadIdx.x;
  const int y = blockIdx.y * tile + row, x = blockIdx.x * tile + col;
  T sum = 0;
  for (int k = 0; k < n; k += tile) {
    ta[row][col] = a[y * n + k + col];
    tb[row][col] = b[(k + row) * n + x];
    __syncthreads();
    for (int j = 0; j < tile; ++j) sum += ta[row][j] * tb[j][col];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

template <class T>
static int run_tiled(bool large) {
  const Product<T> data(large ? 2048 : 384);
  const int n = data.n;
  const T *a = device(data.a), *b = device(data.b);
  T* c = device(data.c);
  serve([&] { tiled<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(n, a, b, c); });
  return verdict(data.right(host(c, data.c.size())));
}

__global__ void blocked(int n, const float* a, const float* b, float* c) {
  __shared__ float ta[deep][wide], tb[deep][wide];
  const int ty = threadIdx.y, tx = threadIdx.x, item = ty * across + tx;
  const int row = blockIdx.y * wide, column = blockIdx.x * wide;
  float sum[each][each] = {};
  for (int k = 0; k < n; k += deep) {
    for (int m = item; m < deep * wide; m += across * across) {
      ta[m % deep][m / deep] = a[(row + m / deep) * n + k + m % deep];
      tb[m / wide][m % wide] = b[(k + m / wide) * n + column + m % wide];
    }
    __syncthreads();
    for (int d = 0; d < deep; ++d) {
      float x[each], y[each];
      for (int m = 0; m < each; ++m) {
        x[m] = ta[d][ty * each + m];
        y[m] = tb[d][tx * each + m];
      }
      for (int m = 0; m < each; ++m)
        for (int l = 0; l < each; ++l) sum[m][l] += x[m] * y[l];
    }
    __syncthreads();
  }
  for (int m = 0; m < each; ++m)
    for (int l = 0; l < each; ++l) c[(row + ty * each + m) * n + column + tx * each + l] = sum[m][l];
}

static int run_blocked(bool large) {
  const Product<float> data(large ? 4096 : 384);
  const int n = data.n;
  const float *a = device(data.a), *b = device(data.b);
  float* c = device(data.c);
  serve([&] { blocked<<<dim3(n / wide, n / wide), dim3(across, across)>>>(n, a, b, c); });
  return verdict(data.right(host(c, data.c.size())));
}

__global__ void sparse(int n, const int* start, const int* column, const float* value, const float* x,
                       float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = start[i]; k < start[i + 1]; ++k) sum += value[k] * x[column[k]];
  y[i] = sum;
}

static int run_sparse(bool large) {
  const Sparse data(large);
  const int *start = device(data.start), *column = device(data.column);
  const float *value = device(data.value), *x = device(data.x);
  float* y = device(data.y);
  serve([&] { sparse<<<blocks(data.n, flat), flat>>>(data.n, start, column, value, x, y); });
  return verdict(data.right(host(y, data.n)));
}

int main(int argc, char** argv) {
  static const Case cases[] = {{"matrix-vector", run_vector},     {"sgemm-flat", run_flat},
                               {"sgemm-tiled", run_tiled<float>}, {"dgemm-tiled", run_tiled<double>},
                               {"sgemm-blocked", run_blocked},    {"spmv", run_sparse}};
  return main_of(cases, argc, argv);
}
