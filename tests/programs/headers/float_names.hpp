// The functions of float by names of their own, as std::sqrtf, which libstdc++ has since GCC 14. Included
// after the dialect's header.
#ifndef FLOAT_NAMES_HPP
#define FLOAT_NAMES_HPP

#include <cmath>

#include "check.hpp"

inline float start(int i) restrict(cpu, amp) { return 0.125f + float(i) * 0.25f; }

inline float all(float x) restrict(cpu, amp) {
  float s = std::sqrtf(x) + std::powf(x, 1.5f) + std::fabsf(-x) + std::sinf(x) + std::cosf(x) + std::tanf(x);
  s +=
      std::expf(x) + std::logf(x) + std::floorf(x) + std::ceilf(x) + std::fmodf(x, 0.25f) + std::atan2f(x, 2);
  s += std::fmaxf(x, 0.5f) + std::fminf(x, 0.5f) + std::hypotf(x, 2) + std::cbrtf(x) + std::erff(x);
  return s + std::roundf(x) + std::truncf(x) + std::ldexpf(x, 2) + std::acosf(x / 4) + std::asinf(x / 4);
}

// What kernels found of all(start(i)), and functions of the host.
template <class View>
void check_floats(const View& found, int count) {
  for (int i = 0; i < count; ++i) {
    const float x = start(i);
    CHECK(std::fabsf(found[i] - all(x)) <= 1e-5f * all(x));
  }
  const float half = std::copysignf(std::nextafterf(0.5f, 0.5f), 1.0f);
  CHECK(half == 0.5f && std::lroundf(half) == 1 && std::fmaf(half, half, half) == 0.75f);
}

#endif
