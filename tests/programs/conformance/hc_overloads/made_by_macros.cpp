// rows: hc.language.overloads
// Macros make twins: both in one body, or each by its own use.
#include <hc.hpp>
#define ONLY_GPU [[hc]]
#define BODY(R, N, C) R float N(float x, int k = 2) { return x * k + C; }
#define METHODS(T) \
  T get(int i) const [[hc]] { \
    return v + i; \
  } \
  T get(int) const [[cpu]] { return v - 1; } \
  S(T a) [[hc]] : v(a) {} S(T b) [[cpu]] : v(b + 1) {} \
  static T both(T a) [[cpu, hc]] { return a; } \
  T operator()(T a) const [[hc]] { return a + v; } T operator()(T a) const { return a - v; }
struct S { METHODS(int) int v; };
#define TEMPLATES(N) \
  template <typename T> T N(T x) [[hc]] { return x + 1; } \
  template <typename T> T N(T x) [[cpu]] { return x + 2; }
TEMPLATES(tf)
BODY(ONLY_GPU, g, 1)
BODY([[cpu]], g, 2)
#define DECL(N) int N(int) [[hc]]; int N(int) [[cpu]];
DECL(dd)
int dd(int x) [[hc]] { return x * 2; }
int dd(int x) [[cpu]] { return x * 3; }
int on_device(int k) [[hc]] {
  S s(5);
  switch (k) {
    case 0: return s.get(1);
    case 1: return S::both(3);
    case 2: return s(4);
    case 3: return tf(7);
    case 4: return g(2.0f);
  }
  return dd(4);
}
int main() {
  hc::array_view<int> v(6);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = on_device(i[0]); });
  const int expected[] = {6, 3, 9, 8, 5, 8};
  for (int i = 0; i < 6; ++i)
    if (v[i] != expected[i]) return 1;
  S s(5);
  return s.get(0) == 5 && s(4) == -2 && tf(7) == 9 && g(2.0f) == 6 && dd(4) == 12 ? 0 : 1;
}
