// rows: hc.programs.whole
#include <cstdarg>
#include <hc.hpp>
using namespace hc;
union fi {
  float f;
  unsigned u;
};
[[hc]] unsigned float_as_uint(float x) {
  fi c;
  c.f = x;
  return c.u;
}
[[hc, cpu]] int collatz(int n) {
  int steps = 0;
again:
  if (n == 1) goto done;
  n = n % 2 ? 3 * n + 1 : n / 2;
  ++steps;
  goto again;
done:
  return steps;
}
enum class color : unsigned char { red = 1, green, blue };
struct __attribute__((packed)) odd {
  char c;
  int i;
  short s;
};
[[hc]] int pick(color c) {
  switch (c) {
    case color::red:
      return 10;
    case color::green:
      return 20;
    default:
      break;
  }
  return 30;
}
[[hc]] void swap_ptr(int*& a, int*& b) {
  int* t = a;
  a = b;
  b = t;
}
[[hc]] int apply(int (*f)(int), int x) { return f(x); }
int main() {
  array_view<int> r(12);
  std::vector<odd> o(4);
  for (int i = 0; i < 4; ++i) o[i] = {char(i), i * 1000, short(-i)};
  array_view<odd> vo(4, o);
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] {
    r[0] = float_as_uint(1.0f);
    r[1] = collatz(27);
    r[2] = pick(color::green) + pick(static_cast<color>(3));
    r[3] = vo[3].i + vo[2].s + vo[1].c;
    int a = 1, b = 2, *p = &a, *q = &b;
    swap_ptr(p, q);
    r[4] = *p * 10 + *q;
    r[5] = apply([](int x) { return x + 5; }, 6);
    volatile int w = 3;
    w += 4;
    r[6] = w;
    int m[3][4] = {};
    m[1][2] = 7;
    int (*row)[4] = m;
    r[7] = row[1][2];
    r[8] = sizeof(odd);
    do {
      r[9] = 1;
      if (r[9]) break;
      r[9] = 2;
    } while (true);
    long long big = 1ll << 40;
    r[10] = int(big >> 38);
    unsigned char ch = 255;
    ch++;
    r[11] = ch;
  }).wait();
  return r[0] == 0x3f800000 && r[1] == 111 && r[2] == 50 && r[3] == 2999 && r[4] == 21 && r[5] == 11 &&
                 r[6] == 7 && r[7] == 7 && r[8] == 7 && r[9] == 1 && r[10] == 4 && r[11] == 0
             ? 0
             : 1;
}
