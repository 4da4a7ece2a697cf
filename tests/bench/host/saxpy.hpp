// y = a * x + y on the host: data and check of the hcpy and the OpenMP twin.
#pragma once
#include <cstdlib>
#include <vector>

#include "../timing.hpp"

constexpr float saxpy_factor = 0.5f;

// y after k steps from y0 is exact in binary floating point for these inputs.
inline bool saxpy_right(const float* x, const float* y, int n, int steps) {
  for (int i = 0; i < n; ++i)
    if (y[i] != 1.0f + saxpy_factor * x[i] * float(steps)) return false;
  return true;
}

inline float saxpy_x(int i) { return float(i % 64) * 0.25f; }
