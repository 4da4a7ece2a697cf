// flags: -std=c++23
// _Float16 and __bf16 in kernels and in hc::storage; std::float16_t and std::bfloat16_t where the library has
// them, of which they are the types.
#include <hc.hpp>
#include <hc_storage.hpp>
#if __has_include(<stdfloat>)
#include <stdfloat>
#endif
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "check.hpp"

#ifdef __STDCPP_FLOAT16_T__
typedef std::float16_t Half;
static_assert(std::is_same_v<Half, _Float16>, "one type");
#else
typedef _Float16 Half;
#endif
#ifdef __STDCPP_BFLOAT16_T__
typedef std::bfloat16_t Brain;
static_assert(std::is_same_v<Brain, __bf16>, "one type");
#else
typedef __bf16 Brain;
#endif

// Rounded to so many bits: by hand, in double.
static float rounded(double v, int bits) {
  if (v == 0) return 0;
  int exponent = 0;
  std::frexp(v, &exponent);
  const double step = std::ldexp(1.0, exponent - bits);
  return float(std::nearbyint(v / step) * step);
}

template <class T>
static void test_arithmetic(int bits) {
  std::vector<T> numbers(256);
  for (int i = 0; i < 256; ++i) numbers[i] = T(0.37f * float(i - 100));
  hc::array_view<T> in(256, numbers), sum(256), product(256), quotient(256);
  hc::array_view<int> less(256);
  hc::parallel_for_each(in.get_extent(), [=](hc::index<1> i) [[hc]] {
    const T a = in[i], b = T(1.25f);
    sum[i] = a + b, product[i] = a * a, quotient[i] = b / (a + T(500.0f));
    less[i] = a < b ? int(a) : -int(-a);
  });
  for (int i = 0; i < 256; ++i) {
    const double a = float(in[i]);
    CHECK(float(in[i]) == rounded(0.37f * float(i - 100), bits));
    CHECK(float(sum[i]) == rounded(a + 1.25, bits) && float(product[i]) == rounded(a * a, bits));
    CHECK(float(quotient[i]) == rounded(1.25 / rounded(a + 500, bits), bits));
    CHECK(less[i] == int(a));
  }
}

template <class T>
static void test_storage(int bits) {
  typedef hc::storage<T, 4> Four;
  static_assert(sizeof(Four) == 8 && alignof(Four) == 8, "one piece");
  hc::array_view<Four> data(64);
  hc::array_view<T> plain(256);
  for (int i = 0; i < 256; ++i) plain[i] = T(float(i) / 7), data[i / 4][i % 4] = T(float(i) / 3);
  hc::parallel_for_each(data.get_extent(), [=](hc::index<1> i) [[hc]] {
    data[i] = data[i] * data[i];  // in float, and rounded once
    hc::store<4>(&plain[i[0] * 4], hc::load<4>(&plain[i[0] * 4]) + hc::short_vector::float_4(1));
  });
  for (int i = 0; i < 256; ++i) {
    const double stored = rounded(float(i) / 3, bits);
    CHECK(float(data[i / 4][i % 4]) == rounded(float(stored * stored), bits));
    CHECK(float(plain[i]) == rounded(float(rounded(float(i) / 7, bits) + 1), bits));
  }
}

int main() {
  test_arithmetic<Half>(11);
  test_arithmetic<Brain>(8);
  test_storage<Half>(11);
  test_storage<Brain>(8);
  return failures();
}
