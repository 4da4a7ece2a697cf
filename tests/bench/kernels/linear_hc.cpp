// Linear algebra in HC.
#include "hc_suite.hpp"
#include "linear.hpp"

using namespace linear;
using namespace suite;

static int run_vector(bool large) {
  Vector data(large);
  const int columns = data.columns;
  hc::array_view<const float, 2> a(data.rows, columns, data.a);
  hc::array_view<const float> x(columns, data.x);
  hc::array_view<float> y(data.rows, data.y);
  serve([&] {
    hc::parallel_for_each(y.get_extent(), [=](hc::index<1> i) [[hc]] {
      float sum = 0;
      for (int k = 0; k < columns; ++k) sum += a(i[0], k) * x[k];
      y[i] = sum;
    });
  });
  y.synchronize();
  return verdict(data.right(data.y));
}

static int run_flat(bool large) {
  Product<float> data(large ? 2048 : 384);
  const int n = data.n;
  hc::array_view<const float, 2> a(n, n, data.a), b(n, n, data.b);
  hc::array_view<float, 2> c(n, n, data.c);
  serve([&] {
    hc::parallel_for_each(c.get_extent(), [=](hc::index<2> i) [[hc]] {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a(i[0], k) * b(k, i[1]);
      c[i] = sum;
    });
  });
  c.synchronize();
  return verdict(data.right(data.c));
}

template <class T>
static int run_tiled(bool large) {
  Product<T> data(large ? 2048 : 384);
  const int n = data.n;
  hc::array_view<const T, 2> a(n, n, data.a), b(n, n, data.b);
  hc::array_view<T, 2> c(n, n, data.c);
  serve([&] {
    hc::parallel_for_each(c.get_extent().tile(tile, tile), [=](hc::tiled_index<2> t) [[hc]] {
      tile_static T ta[tile][tile];
      tile_static T tb[tile][tile];
      const int row = t.local[0], col = t.local[1];
      T sum = 0;
      for (int k = 0; k < n; k += tile) {
        ta[row][col] = a(t.global[0], k + col);
        tb[row][col] = b(k + row, t.global[1]);
        t.barrier.wait();
        for (int j = 0; j < tile; ++j) sum += ta[row][j] * tb[j][col];
        t.barrier.wait();
      }
      c[t.global] = sum;
    });
  });
  c.synchronize();
  return verdict(data.right(data.c));
}

static int run_blocked(bool large) {
  const Product<float> data(large ? 4096 : 384);
  const int n = data.n;
  const float *a = device(data.a), *b = device(data.b);
  float* c = device(data.c);
  const auto extent = hc::extent<2>(n / each, n / each).tile(across, across);
  serve([&] {
    hc::parallel_for_each(extent, [=](hc::tiled_index<2> t) [[hc]] {
      tile_static float ta[deep][wide], tb[deep][wide];
      const int ty = t.local[0], tx = t.local[1], item = ty * across + tx;
      const int row = t.tile[0] * wide, column = t.tile[1] * wide;
      float sum[each][each] = {};
      for (int k = 0; k < n; k += deep) {
        for (int m = item; m < deep * wide; m += across * across) {
          ta[m % deep][m / deep] = a[(row + m / deep) * n + k + m % deep];
          tb[m / wide][m % wide] = b[(k + m / wide) * n + column + m % wide];
        }
        t.barrier.wait();
        for (int d = 0; d < deep; ++d) {
          float x[each], y[each];
          for (int m = 0; m < each; ++m) {
            x[m] = ta[d][ty * each + m];
            y[m] = tb[d][tx * each + m];
          }
          for (int m = 0; m < each; ++m)
            for (int l = 0; l < each; ++l) sum[m][l] += x[m] * y[l];
        }
        t.barrier.wait();
      }
      for (int m = 0; m < each; ++m)
        for (int l = 0; l < each; ++l) c[(row + ty * each + m) * n + column + tx * each + l] = sum[m][l];
    });
  });
  return verdict(data.right(host(c, data.c.size())));
}

static int run_sparse(bool large) {
  const Sparse data(large);
  const int n = data.n;
  const int *start = device(data.start), *column = device(data.column);
  const float *value = device(data.value), *x = device(data.x);
  float* y = device(data.y);
  serve([&] {
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
      float sum = 0;
      for (int k = start[i[0]]; k < start[i[0] + 1]; ++k) sum += value[k] * x[column[k]];
      y[i[0]] = sum;
    });
  });
  return verdict(data.right(host(y, n)));
}

int main(int argc, char** argv) {
  static const Case cases[] = {{"matrix-vector", run_vector},     {"sgemm-flat", run_flat},
                               {"sgemm-tiled", run_tiled<float>}, {"dgemm-tiled", run_tiled<double>},
                               {"sgemm-blocked", run_blocked},    {"spmv", run_sparse}};
  return main_of(cases, argc, argv);
}
