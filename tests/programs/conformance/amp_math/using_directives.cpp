// rows: amp.9.using
#include <amp.h>
#include <amp_math.h>
#include <math.h>

#include "maths.hpp"

using namespace concurrency;

static float fast(float x) restrict(amp) {
  using namespace concurrency::fast_math;
  int n;
  float whole;
  return sqrt(x) + sqrtf(x) + sin(x) + cosf(x) + pow(x, 2.0f) + fabs(-x) + fmax(x, 1.0f) + exp(x) + rsqrt(x) +
         frexp(x, &n) + modf(x, &whole) + ldexp(x, 2) + float(isnan(x));
}

template <class T>
static T precise(T x) restrict(cpu, amp) {
  using namespace concurrency::precise_math;
  int n;
  T whole;
  return sqrt(x) + sin(x) + cos(x) + pow(x, T(2)) + fabs(-x) + fmax(x, T(1)) + exp(x) + rsqrt(x) +
         frexp(x, &n) + modf(x, &whole) + ldexp(x, 2) + cospi(x) + T(isnan(x));
}

int main() {
  using namespace std;
  array_view<float> f(2);
  array_view<double> d(1);
  parallel_for_each(
      concurrency::extent<1>(1), [=](index<1>) restrict(amp) {
        f[0] = fast(0.75f);
        f[1] = precise(0.75f);
        d[0] = precise(0.75);
      });
  const double x = 0.75, root = std::sqrt(x);
  const double rest = std::pow(x, 2) + x + 1 + std::exp(x) + 1 / root + x + x + 4 * x;
  CHECK(std::fabs(f[0] - (2 * root + std::sin(x) + std::cos(x) + rest)) < 1e-3);
  const double want = root + std::sin(x) + std::cos(x) + rest + std::cos(0.75 * 3.14159265358979324);
  CHECK(std::fabs(f[1] - want) < 1e-5 && std::fabs(d[0] - want) < 1e-14);
  CHECK(std::fabs(precise(0.75f) - want) < 1e-5 && std::fabs(precise(0.75) - want) < 1e-14);
  return failures();
}
