// rows: amp.2.2.templates
// flags: -fms-compat
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

// Visual C++ reads templates' bodies late: what is hidden from a part must end where they end.
template <typename T>
int f(T) restrict(cpu) {
  return 1;
}
template <typename T>
int f(T) restrict(amp) {
  return 2;
}
template <>
int f<float>(float) restrict(cpu) {
  return 10;
}
template <>
int f<float>(float) restrict(amp) {
  return 20;
}
int f(int) restrict(amp, cpu) { return 3; }

struct one {
  int a, b[2];
  template <typename T>
  one(T x) restrict(cpu) : a{int(x)}, b{1, 2} {
    for (int k = 0; k < 2; ++k) b[k] += 1;
  }
  template <typename T>
  one(T x) restrict(amp) : a{int(x) * 100}, b{1, 2} {
    if (a > 0) b[1] = 7;
  }
  one(int x) restrict(amp, cpu) : a(x), b{0, 0} {}
};
template <typename T>
struct holder {
  template <typename U>
  int get(U) const restrict(cpu) {
    return 4;
  }
  template <typename U>
  int get(U) const restrict(amp);
  int get(int) const restrict(amp, cpu) { return 6; }
};
template <typename T>
template <typename U>
int holder<T>::get(U) const restrict(amp) {
  return 5;
}

int all() restrict(amp, cpu) {
  const one x(2.0f), y(1);
  holder<int> h;
  return f(1u) + f(2.0f) + f(1) + x.a + x.b[1] + y.a + h.get(1.0f) * 1000 + h.get(1) * 10000;
}

int main() {
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = all(); });
  CHECK(v[0] == 2 + 20 + 3 + 200 + 7 + 1 + 5000 + 60000);
  CHECK(all() == 1 + 10 + 3 + 2 + 3 + 1 + 4000 + 60000);
  return failures();
}
