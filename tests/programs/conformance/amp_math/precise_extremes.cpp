// rows: amp.9.2.fmax, amp.9.2.fmin
#include <amp.h>
#include <amp_math.h>

#include "maths.hpp"

namespace m = concurrency::precise_math;

template <class T>
static void check_type() {
  const std::vector<T> x = samples<T>(-50, 50), y = partners(x);
  const int n = static_cast<int>(x.size());
  concurrency::array_view<const T> first(n, x), second(n, y);
  concurrency::array_view<T> most(n), least(n);
  concurrency::parallel_for_each(
      first.get_extent(), [=](concurrency::index<1> i) restrict(amp) {
        most[i] = m::fmax(first[i], second[i]);
        least[i] = m::fmin(first[i], second[i]);
      });
  for (int i = 0; i < n; ++i) {
    const T above = std::fmax(x[i], y[i]), below = std::fmin(x[i], y[i]);
    // A NaN is no number; either zero may come of both.
    CHECK(most[i] == above || (above != above && most[i] != most[i]));
    CHECK(least[i] == below || (below != below && least[i] != least[i]));
    CHECK(m::fmax(x[i], y[i]) == above || above != above);
    CHECK(m::fmin(x[i], y[i]) == below || below != below);
  }
}

int main() {
  check_type<float>();
  check_type<double>();
  concurrency::array_view<float> out(2);
  concurrency::parallel_for_each(
      concurrency::extent<1>(1), [=](concurrency::index<1>) restrict(amp) {
        out[0] = m::fmaxf(1.5f, m::nanf(1));
        out[1] = m::fminf(m::nanf(1), -2.5f);
      });
  CHECK(out[0] == 1.5f && out[1] == -2.5f);
  return failures();
}
