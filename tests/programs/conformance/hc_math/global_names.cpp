// rows: hc.math.global
#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

// Without std:: and without a using-directive.
template <class T>
static T all(T x) [[cpu, hc]] {
  int n;
  T whole, sine, cosine;
  sincos(x, &sine, &cosine);
  return sqrt(x) + rsqrt(x) + cbrt(x) + rcbrt(x) + sin(x) + cospi(x) + exp10(x) + pow(x, x) + fma(x, x, x) +
         hypot(x, x) + fmax(x, x) + erfinv(x / T(4)) + phi(x) + frexp(x, &n) + modf(x, &whole) + ldexp(x, 2) +
         tgamma(x) + sine + cosine;
}

int main() {
  static_assert(std::is_same<decltype(sqrt(1.0f)), float>::value, "float stays float");
  static_assert(std::is_same<decltype(sqrt(1)), double>::value, "integers go to double");
  static_assert(std::is_same<decltype(pow(2, 3)), double>::value, "integers go to double");
  static_assert(std::is_same<decltype(rsqrt(4)), double>::value, "integers go to double");
  const int n = 30;
  hc::array_view<float> f(n);
  hc::array_view<double> d(n);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    f[i] = all(0.125f + float(i[0]) * 0.0625f) + sinf(1) + cospif(2);
    d[i] = all(0.125 + i[0] * 0.0625) + sqrt(4) + erfinvf(0);
  });
  for (int i = 0; i < n; ++i) {
    const double x = 0.125 + i * 0.0625, want = all(x);
    CHECK(std::fabs(d[i] - want - 2) <= 1e-13 * want);
    CHECK(std::fabs(f[i] - want - std::sin(1.0) - 1) <= 1e-5 * want);
    CHECK(std::fabs(all(float(x)) - want) <= 1e-5 * want);
  }
  return failures();
}
