// rows: hc.annotations.macros
// A macro that is an annotation ends with its line: what the next line begins with is no part of it.
#include <hc.hpp>

#include "check.hpp"

#define BOTH [[cpu, hc]]
template <class T>
struct number {
  T v;
  number(T x = T()) BOTH : v(x) {}
  T get() const BOTH { return v; }
};

#define DEVICE __attribute__((hc))
template <class T>
T doubled(const number<T>& x) DEVICE {
  return x.v + x.v;
}

#define ALSO __attribute__((hc, cpu))
__attribute__((hc, cpu)) int tripled(int x);
#define AND [[hc]] [[cpu]]
[[hc]] [[cpu]] int fourfold(int x);
#define OVER __HC__
__HC__ int g = 5;

int tripled(int x) ALSO { return 3 * x; }
int fourfold(int x) AND { return 4 * x; }

#define HERE(x) [[hc]]
static const int seven = 7;
int sevenfold(int x) HERE(y) { return seven * x; }

int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) OVER {
    v[i] = doubled(number<int>(i[0])) + tripled(i[0]) + fourfold(i[0]) + sevenfold(i[0]) + g;
  });
  for (int i = 0; i < 4; ++i) CHECK(v[i] == 16 * i + 5);
  return failures();
}
