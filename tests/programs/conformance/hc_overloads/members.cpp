// rows: hc.language.overloads
#include <hc.hpp>

#include "check.hpp"

struct place {
  int v;
  place() [[cpu]] : v(1) {}
  place() [[hc]] : v(2) {}
  place(int x) [[cpu]] : v(x) {}
  place(int x) [[hc]] : v(-x) {}
  int get() const [[cpu]] { return v; }
  int get() const [[hc]] { return v * 10; }
  static int fixed() [[cpu]] { return 5; }
  static int fixed() [[hc]] { return 6; }
  operator int() const [[cpu]] { return 100; }
  operator int() const [[hc]] { return 200; }
  int operator()(int x) const [[cpu]] { return x + 1; }
  int operator()(int x) const [[hc]] { return x + 2; }
  int out() const [[cpu]];
  int out() const [[hc]];
};
int place::out() const [[cpu]] { return 7; }
int place::out() const [[hc]] { return 8; }
template <typename T>
T choose(T x) [[cpu]] {
  return x + 1;
}
template <typename T>
T choose(T x) [[hc]] {
  return x + 2;
}
template <typename T>
struct holder {
  T v;
  holder(T x) [[cpu]] : v(x) {}
  holder(T x) [[hc]] : v(x * 2) {}
  T get() const [[cpu]] { return v; }
  T get() const [[hc]] { return -v; }
  T later() const [[cpu]];
  T later() const [[hc]];
};
template <typename T>
T holder<T>::later() const [[cpu]] {
  return 30;
}
template <typename T>
T holder<T>::later() const [[hc]] {
  return 40;
}

void fill(int* out) [[cpu, hc]] {
  place a, b(3);
  out[0] = a.get();
  out[1] = b.get();
  out[2] = place::fixed();
  out[3] = a;
  out[4] = a(1);
  out[5] = b.out();
  out[6] = choose(1);
  holder<int> h(4);
  out[7] = h.get();
  out[8] = h.later();
}

int main() {
  hc::array_view<int> v(9);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    int out[9];
    fill(out);
    for (int i = 0; i < 9; ++i) v[i] = out[i];
  }).wait();
  int host[9];
  fill(host);
  const int on_host[] = {1, 3, 5, 100, 2, 7, 2, 4, 30}, on_device[] = {20, -30, 6, 200, 3, 8, 3, -8, 40};
  for (int i = 0; i < 9; ++i) CHECK(host[i] == on_host[i]);
  for (int i = 0; i < 9; ++i) CHECK(v[i] == on_device[i]);
  return failures();
}
