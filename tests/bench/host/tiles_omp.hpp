// What tiles_hc.hpp computes, with OpenMP as people write it. Included by everyday_omp.cpp.
#pragma once
#include <algorithm>
#include <cstdint>

namespace tiles {

constexpr int all = 1 << 18, size = 256;

inline void sums(const float* in, float* out) {
#pragma omp parallel for
  for (int t = 0; t < all / size; ++t) {
    float sum = 0;
    for (int i = 0; i < size; ++i) sum += in[t * size + i];
    out[t] = sum;
  }
}

inline void greatest(const float* in, float* out) {
#pragma omp parallel for
  for (int t = 0; t < all / size; ++t) {
    float most = in[t * size];
    for (int i = 1; i < size; ++i) most = in[t * size + i] > most ? in[t * size + i] : most;
    out[t] = most;
  }
}

inline void scan(const float* in, float* out) {
#pragma omp parallel for
  for (int t = 0; t < all / size; ++t) {
    float sum = 0;
    for (int i = 0; i < size; ++i) {
      out[t * size + i] = sum;
      sum += in[t * size + i];
    }
  }
}

inline void segments(const float* in, const std::uint8_t* heads, float* out) {
#pragma omp parallel for
  for (int t = 0; t < all / size; ++t) {
    float sum = 0;
    for (int i = t * size; i < (t + 1) * size; ++i) out[i] = sum = heads[i] ? in[i] : sum + in[i];
  }
}

inline void counts(const int* in, int* out) {
#pragma omp parallel for reduction(+ : out[ : size])
  for (int i = 0; i < all; ++i) ++out[in[i]];
}

inline void places(const float* in, int* out) {
#pragma omp parallel for
  for (int t = 0; t < all / size; ++t) {
    int at = 0;
    for (int i = 1; i < size; ++i)
      if (in[t * size + i] > in[t * size + at]) at = i;
    out[t] = at;
  }
}

inline void doubling(const float* in, float* out) {  // what a scan by doubling gives
#pragma omp parallel for
  for (int t = 0; t < all / size; ++t) {
    float sum = 0;
    for (int i = t * size; i < (t + 1) * size; ++i) out[i] = sum += in[i];
  }
}

inline void sort(const float* in, float* out) {  // neighbours change places
  constexpr int most = 64;
#pragma omp parallel for
  for (int t = 0; t < all / most; ++t) {
    float* const s = out + t * most;
    for (int l = 0; l < most; ++l) s[l] = in[t * most + l];
    for (int r = 0; r < most; ++r)
      for (int l = r % 2; l < most - 1; l += 2)
        if (s[l] > s[l + 1]) {
          const float kept = s[l];
          s[l] = s[l + 1];
          s[l + 1] = kept;
        }
  }
}

inline void paths(const int* costs, int* out) {
  constexpr int last = all / 8 - 1, rows = 8;
  static int other[last + 1];
  int *before = other, *now = out;
  std::copy(costs, costs + last + 1, other);
  for (int y = 1; y < rows; ++y, std::swap(before, now)) {
#pragma omp parallel for
    for (int x = 0; x <= last; ++x) {
      int least = before[x];
      if (x > 0) least = std::min(least, before[x - 1]);
      if (x < last) least = std::min(least, before[x + 1]);
      now[x] = least + costs[y * (last + 1) + x];
    }
  }
}

inline void row_products(const float* matrix, const float* vector, float* out, int rows, int columns) {
#pragma omp parallel for
  for (int y = 0; y < rows; ++y) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int x = 0; x < columns; ++x) sum += matrix[y * columns + x] * vector[x];
    out[y] = sum;
  }
}

inline void rows_across(const float* matrix, const float* vector, float* out, int rows, int columns) {
  row_products(matrix, vector, out, rows, columns);
}

inline void turned(const float* in, float* out) {  // short tiles
  constexpr int most = 16;
#pragma omp parallel for
  for (int t = 0; t < all; t += most)
    for (int l = 0; l < most; ++l) out[t + l] = in[t + most - 1 - l] + in[t + l];
}

inline void heat(const float* in, float* out, int side) {
#pragma omp parallel for
  for (int y = 0; y < side; ++y) {
    const float* const row = in + y * side;
    const float *const above = y > 0 ? row - side : row, *const below = y < side - 1 ? row + side : row;
    const auto write = [&](int x, float left, float right) {
      out[y * side + x] = row[x] + 0.1f * (above[x] + below[x] + left + right - 4 * row[x]);
    };
    write(0, row[0], row[1]);
#pragma omp simd
    for (int x = 1; x < side - 1; ++x) write(x, row[x - 1], row[x + 1]);
    write(side - 1, row[side - 2], row[side - 1]);
  }
}

inline void layers(const float* in, const float* weights, float* sums) {
  constexpr int most = 16;
#pragma omp parallel for
  for (int t = 0; t < all / most / most; ++t)
    for (int x = 0; x < most; ++x) sums[t * most + x] = 0;
#pragma omp parallel for
  for (int t = 0; t < all / most / most; ++t)
    for (int y = 0; y < most; ++y)
      for (int x = 0; x < most; ++x)
        sums[t * most + x] += weights[(t * most + y) * most + x] * in[t * most + y];
}

inline void bins(const int* in, int* out) { counts(in, out); }

inline void inside(const float* x, const float* y, int* out) {
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int i = 0; i < all; ++i) count += x[i] * x[i] + y[i] * y[i] <= 1;
  *out += count;
}

inline void line(const float* in, float* out) {
#pragma omp parallel for
  for (int i = 0; i < all; ++i) out[i] = 2 * in[i] + 1;
}

}  // namespace tiles
