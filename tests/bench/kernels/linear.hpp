// Linear algebra: data and checks.
#pragma once
#include "suite.hpp"

namespace linear {
using suite::agrees;

constexpr int tile = 16;
constexpr int wide = 64, deep = 16, each = 4, across = wide / each;  // of the product blocked in registers

struct Vector {
  int rows, columns;
  std::vector<float> a, x, y;
  explicit Vector(bool large)
      : rows(large ? 16384 : 2048),
        columns(large ? 8192 : 2048),
        a(suite::numbers(std::size_t(rows) * columns, -1, 1, 1)),
        x(suite::numbers(columns, -1, 1, 2)),
        y(rows, -1.0f) {}
  bool right(const std::vector<float>& got) const {
    return agrees(
        got, 1e-3,
        [&](std::size_t i) {
          double sum = 0;
          for (int k = 0; k < columns; ++k) sum += double(a[i * columns + k]) * double(x[k]);
          return sum;
        },
        64);
  }
};

// Small integers: every order of summation is exact.
template <class T>
struct Product {
  int n;
  std::vector<T> a, b, c;
  explicit Product(int size)
      : n(size),
        a(suite::letters<T>(std::size_t(n) * n, 13, 1)),
        b(suite::letters<T>(std::size_t(n) * n, 7, 2)),
        c(std::size_t(n) * n, T(-1)) {}
  bool right(const std::vector<T>& got) const {
    return agrees(
        got, 0,
        [&](std::size_t i) {
          double sum = 0;
          for (int k = 0; k < n; ++k) sum += double(a[i / n * n + k]) * double(b[std::size_t(k) * n + i % n]);
          return sum;
        },
        512);
  }
};

// A sparse matrix by rows (CSR) of 4 to 60 elements each.
struct Sparse {
  int n;
  std::vector<int> start, column;
  std::vector<float> value, x, y;
  explicit Sparse(bool large)
      : n(large ? 1 << 21 : 1 << 16), start(1), x(suite::numbers(n, -1, 1, 2)), y(n, -100.0f) {
    for (int i = 0; i < n; ++i) start.push_back(start[i] + 4 + int(56 * suite::unit(i, 3)));
    value = suite::numbers(start[n], -1, 1, 4);
    column.resize(start[n]);
    for (int i = 0; i < n; ++i)
      for (int k = start[i]; k < start[i + 1]; ++k)  // near the diagonal, as meshes have them
        column[k] = (i + int(2000 * suite::unit(k, 5)) + n - 1000) % n;
  }
  bool right(const std::vector<float>& got) const {
    return agrees(got, 1e-4, [&](std::size_t i) {
      double sum = 0;
      for (int k = start[i]; k < start[i + 1]; ++k) sum += double(value[k]) * double(x[column[k]]);
      return sum;
    });
  }
};

}  // namespace linear
