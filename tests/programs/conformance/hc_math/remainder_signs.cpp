// rows: hc.math.fmod
// flags: -ffp-contract=off
// The sign of a remainder is the dividend's, that of 0 too, for any type that the dividend is converted from.
#include <cmath>
#include <hc.hpp>
#include <hc_math.hpp>
#include <vector>

#include "maths.hpp"

template <class T, class From>
static void test(T third) {
  const T divisors[] = {2, -2, third, T(0.75)};
  std::vector<From> given;
  for (int i = -6; i <= 6; ++i) given.push_back(static_cast<From>(i));
  const int n = static_cast<int>(given.size());
  hc::array_view<const From> in(n, given.data());
  hc::array_view<T, 2> out(4, n);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    const T x = static_cast<T>(in[i]);
    out(0, i[0]) = hc::precise_math::fmod(x, T(2));
    out(1, i[0]) = hc::precise_math::fmod(x, T(-2));
    out(2, i[0]) = hc::precise_math::fmod(x, third);
    out(3, i[0]) = hc::precise_math::fmod(x, T(0.75));
  });
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < n; ++i) CHECK(same<T>(out(k, i), std::fmod(static_cast<T>(given[i]), divisors[k])));
}

template <class T>
static void test_all() {
  test<T, signed char>(3);
  test<T, short>(3);
  test<T, int>(3);
  test<T, long>(3);
  test<T, unsigned short>(3);
  test<T, float>(3);
}

int main() {
  test_all<float>();
  test_all<double>();
  return failures();
}
