// rows: hc.math.lgamma
#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

int main() {
  const std::vector<double> x = {0.5, -0.5, -1.5, -2.5, 3, -0.0, 40};
  const int n = static_cast<int>(x.size());
  hc::array_view<const double> in(n, x);
  hc::array_view<double> out(n);
  hc::array_view<int> signs(n);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    int sign = 0, sign_f = 0;
    out[i] = hc::precise_math::lgamma(in[i], &sign);
    hc::precise_math::lgammaf(float(in[i]), &sign_f);
    signs[i] = 10 * sign + sign_f;
  });
  for (int i = 0; i < n; ++i) {
    check_near<double>("lgamma", out[i], std::lgamma((long double)x[i]), 4, x[i]);
    CHECK(signs[i] == (std::signbit(std::tgamma(x[i])) ? -11 : 11));
  }
  return failures();
}
