// rows: hc.parallel_for_each.extent
// What is limited by a constant, and asked at once whether the constant won: limits, choices, saturated sums and
// differences, and conversions, of 8, 16, 32 and 64 bits.
#include <hc.hpp>

#include <algorithm>
#include <limits>
#include <vector>

#include "check.hpp"

template <class T>
inline void uses(T x, T y, long* out) [[cpu, hc]] {
  const T low = std::max<T>(x, 7), high = std::min<T>(x, 90), zero = std::max<T>(x, 0);
  const T chosen = x > 11 ? x : T(11), both = std::min<T>(std::max<T>(x, 3), 100);
  const T off = x > 20 ? T(x - 20) : T(0);  // a saturated difference
  const T sum = T(x + y) < x ? std::numeric_limits<T>::max() : T(x + y);
  const T other = std::max<T>(x, y);
  out[0] = low == 7 ? 1000 : low;
  out[1] = high != 90 ? high : 2000;
  long zeros = 64;
  if (zero != 0) zeros = __builtin_ctzll(static_cast<unsigned long>(zero));
  out[2] = zeros;
  out[3] = chosen == 11 ? -1 : chosen;
  out[4] = (both == 3 ? 1 : 0) + (both == 100 ? 2 : 0) + 4 * (both > 50);
  out[5] = off == 0 ? -7 : off;
  out[6] = sum == std::numeric_limits<T>::max() ? 5 : static_cast<long>(sum & 0x7f);
  out[7] = other == y ? 1 : other == x ? 2 : 3;
  const float real = x;
  out[8] = real <= 0 ? 64 : static_cast<long>(static_cast<unsigned long>(real < 50 ? real : 50));
}

template <class T>
void try_type() {
  constexpr int items = 300, count = 9;
  std::vector<T> in(items + 1);
  for (int i = 0; i <= items; ++i)
    in[i] = i < 256 ? static_cast<T>(i - 128) : static_cast<T>(std::numeric_limits<T>::max() - i % 5);
  std::vector<long> out(items * count);
  {
    hc::array_view<const T, 1> from(items + 1, in);
    hc::array_view<long, 1> to(items * count, out);
    hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
      uses<T>(from[i], from[i[0] * 7 % items], &to[i[0] * count]);
    });
  }
  for (int i = 0; i < items; ++i) {
    long expected[count];
    uses<T>(in[i], in[i * 7 % items], expected);
    for (int k = 0; k < count; ++k) CHECK(out[i * count + k] == expected[k]);
  }
}

int main() {
  try_type<signed char>();
  try_type<unsigned char>();
  try_type<short>();
  try_type<unsigned short>();
  try_type<unsigned>();
  try_type<unsigned long>();
  return failures();
}
