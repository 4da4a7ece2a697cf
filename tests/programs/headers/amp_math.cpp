// C++ AMP: fast_math, precise_math, and the standard library's names in restrict(amp) code.
#include <amp.h>
#include <amp_math.h>

#include <cmath>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  const int n = 64;
  array_view<float> fast(n), precise(n), standard(n);
  array_view<double> wide(n);
  array_view<int> whole(n);
  parallel_for_each(
      extent<1>(n), [=](index<1> i) restrict(amp) {
        const float x = 0.25f + float(i[0]) / 32;
        fast[i] = fast_math::sqrt(x) + fast_math::sinf(x) + fast_math::powf(x, 2.0f) + fast_math::fabs(-x);
        precise[i] = precise_math::sqrt(x) + precise_math::erf(x) + precise_math::hypot(x, 1.0f);
        standard[i] = std::sqrt(x) + sqrtf(x) + std::fabs(-x) + std::exp(x) + expf(x) + std::abs(-x);
        wide[i] = std::sqrt(double(x)) + precise_math::exp(double(x)) + std::pow(double(x), 2.0);
        whole[i] = std::abs(-i[0]);
      });
  for (int i = 0; i < n; ++i) {
    const float x = 0.25f + float(i) / 32;
    CHECK(std::fabs(fast[i] - (std::sqrt(x) + std::sin(x) + x * x + x)) < 1e-4f);
    CHECK(std::fabs(precise[i] - (std::sqrt(x) + std::erf(x) + std::hypot(x, 1.0f))) < 1e-5f);
    CHECK(std::fabs(standard[i] - (2 * std::sqrt(x) + 2 * x + 2 * std::exp(x))) < 1e-3f);
    CHECK(std::fabs(wide[i] - (std::sqrt(double(x)) + std::exp(double(x)) + double(x) * x)) < 1e-12);
    CHECK(whole[i] == i);
  }
  return failures();
}
