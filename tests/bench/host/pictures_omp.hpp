// What pictures_hc.hpp computes, with OpenMP as people write it. Included by everyday_omp.cpp.
#pragma once

namespace pictures {

constexpr int side = 512;

// What one(x, left, right) does for a row, apart at its ends.
template <class One>
void row(int n, int before, int behind, One one) {
  one(0, before, 1);
#pragma omp simd
  for (int x = 1; x < n - 1; ++x) one(x, x - 1, x + 1);
  one(n - 1, n - 2, behind);
}

inline void hotspot(const float* in, const float* power, float* out) {
#pragma omp parallel for
  for (int y = 0; y < side; ++y) {
    const float *const now = in + y * side, *const heat = power + y * side;
    const float *const up = y > 0 ? now - side : now, *const down = y < side - 1 ? now + side : now;
    row(side, 0, side - 1, [&](int x, int left, int right) {
      const float here = now[x], across = now[left] + now[right] - 2 * here;
      const float along = up[x] + down[x] - 2 * here;
      out[y * side + x] = here + 0.01f * (heat[x] + 0.5f * along + 0.5f * across + (80 - here) * 0.25f);
    });
  }
}

inline void hotspot_in_steps(const float* in, const float* power, float* out) {
  static float first[side * side], second[side * side];
  hotspot(in, power, first);
  hotspot(first, power, second);
  hotspot(second, power, first);
  hotspot(first, power, out);
}

template <int Around, class Weight>
void windows(const float* in, float* out, Weight weight) {
#pragma omp parallel for
  for (int y = 0; y < side; ++y) {
    const auto at_edge = [&](int x) {
      float sum = 0;
      for (int v = -Around; v <= Around; ++v)
        for (int u = -Around; u <= Around; ++u)
          if (y + v >= 0 && y + v < side && x + u >= 0 && x + u < side)
            sum += weight(v, u) * in[(y + v) * side + x + u];
      out[y * side + x] = sum;
    };
    const bool is_edge = y < Around || y >= side - Around;
    for (int x = 0; x < (is_edge ? side : Around); ++x) at_edge(x);
    if (is_edge) continue;
#pragma omp simd
    for (int x = Around; x < side - Around; ++x) {
      float sum = 0;
      for (int v = -Around; v <= Around; ++v)
        for (int u = -Around; u <= Around; ++u) sum += weight(v, u) * in[(y + v) * side + x + u];
      out[y * side + x] = sum;
    }
    for (int x = side - Around; x < side; ++x) at_edge(x);
  }
}

inline void means(const float* in, float* out) {
  windows<1>(in, out, [](int, int) { return 1 / 9.0f; });
}

inline void convolution(const float* in, const float* weights, float* out) {
  windows<2>(in, out, [=](int v, int u) { return weights[v * 5 + u + 12]; });
}

inline void life(const int* in, int* out) {
#pragma omp parallel for
  for (int y = 0; y < side; ++y) {
    const int *const here = in + y * side, *const up = in + (y + side - 1) % side * side;
    const int* const down = in + (y + 1) % side * side;
    row(side, side - 1, 0, [&](int x, int left, int right) {
      const int n =
          up[left] + up[x] + up[right] + here[left] + here[right] + down[left] + down[x] + down[right];
      out[y * side + x] = (n == 3) | ((n == 2) & here[x]);
    });
  }
}

inline void cells(const float* in, float* out) {
  constexpr int n = 64;
#pragma omp parallel for
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y) {
      const float* const r = in + (z * n + y) * n;
      const auto write = [&](int x, float left, float right) {
        const float above = (z > 0 ? r[x - n * n] : 0) + (z < n - 1 ? r[x + n * n] : 0);
        const float beside = (y > 0 ? r[x - n] : 0) + (y < n - 1 ? r[x + n] : 0);
        out[(z * n + y) * n + x] = above + beside + left + right - 6 * r[x];
      };
      write(0, 0, r[1]);
#pragma omp simd
      for (int x = 1; x < n - 1; ++x) write(x, r[x - 1], r[x + 1]);
      write(n - 1, r[n - 2], 0);
    }
}

inline void cells_past(const float* in, float* out) { cells(in, out); }

inline void counts(const int* in, int* out, int n) {
#pragma omp parallel for reduction(+ : out[ : 256])
  for (int i = 0; i < n; ++i) ++out[in[i]];
}

}  // namespace pictures
