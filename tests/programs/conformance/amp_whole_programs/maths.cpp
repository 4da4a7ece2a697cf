// rows: amp.2.whole_programs
#include <amp.h>
#include <amp_math.h>
#include <math.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  array_view<float> v(8);
  array_view<double> w(4);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        v[0] = fast_math::sqrt(16.0f);
        v[1] = fast_math::powf(2.0f, 5.0f);
        v[2] = precise_math::floor(2.7f);
        v[3] = fast_math::fmax(1.0f, 2.0f) + precise_math::fabs(-1.0f);
        v[4] = precise_math::cbrt(27.0f);
        v[5] = direct3d::clamp(5.0f, 0.0f, 1.0f) + direct3d::mad(2.0f, 3.0f, 4.0f) + direct3d::saturate(3.0f);
        v[6] = static_cast<float>(direct3d::countbits(255u) + direct3d::sign(-3));
        v[7] = direct3d::step(1.0f, 2.0f) + direct3d::imax(1, 2);
        w[0] = precise_math::sqrt(2.25);
        w[1] = precise_math::pow(2.0, 10.0);
        w[2] = precise_math::fma(2.0, 3.0, 1.0);
        w[3] = precise_math::exp2(3.0);
      });
  CHECK(v[0] == 4 && v[1] == 32 && v[2] == 2 && v[3] == 3 && fabs(v[4] - 3) < 1e-5 && v[5] == 12 &&
        v[6] == 7);
  CHECK(v[7] == 3 && w[0] == 1.5 && w[1] == 1024 && w[2] == 7 && fabs(w[3] - 8) < 1e-12);
  return failures();
}
