// Linear algebra with OpenMP.
#include "linear.hpp"
#include "omp_suite.hpp"

using namespace linear;
using namespace suite;

static int run_vector(bool large) {
  Vector data(large);
  const int rows = data.rows, columns = data.columns;
  const float *a = data.a.data(), *x = data.x.data();
  float* y = data.y.data();
  serve([&] {
#pragma omp parallel for
    for (int i = 0; i < rows; ++i) {
      float sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int k = 0; k < columns; ++k) sum += a[i * columns + k] * x[k];
      y[i] = sum;
    }
  });
  return verdict(data.right(data.y));
}

// The twin of every product, in tiles or not.
template <class T>
static int run_product(bool large) {
  Product<T> data(large ? 2048 : 384);
  const int n = data.n;
  const T *a = data.a.data(), *b = data.b.data();
  T* c = data.c.data();
  serve([&] {
#pragma omp parallel for
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) c[i * n + j] = 0;
      for (int k = 0; k < n; ++k)
#pragma omp simd
        for (int j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
  });
  return verdict(data.right(data.c));
}

static int run_sparse(bool large) {
  Sparse data(large);
  const int n = data.n, *start = data.start.data(), *column = data.column.data();
  const float *value = data.value.data(), *x = data.x.data();
  float* y = data.y.data();
  serve([&] {
#pragma omp parallel for
    for (int i = 0; i < n; ++i) {
      float sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int k = start[i]; k < start[i + 1]; ++k) sum += value[k] * x[column[k]];
      y[i] = sum;
    }
  });
  return verdict(data.right(data.y));
}

int main(int argc, char** argv) {
  static const Case cases[] = {{"matrix-vector", run_vector},         {"sgemm-flat", run_product<float>},
                               {"sgemm-tiled", run_product<float>},   {"dgemm-tiled", run_product<double>},
                               {"sgemm-blocked", run_product<float>}, {"spmv", run_sparse}};
  return main_of(cases, argc, argv);
}
