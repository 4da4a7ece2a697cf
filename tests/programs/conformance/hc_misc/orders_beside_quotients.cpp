// rows: hc.parallel_for_each.extent
// Which of two integers is less, by -1, 0 and 1, in the ways of comparators, in kernels that divide 64 bits.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

using Long = long long;
constexpr int ways = 13;

template <class R, class T>
inline void tell(T a, T b, R* out) [[cpu, hc]] {
  out[0] = a == b ? R(0) : a < b ? R(-1) : R(1);
  out[1] = R((a > b) - (a < b));
  out[2] = a < b ? R(-1) : R(a > b);
  out[3] = a < b ? R(-1) : R(a != b);
  out[4] = a > b ? R(1) : R(-R(a < b));
  out[5] = R(-R(a < b) | R(a > b));
  out[6] = R((a >= b) - (a <= b));
  out[7] = R(1 - R(a <= b) - R(a < b));
  R last = 0;
  if (a != b) last = b < a;
  if (a < b) --last;
  out[8] = last;
  // The same of a number and 0.
  const int d = static_cast<int>(unsigned(a) - unsigned(b));
  out[9] = R((d > 0) - (d < 0));
  out[10] = R(d >> 31 | (d != 0));
  out[11] = R(d >> 31 | static_cast<int>((0 - unsigned(d)) >> 31));
  out[12] = d < 0 ? R(-1) : R(d != 0);
}

/// As std::memcmp, up to a 0.
template <class R, class T>
inline R order(const T* a, const T* b, int n) [[cpu, hc]] {
  for (; n-- > 0; ++a, ++b) {
    if (*a != *b) return *a < *b ? R(-1) : R(1);
    if (!*a) break;
  }
  return 0;
}

/// The same in other words, of as many as there are.
template <class R, class T>
inline R rest_of(const T* a, const T* b, int n) [[cpu, hc]] {
  R last = 0;
  for (int k = 0; k < n && last == 0; ++k) {
    if (a[k] != b[k]) last = b[k] < a[k];
    if (a[k] < b[k]) --last;
  }
  return last;
}

inline int digits(unsigned long long value) [[cpu, hc]] {
  int n = 0;
  do ++n;
  while (value /= 10);
  return n;
}

template <class R, class T>
void check() {
  constexpr int count = 12, rest = 3;
  const std::vector<T> a = {T(0), T(1), T(-1), T(5), T(5), T(7), T(7), T(0), T(100), T(-100), T(3), T(2), T(1), T(0), T(9)};
  const std::vector<T> b = {T(0), T(2), T(1), T(5), T(4), T(7), T(8), T(-1), T(100), T(-99), T(3), T(2), T(1), T(0), T(8)};
  std::vector<R> told(count * ways), orders(count), rests(count);
  std::vector<int> lengths(count);
  {
    hc::array_view<const T, 1> from_a(count + rest, a), from_b(count + rest, b);
    hc::array_view<R, 1> to(count * ways, told), to_orders(count, orders), to_rests(count, rests);
    hc::array_view<int, 1> to_lengths(count, lengths);
    hc::parallel_for_each(hc::extent<1>(count), [=](hc::index<1> i) [[hc]] {
      const int n = i[0];
      tell(from_a[n], from_b[n], to.data() + n * ways);
      to_orders[n] = order<R>(from_a.data() + n, from_b.data() + n, rest);
      to_rests[n] = rest_of<R>(from_a.data() + n, from_b.data() + n, rest);
      to_lengths[n] = digits(static_cast<unsigned long long>(from_a[n]));
    });
  }
  for (int n = 0; n < count; ++n) {
    R wanted[ways];
    tell(a[n], b[n], wanted);
    for (int way = 0; way < ways; ++way) CHECK(told[n * ways + way] == wanted[way]);
    CHECK(orders[n] == order<R>(a.data() + n, b.data() + n, rest));
    CHECK(rests[n] == rest_of<R>(a.data() + n, b.data() + n, rest));
    CHECK(lengths[n] == digits(static_cast<unsigned long long>(a[n])));
  }
}

template <class R>
void check_all() {
  check<R, unsigned char>();
  check<R, signed char>();
  check<R, short>();
  check<R, unsigned short>();
  check<R, int>();
  check<R, unsigned>();
  check<R, Long>();
  check<R, unsigned long long>();
}

int main() {
  check_all<signed char>();
  check_all<int>();
  check_all<Long>();
  return failures();
}
