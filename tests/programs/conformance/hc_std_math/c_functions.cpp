// rows: hc.std.c
#include <math.h>
#include <stdlib.h>

#include <hc.hpp>

#include "maths.hpp"

static float single(float x) [[cpu, hc]] {
  return sinf(x) + cosf(x) + tanf(x / 8) + expf(x) + logf(x) + powf(x, 1.5f) + sqrtf(x) + fabsf(-x) +
         floorf(x) + ceilf(x) + fmodf(x, 0.3f) + atan2f(x, 2) + hypotf(x, 2) + cbrtf(x) + erff(x) +
         fmaf(x, x, x) + fmaxf(x, 1) + fminf(x, 1) + roundf(x) + truncf(x) + rintf(x) + exp2f(x) + log2f(x) +
         log10f(x) + log1pf(x) + expm1f(x) + tgammaf(x) + lgammaf(x);
}
static double twofold(double x) [[cpu, hc]] {
  return sin(x) + cos(x) + tan(x / 8) + exp(x) + log(x) + pow(x, 1.5) + sqrt(x) + fabs(-x) + floor(x) +
         ceil(x) + fmod(x, 0.3) + atan2(x, 2) + hypot(x, 2) + cbrt(x) + erf(x) + fma(x, x, x) + fmax(x, 1) +
         fmin(x, 1) + round(x) + trunc(x) + rint(x) + exp2(x) + log2(x) + log10(x) + log1p(x) + expm1(x) +
         tgamma(x) + lgamma(x);
}

int main() {
  const int n = 50;
  hc::array_view<float> f(n);
  hc::array_view<double> d(n);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    f[i] = single(0.125f + float(i[0]) * 0.0625f);
    d[i] = twofold(0.125 + i[0] * 0.0625) + abs(-1) + double(labs(-2l));
  });
  for (int i = 0; i < n; ++i) {
    const double x = 0.125 + i * 0.0625;
    CHECK(std::fabs(d[i] - 3 - twofold(x)) <= 1e-14 * (10 + std::fabs(twofold(x))));
    CHECK(std::fabs(f[i] - single(float(x))) <= 3e-6f * (10 + std::fabs(single(float(x)))));
  }
  return failures();
}
