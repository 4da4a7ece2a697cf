// rows: hc.parallel_for_each.extent
// Products with negative powers of two, absolute values by a sign's bits and negations that saturate, also where
// the least number is widened, compared or shifted at once.
// flags: -fwrapv
#include <hc.hpp>

#include <limits>
#include <vector>

#include "check.hpp"

template <class T>
inline void use(T x, long* out) [[cpu, hc]] {
  out[0] = x;
  out[1] = x >> 2;
  out[2] = (x < 5) + 2 * (x < 0);
  out[3] = x / static_cast<T>(7);
}

template <int Power, class T>
inline T times(T x) [[cpu, hc]] {
  return static_cast<T>(static_cast<unsigned long>(x) * -(1ul << Power));
}

template <class T>
inline void uses(T x, T y, long* out) [[cpu, hc]] {
  constexpr int half = sizeof(T) * 4;
  use<T>(times<0>(x), out);
  use<T>(times<3>(x), out + 4);
  use<T>(times<half>(x), out + 8);
  use<T>(times<half * 2 - 2>(x), out + 12);
  use<T>(static_cast<T>(times<half>(x) >> half), out + 16);
  const T sign = static_cast<T>(x >> (half * 2 - 1));
  use<T>(static_cast<T>((x ^ sign) - sign), out + 20);
  use<T>(static_cast<T>((x + sign) ^ sign), out + 24);
  use<T>(static_cast<T>((x ^ sign) - sign + (y & sign)), out + 28);
  T negated;
  const bool overflows = __builtin_sub_overflow(static_cast<T>(0), x, &negated);
  use<T>(negated, out + 32);
  use<T>(overflows ? std::numeric_limits<T>::max() : negated, out + 36);
}

template <class T>
void try_type() {
  constexpr int items = 300, count = 40;
  std::vector<T> in(items);
  for (int i = 0; i < items; ++i)
    in[i] = static_cast<T>(i % 4 ? (std::numeric_limits<T>::min() >> i % 16) + i : i);
  std::vector<long> out(items * count);
  {
    hc::array_view<const T, 1> from(items, in);
    hc::array_view<long, 1> to(items * count, out);
    hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
      uses<T>(from[i], from[(i[0] + 1) % items], &to[i[0] * count]);
    });
  }
  for (int i = 0; i < items; ++i) {
    long expected[count];
    volatile T x = in[i];
    uses<T>(x, in[(i + 1) % items], expected);
    for (int n = 0; n < count; ++n) CHECK(out[i * count + n] == expected[n]);
  }
}

int main() {
  try_type<signed char>();
  try_type<short>();
  try_type<int>();
  try_type<long>();
  return failures();
}
