// rows: hc.std.c
// The functions of float by names of their own: std::sqrtf.
#include <hc.hpp>

#include <cmath>

#include "check.hpp"

using namespace hc;

static float all(float x) [[cpu, hc]] {
  float s = std::sqrtf(x) + std::powf(x, 1.5f) + std::fabsf(-x) + std::sinf(x) + std::cosf(x) + std::tanf(x);
  s += std::expf(x) + std::logf(x) + std::floorf(x) + std::ceilf(x) + std::fmodf(x, 0.25f) + std::atan2f(x, 2);
  s += std::fmaxf(x, 0.5f) + std::fminf(x, 0.5f) + std::hypotf(x, 2) + std::cbrtf(x) + std::erff(x);
  return s + std::roundf(x) + std::truncf(x) + std::ldexpf(x, 2) + std::acosf(x / 4) + std::asinf(x / 4);
}

int main() {
  const int n = 8;
  array_view<float> v(n);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] = all(0.125f + float(i[0]) * 0.25f); });
  for (int i = 0; i < n; ++i) {
    const float x = 0.125f + float(i) * 0.25f;
    CHECK(std::fabsf(v[i] - all(x)) <= 1e-5f * all(x));
  }
  const float half = std::copysignf(std::nextafterf(0.5f, 0.5f), 1.0f);
  CHECK(half == 0.5f && std::lroundf(half) == 1 && std::fmaf(half, half, half) == 0.75f);
  return failures();
}
