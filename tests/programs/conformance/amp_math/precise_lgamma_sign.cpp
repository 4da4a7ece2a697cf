// rows: amp.9.2.lgamma
#include <amp.h>
#include <amp_math.h>

#include "maths.hpp"

namespace m = concurrency::precise_math;

template <class T>
static T checked(T x, T* sign) restrict(cpu, amp) {
  int word = 7;
  const T result = m::lgamma(x, &word);
  *sign = T(word);
  return result;
}

template <class T>
static void check_type() {
  const std::vector<T> x = {T(0), -T(0),    T(0.5), T(-0.5), T(-1.5), T(-2.5),
                            T(3), T(-3.75), T(1),   T(2),    T(30)};
  const int n = static_cast<int>(x.size());
  concurrency::array_view<const T> in(n, x);
  concurrency::array_view<T> out(n), signs(n);
  concurrency::parallel_for_each(
      in.get_extent(), [=](concurrency::index<1> i) restrict(amp) {
        T sign;
        out[i] = checked(in[i], &sign);
        signs[i] = sign;
      });
  for (int i = 0; i < n; ++i) {
    T sign;
    check_near<T>("lgamma", out[i], std::lgamma(Wide<T>(x[i])), 4, x[i]);
    check_near<T>("lgamma on the CPU", checked(x[i], &sign), std::lgamma(Wide<T>(x[i])), 4, x[i]);
    const T want = std::signbit(std::tgamma(x[i])) ? T(-1) : T(1);
    CHECK(signs[i] == want && sign == want);
  }
}

int main() {
  check_type<float>();
  check_type<double>();
  concurrency::array_view<float> out(2);
  concurrency::parallel_for_each(
      concurrency::extent<1>(1), [=](concurrency::index<1>) restrict(amp) {
        int sign;
        out[0] = m::lgammaf(-0.5f, &sign);
        out[1] = float(sign);
      });
  check_near("lgammaf", out[0], std::lgamma(-0.5), 4, -0.5f);
  CHECK(out[1] == -1);
  return failures();
}
