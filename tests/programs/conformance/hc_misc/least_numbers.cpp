// rows: hc.parallel_for_each.extent
// The least number of a type is its own negation and absolute value, also where that is widened, compared,
// shifted or divided at once.
// flags: -fwrapv
#include <hc.hpp>

#include <limits>
#include <vector>

#include "check.hpp"

template <class T>
inline void uses(T x, long* out) [[cpu, hc]] {
  const T negated = static_cast<T>(-x);
  const T absolute = x < 0 ? static_cast<T>(-x) : x;
  out[0] = negated;
  out[1] = absolute;
  out[2] = static_cast<unsigned short>(negated);
  out[3] = (negated < 5) + 2 * (absolute < 0) + 4 * (negated > x);
  out[4] = negated >> 2;
  out[5] = absolute >> 3;
  out[6] = negated / static_cast<T>(7);
  out[7] = static_cast<long>(static_cast<float>(negated) / 4) + (absolute > negated ? absolute : negated);
}

template <class T>
void try_type() {
  constexpr int items = 48, count = 8;
  std::vector<T> in(items);
  for (int i = 0; i < items; ++i)
    in[i] = static_cast<T>(std::numeric_limits<T>::min() + (i % 3 ? i * 5 : 0));
  std::vector<long> out(items * count);
  {
    hc::array_view<const T, 1> from(items, in);
    hc::array_view<long, 1> to(items * count, out);
    hc::parallel_for_each(hc::extent<1>(items),
                          [=](hc::index<1> i) [[hc]] { uses<T>(from[i], &to[i[0] * count]); });
  }
  for (int i = 0; i < items; ++i) {
    long expected[count];
    volatile T x = in[i];
    uses<T>(x, expected);
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
