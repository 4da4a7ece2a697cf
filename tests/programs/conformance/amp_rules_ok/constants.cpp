// rows: amp.2.3.calls
// What the compiler evaluates may come from constexpr functions without a clause.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
constexpr float half(int n) { return n * 0.5f; }
constexpr int least(int n) { return n < 0 ? 0 : n; }
struct table {
  int step;
  static constexpr int size = 4;
  constexpr table(int s) : step(s) {}
  constexpr int at(int i) const { return i * step; }
};
constexpr table threes = table(3);
constexpr float outside = half(9);
enum { listed = factorial(3) };
template <int N>
struct number {
  static const int value = N;
};

template <class T>
T from_template(T x) restrict(cpu, amp) {
  constexpr T k = factorial(4);
  return k + x;
}

int main() {
  array_view<float> v(16);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        constexpr int a = factorial(5);
        const int b = factorial(4) + least(2);
        int c[factorial(3)] = {1, 2, 3, 4, 5, 6};
        constexpr float d = half(7);
        const float e = half(5);
        constexpr table t = table(2);
        constexpr int f = t.at(7), g = threes.at(2);
        static const int h = factorial(2);
        static_assert(factorial(3) == 6, "");
        v[0] = a, v[1] = b, v[2] = c[5], v[3] = d, v[4] = e, v[5] = f, v[6] = g, v[7] = h;
        v[8] = number<factorial(3)>::value + listed + table::size;
        v[9] = outside + from_template(1);
        switch (b) {
          case factorial(4) + 2:
            v[10] = 1;
            break;
          default:
            v[10] = 2;
        }
      });
  CHECK(v[0] == 120 && v[1] == 26 && v[2] == 6 && v[3] == 3.5f && v[4] == 2.5f && v[5] == 14 && v[6] == 6);
  CHECK(v[7] == 2 && v[8] == 16 && v[9] == 29.5f && v[10] == 1);
  CHECK(from_template(2) == 26);
  return failures();
}
