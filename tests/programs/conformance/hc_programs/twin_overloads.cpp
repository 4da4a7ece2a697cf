// rows: hc.programs.whole
#include <cmath>
#include <hc.hpp>
#include <hc_math.hpp>
[[cpu]] int where() { return 1; }
[[hc]] int where() { return 2; }
int both() [[cpu]] [[hc]] { return where() * 10; }
int both2() [[cpu, hc]];
int both2() [[cpu, hc]] { return where() * 100; }
struct s {
  int v;
  s() [[cpu]] : v(1) {}
  s() [[hc]] : v(2) {}
  operator int() const [[cpu]] { return v; }
  operator int() const [[hc]] { return v * 10; }
  int f() [[cpu]] { return 5; }
  int f() [[hc]] { return 6; }
};
template <typename T>
T g(T) [[cpu]] {
  return 1;
}
template <typename T>
T g(T) [[hc]] {
  return 2;
}
inline float rsq(float x) __attribute__((cpu)) { return 1 / std::sqrt(x); }
inline float rsq(float x) __attribute__((hc)) { return hc::precise_math::rsqrt(x); }
int main() {
  hc::array_view<int> r(8);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    s x;
    r[0] = where();
    r[1] = both();
    r[2] = both2();
    r[3] = x;
    r[4] = x.f();
    r[5] = g(1);
    r[6] = int(rsq(0.25f));
#ifdef __KALMAR_ACCELERATOR__
    r[7] = 1;
#else
    r[7] = 0;
#endif
  }).wait();
  s y;
  if (where() != 1 || both() != 10 || both2() != 100 || int(y) != 1 || y.f() != 5 || g(1) != 1 ||
      rsq(4) != 0.5f)
    return 1;
  if (r[0] != 2 || r[1] != 20 || r[2] != 200 || r[3] != 20 || r[4] != 6 || r[5] != 2 || r[6] != 2 ||
      r[7] != 1)
    return 2;
  return 0;
}
