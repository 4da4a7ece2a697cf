// rows: amp.9.2.fma, amp.9.2.remquo
#include <amp.h>
#include <amp_math.h>

#include "maths.hpp"

namespace m = concurrency::precise_math;

template <class T>
static void check_type() {
  const std::vector<T> x = samples<T>(-50, 50), y = partners(x), z = partners(y);
  const int n = static_cast<int>(x.size());
  concurrency::array_view<const T> first(n, x), second(n, y), third(n, z);
  concurrency::array_view<T> fused(n), remainders(n);
  concurrency::array_view<int> quotients(n);
  concurrency::parallel_for_each(
      first.get_extent(), [=](concurrency::index<1> i) restrict(amp) {
        int quotient = 0;
        fused[i] = m::fma(first[i], second[i], third[i]);
        remainders[i] = m::remquo(first[i], second[i], &quotient);
        quotients[i] = quotient;
      });
  for (int i = 0; i < n; ++i) {
    int quotient = 0, on_cpu = 0;
    const T remainder = std::remquo(x[i], y[i], &quotient);
    check_same("fma", fused[i], std::fma(x[i], y[i], z[i]), x[i], y[i]);
    check_same("remquo", remainders[i], remainder, x[i], y[i]);
    check_same("remquo on the CPU", m::remquo(x[i], y[i], &on_cpu), remainder, x[i], y[i]);
    // The sign and the low three bits are what C promises.
    const bool has_quotient = remainder == remainder && std::isfinite(y[i]) && std::fabs(x[i] / y[i]) < 1e6;
    CHECK(!has_quotient || (quotients[i] % 8 == quotient % 8 && on_cpu % 8 == quotient % 8));
  }
}

int main() {
  check_type<float>();
  check_type<double>();
  concurrency::array_view<float> single(2);
  concurrency::parallel_for_each(
      concurrency::extent<1>(1), [=](concurrency::index<1>) restrict(amp) {
        int quotient;
        // Exact only when fused: 1 + 2^-23 squared, less 1 + 2^-22.
        single[0] = m::fmaf(1.00000011920928955f, 1.00000011920928955f, -1.0000002384185791f);
        single[1] = m::remquof(7.5f, 2.0f, &quotient) + float(quotient);
      });
  CHECK(single[0] == std::ldexp(1.0f, -46) && single[1] == 3.5f);
  return failures();
}
