// rows: hc.std.cmath
// flags: -std=c++20
#include <cmath>
#include <hc.hpp>
#include <numbers>
#include <numeric>

#include "maths.hpp"

int main() {
  const int n = 30;
  hc::array_view<double> out(n * 4);
  hc::array_view<float> out_f(n * 2);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    const double x = i[0] * 0.25;
    out[i[0] * 4] = std::hypot(2 * x, 3 * x, 6 * x);
    out[i[0] * 4 + 1] = std::lerp(1.0, 5.0, x);
    out[i[0] * 4 + 2] = std::midpoint(x, 3.0) + std::numbers::pi;
    out[i[0] * 4 + 3] = std::fma(x, x, -1.0);
    out_f[i[0] * 2] = std::hypot(2.0f * float(x), 3.0f * float(x), 6.0f * float(x));
    out_f[i[0] * 2 + 1] = std::lerp(1.0f, 5.0f, float(x));
  });
  for (int i = 0; i < n; ++i) {
    const double x = i * 0.25;
    CHECK(std::fabs(out[i * 4] - 7 * x) <= 1e-14 * x && out[i * 4 + 1] == std::lerp(1.0, 5.0, x));
    CHECK(out[i * 4 + 2] == (x + 3) / 2 + std::numbers::pi && out[i * 4 + 3] == std::fma(x, x, -1.0));
    CHECK(std::fabs(out_f[i * 2] - float(7 * x)) <= 1e-6f * float(x) &&
          out_f[i * 2 + 1] == std::lerp(1.0f, 5.0f, float(x)));
  }
  return failures();
}
