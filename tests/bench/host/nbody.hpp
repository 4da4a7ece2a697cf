// All-pairs n-body without tiles, structure of arrays: data and check of the hcpy and the OpenMP twin.
#pragma once
#include <cmath>
#include <cstdlib>
#include <vector>

#include "../timing.hpp"

constexpr float softening = 1e-3f;

struct Bodies {
  std::vector<float> x, y, z, m;
};

inline Bodies make_bodies(int n) {
  Bodies b{std::vector<float>(n), std::vector<float>(n), std::vector<float>(n), std::vector<float>(n)};
  unsigned state = 12345;
  auto next = [&state] {
    state = state * 1664525u + 1013904223u;
    return float(state >> 8) / 16777216.0f;
  };
  for (int i = 0; i < n; ++i) {
    b.x[i] = next() * 2 - 1;
    b.y[i] = next() * 2 - 1;
    b.z[i] = next() * 2 - 1;
    b.m[i] = next() / float(n);
  }
  return b;
}

// Compares 32 bodies with sums in double.
inline bool nbody_right(const Bodies& b, const float* ax, const float* ay, const float* az, int n) {
  for (int k = 0; k < 32; ++k) {
    const int i = int((long long)k * n / 32);
    double a[3] = {0, 0, 0};
    for (int j = 0; j < n; ++j) {
      const double d[3] = {double(b.x[j]) - b.x[i], double(b.y[j]) - b.y[i], double(b.z[j]) - b.z[i]};
      const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening;
      for (int c = 0; c < 3; ++c) a[c] += b.m[j] / (r2 * std::sqrt(r2)) * d[c];
    }
    const double e = std::hypot(a[0] - ax[i], a[1] - ay[i], a[2] - az[i]);
    if (!(e <= 1e-3 * std::hypot(a[0], a[1], a[2]))) return false;
  }
  return true;
}
