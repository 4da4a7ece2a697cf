// rows: hc.parallel_for_each.extent
// A choice between numbers of which one is a negative zero keeps its sign, and so do sums with a zero.
#include <hc.hpp>
#include <hc_math.hpp>

#include <cmath>
#include <vector>

#include "check.hpp"

template <class T>
inline int signs(T x, T y) [[cpu, hc]] {
  const T minus = static_cast<T>(-0.0);
  const T choices[] = {x < y ? T(1) : minus,  x < y ? minus : T(1),  x != x ? T(1) : minus, x < y ? T(-1) : minus,
                       x < y ? T(0) : minus,  x == x ? minus : T(0), y > x ? minus : T(2)};
  int bits = 0;
  for (T one : choices) bits = bits * 2 + (__builtin_signbit(one) != 0);
  const T copied = __builtin_copysign(x, __builtin_copysign(y, T(-3)));
  const T again = __builtin_copysign(x, y != y ? T(1) : -__builtin_fabs(y));
  return bits * 4 + (__builtin_signbit(copied) != 0) * 2 + (__builtin_signbit(again) != 0);
}

template <class T>
inline int sums(T x) [[cpu, hc]] {
  const T made[] = {T(0) - x, T(-0.0) - x, x - T(0), x - T(-0.0), x + T(0), x + T(-0.0), -x, x * T(0), T(0) / x};
  int bits = 0;
  for (T one : made) bits = bits * 3 + (one != one ? 2 : __builtin_signbit(one) != 0);
  return bits;
}

template <class T>
void try_type() {
  std::vector<T> values = {T(0), T(-0.0), T(1), T(-7), T(NAN), T(0.25), T(INFINITY)};
  const int count = static_cast<int>(values.size());
  std::vector<int> out(count * count);
  {
    hc::array_view<const T, 1> in(count, values);
    hc::array_view<int, 2> to(count, count, out);
    hc::parallel_for_each(to.get_extent(),
                          [=](hc::index<2> i) [[hc]] { to[i] = signs<T>(in[i[0]], in[i[1]]) * 100000 + sums<T>(in[i[0]]); });
  }
  for (int a = 0; a < count; ++a)
    for (int b = 0; b < count; ++b) CHECK(out[a * count + b] == signs<T>(values[a], values[b]) * 100000 + sums<T>(values[a]));
}

// Of numbers that are kept.
template <class T>
void try_choices() {
  constexpr int all = 30;
  std::vector<T> out(all * 2);
  hc::array_view<T, 2> to(2, all, out);
  hc::parallel_for_each(hc::extent<1>(2), [=](hc::index<1> i) [[hc]] {
    const T sides[] = {T(0), T(-0.0), T(1), T(-1), T(2), T(-2)};
    const bool first = i[0] > 0;
    int n = 0;
#define CHOOSE(a) to(i[0], n++) = first ? T(a) : T(-0.0), to(i[0], n++) = first ? T(-0.0) : T(a)
    CHOOSE(0), CHOOSE(1), CHOOSE(-1), CHOOSE(2), CHOOSE(-2), CHOOSE(255), CHOOSE(-255), CHOOSE(0.5), CHOOSE(-0.5);
    for (int a = 0; a < 6; ++a) to(i[0], n++) = i[0] == 1 ? sides[a] : T(-0.0), to(i[0], n++) = i[0] == 1 ? T(-0.0) : sides[a];
  });
  to.synchronize();
  const T sides[] = {T(0), T(1), T(-1), T(2), T(-2), T(255), T(-255), T(0.5), T(-0.5), T(0), T(-0.0), T(1), T(-1), T(2), T(-2)};
  for (int i = 0; i < 2; ++i)
    for (int n = 0; n < all; ++n) {
      const T wanted = (n % 2 == 0) == (i == 1) ? sides[n / 2] : T(-0.0);
      CHECK(out[i * all + n] == wanted && __builtin_signbit(out[i * all + n]) == __builtin_signbit(wanted));
    }
}

// By a condition that nothing else asks: of numbers that all work-items have, of each one's own, and of integers.
void try_conditions() {
  constexpr int all = 9;
  for (float big : {1.0f, 5.0f}) {
    std::vector<float> in = {big, big + 1, -0.0f};
    std::vector<unsigned> out(2 * all);
    hc::array_view<const float, 1> from(3, in);
    hc::array_view<unsigned, 2> to(2, all, out);
    hc::parallel_for_each(hc::extent<1>(2), [=](hc::index<1> i) [[hc]] {
      const auto bits = [](float number) [[hc]] { return __builtin_bit_cast(unsigned, number); };
      int n = 0;
      to(i[0], n++) = bits(from[0] + from[1] > 6.5f ? 1.0f : -0.0f);
      to(i[0], n++) = bits(from[0] - from[1] * 2 < -6.5f ? 1.0f : -0.0f);
      to(i[0], n++) = bits(from[i[0]] > 3.5f ? 1.0f : -0.0f);
      to(i[0], n++) = bits(from[i[0]] * from[0] > 20.5f ? -1.0f : -0.0f);
      to(i[0], n++) = bits(big > 3.0f ? 1.0f : -0.0f);
      to(i[0], n++) = from[0] * 2 > 6.0f ? 0x3f800000u : 0x80000000u;
      to(i[0], n++) = from[0] * 3 > 9.0f ? 0xbf800000u : 0u;
      to(i[0], n++) = bits(int(from[0]) + i[0] > 4 ? 1.0f : -0.0f);
      to(i[0], n++) = bits(from[1] * 2 < 7.0f ? -0.0f : 1.0f);
    });
    to.synchronize();
    const unsigned one = 0x3f800000u, sign = 0x80000000u;
    for (int i = 0; i < 2; ++i)
      for (int n = 0; n < all; ++n) {
        const bool is_big = big > 3 && (n != 3 || (i == 0 ? big * big : (big + 1) * big) > 20.5f);
        const unsigned yes = n == 3 || n == 6 ? one | sign : one;
        CHECK(out[i * all + n] == (is_big ? yes : n == 6 ? 0u : sign));
      }
  }
}

int main() {
  try_conditions();
  try_choices<float>();
  try_choices<double>();
  try_type<float>();
  try_type<double>();
  return failures();
}
