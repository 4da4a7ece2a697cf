// C++ AMP without amp_math.h: <cmath> alone gives the standard names in restrict(amp) code.
#include <amp.h>

#include <cmath>

#include "check.hpp"

int main() {
  concurrency::array_view<float> v(16);
  concurrency::parallel_for_each(
      v.extent, [=](concurrency::index<1> i) restrict(amp) {
        const float x = float(i[0]) + 1;
        v[i] = std::sqrt(x) + std::exp(-x) + sqrtf(x) + float(std::sqrt(double(x)));
      });
  for (int i = 0; i < 16; ++i) {
    const float x = float(i) + 1;
    CHECK(std::fabs(v[i] - (3 * std::sqrt(x) + std::exp(-x))) < 1e-4f);
  }
  return failures();
}
