// The triad a = b + s * c on n floats, shared by the hcpy and the CUDA twin: sizes, timing, check.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../timing.hpp"

constexpr float triad_scalar = 0.4f;

inline void triad_inputs(std::vector<float>& b, std::vector<float>& c) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = float(i % 1021) * 0.5f;
    c[i] = float(i % 509) * 0.25f;
  }
}

// Prints the time of one repetition and the verdict; every element is compared. Compilers may round once or
// twice.
inline int triad_report(const std::vector<float>& a, const std::vector<float>& b, const std::vector<float>& c,
                        double seconds) {
  bool right = true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const volatile float product = triad_scalar * c[i];
    right &= a[i] == std::fma(triad_scalar, c[i], b[i]) || a[i] == product + b[i];
  }
  std::printf("time_s=%.9g check=%s GB/s=%.1f\n", seconds, right ? "PASSED" : "FAILED",
              12e-9 * double(a.size()) / seconds);
  return right ? 0 : 1;
}
