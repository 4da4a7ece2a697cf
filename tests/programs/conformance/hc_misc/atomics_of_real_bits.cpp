// rows: hc.atomics.places
#include <hc.hpp>
#include <hc_atomics.hpp>

#include "check.hpp"

using namespace hc;

// Atomic operations on the bits of what was computed as a floating-point number.
static void check_bits(float sign) {
  const unsigned before = __builtin_bit_cast(unsigned, sign * 1e-3f), own = __builtin_bit_cast(unsigned, sign * 1.5f);
  array_view<unsigned> u(7);
  array_view<int> s(2);
  for (int i = 0; i < 7; ++i) u[i] = before;
  s[0] = s[1] = int(before);
  parallel_for_each(extent<1>(1), [=](index<1> i) [[hc]] {
    const float x = sign * (1.5f + i[0]);
    const unsigned w = __builtin_bit_cast(unsigned, x);
    atomic_fetch_min(&u[0], w);
    atomic_fetch_max(&u[1], w);
    atomic_fetch_add(&u[2], w);
    atomic_fetch_and(&u[3], w);
    atomic_fetch_or(&u[4], w);
    atomic_fetch_xor(&u[5], w);
    atomic_exchange(&u[6], w);
    atomic_fetch_min(&s[0], int(w));
    atomic_fetch_max(&s[1], int(w));
  }).wait();
  CHECK(u[0] == (own < before ? own : before) && u[1] == (own < before ? before : own) && u[2] == before + own);
  CHECK(u[3] == (before & own) && u[4] == (before | own) && u[5] == (before ^ own) && u[6] == own);
  const int a = int(before), b = int(own);
  CHECK(s[0] == (a < b ? a : b) && s[1] == (a < b ? b : a));
}

// What an atomic operation compares with, and what it stores then, are such bits, too.
static void check_exchange(float first) {
  array_view<unsigned> u(2);
  array_view<int> done(2);
  u[0] = u[1] = __builtin_bit_cast(unsigned, first * 2);
  parallel_for_each(extent<1>(2), [=](index<1> i) [[hc]] {
    unsigned expected = __builtin_bit_cast(unsigned, first * (2 + i[0]));
    const unsigned wanted = __builtin_bit_cast(unsigned, first / 3 + i[0]);
    done[i] = atomic_compare_exchange(&u[i[0]], &expected, wanted);
  }).wait();
  CHECK(done[0] && u[0] == __builtin_bit_cast(unsigned, first / 3));
  CHECK(!done[1] && u[1] == __builtin_bit_cast(unsigned, first * 2));
}

template <class T>
static void check_extremes() {
  array_view<T> f(2);
  f[0] = T(-1e9), f[1] = T(1e9);
  parallel_for_each(extent<1>(64), [=](index<1> i) [[hc]] {
    atomic_fetch_max(&f[0], T(-1.5) - i[0]);
    atomic_fetch_min(&f[1], T(i[0] % 7) - T(3.5));
  }).wait();
  CHECK(f[0] == T(-1.5) && f[1] == T(-3.5));
}

int main() {
  check_bits(1);
  check_bits(-1);
  check_exchange(1.25f);
  check_extremes<float>();
  check_extremes<double>();
  return failures();
}
