// rows: hc.math.fmod hc.math.remainder
// flags: -ffp-contract=off
// Remainders of numbers of all sizes, denormal ones included, by themselves, their negations and their neighbours.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <hc.hpp>
#include <hc_math.hpp>
#include <vector>

#include "maths.hpp"

const int PER_SIZE = 3;

template <class T, class Bits>
static T number(Bits bits) {
  T x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// fraction: how many bits it has.
template <class T, class Bits>
static void test(int fraction) {
  std::vector<T> given;
  const Bits sizes = Bits(1) << (8 * sizeof(T) - 1 - fraction), mask = (Bits(1) << fraction) - 1;
  for (Bits size = 0; size < sizes - 1; ++size)
    for (int k = 0; k < PER_SIZE; ++k)
      given.push_back(number<T>(Bits(size << fraction | (size * 2654435761u + k * 97531u) & mask)));
  const int n = static_cast<int>(given.size());
  hc::array_view<const T> in(n, given.data());
  hc::array_view<T, 2> out(6, n);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    const T x = in[i], y = in[i[0] ? i[0] - 1 : 0];
    out(0, i[0]) = hc::precise_math::fmod(x, x);
    out(1, i[0]) = hc::precise_math::fmod(-x, x);
    out(2, i[0]) = hc::precise_math::fmod(x, -x);
    out(3, i[0]) = hc::precise_math::fmod(x, y);
    out(4, i[0]) = hc::precise_math::fmod(y, x);
    out(5, i[0]) = hc::precise_math::remainder(x, x);
  });
  for (int i = 0; i < n; ++i) {
    const T x = given[i], y = given[i ? i - 1 : 0];
    CHECK(same<T>(out(0, i), std::fmod(x, x)));
    CHECK(same<T>(out(1, i), std::fmod(-x, x)));
    CHECK(same<T>(out(2, i), std::fmod(x, -x)));
    CHECK(same<T>(out(3, i), std::fmod(x, y)));
    CHECK(same<T>(out(4, i), std::fmod(y, x)));
    CHECK(same<T>(out(5, i), std::remainder(x, x)));
  }
}

int main() {
  test<float, std::uint32_t>(23);
  test<double, std::uint64_t>(52);
  return failures();
}
