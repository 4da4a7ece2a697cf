// rows: hc.programs.whole
// hc::array in all its forms and hc::array_view conversions; const correctness; default arguments; element
// types of all sizes.
#include <hc.hpp>
#include <hc_am.hpp>
#include <list>
#include <numeric>
#include <vector>
#include "check.hpp"
template <typename T>
void types() {
  std::vector<T> h(33);
  for (int i = 0; i < 33; i++) h[i] = T(i);
  hc::array<T> a(33, h.begin()), b(33);
  hc::array_view<T> v(b);
  const hc::array<T>& ca = a;
  hc::array_view<const T> cv(ca);
  hc::parallel_for_each(a.get_extent(), [=, &ca](hc::index<1> i) [[hc]] {
    v[i] = T(cv(32 - i[0]) + ca[i]);
  }).wait();
  std::vector<T> o = b;
  for (auto x : o) CHECK(x == T(32));
  hc::array<T> c(b), d(std::move(c));
  c = d;
  std::vector<T> p(33);
  hc::copy(c, p.begin());
  CHECK(p == o);
}
struct odd {
  char a;
  double b;
  char c[3];
  bool operator==(const odd& o) const { return a == o.a && b == o.b; }
};
template <int N>
struct dims;
template <>
struct dims<1> {
  static hc::extent<1> get() { return hc::extent<1>(24); }
};
template <>
struct dims<2> {
  static hc::extent<2> get() { return hc::extent<2>(4, 6); }
};
template <>
struct dims<3> {
  static hc::extent<3> get() { return hc::extent<3>(2, 3, 4); }
};
template <int N>
void rank() {
  std::vector<int> s(24);
  std::iota(s.begin(), s.end(), 0);
  hc::extent<N> e = dims<N>::get();
  hc::accelerator acc;
  hc::accelerator_view av = acc.get_default_view();
  hc::array<int, N> a(e), b(e, av), c(e, s.begin()), d(e, s.begin(), s.end()), f(e, s.begin(), av),
      g(e, s.begin(), s.end(), av), h(hc::array_view<int, N>(e, s)), k(hc::array_view<int, N>(e, s), av);
  std::list<int> l(s.begin(), s.end());
  hc::array<int, N> m(e, l.begin(), l.end());
  hc::copy(c, a);
  a.copy_to(b);
  hc::array_view<int, N> out(e);
  g.copy_to(out);
  hc::array_view<int, N> w = b;
  hc::array_view<const int, N> cw = w;
  const hc::array_view<int, N> kw(m);
  hc::parallel_for_each(av, e, [=, &d, &f, &h, &k](hc::index<N> i) [[hc]] {
    kw[i] += w[i] + cw(i) + d[i] + f(i) + h[i] + k[i] + out[i];
  }).wait();
  std::vector<int> r = m;
  for (int i = 0; i < 24; i++) CHECK(r[i] == 8 * i);
  CHECK(a.get_extent() == e && a.get_accelerator_view() == acc.get_default_view() &&
        a.get_associated_accelerator_view() == av);
  int* raw = a.accelerator_pointer();
  CHECK(raw != nullptr);
  hc::array<int, N> over(e, av, raw);
  hc::parallel_for_each(e, [&over](hc::index<N> i) [[hc]] { over[i] = -over[i]; }).wait();
  std::vector<int> n = a;
  CHECK(n[23] == -23);
}
int main() {
  types<char>();
  types<unsigned char>();
  types<short>();
  types<int>();
  types<long long>();
  types<float>();
  types<double>();
  rank<1>();
  rank<2>();
  rank<3>();
  std::vector<odd> ov(10);
  for (int i = 0; i < 10; i++) {
    ov[i].a = char(i);
    ov[i].b = i / 2.;
  }
  hc::array_view<odd> o(10, ov);
  hc::parallel_for_each(o.get_extent(), [=](hc::index<1> i) [[hc]] {
    odd t = o[9 - i[0]];
    t.c[2] = 'z';
    if (i[0] < 5) {
      odd u = o[i];
      o[9 - i[0]] = u;
      o[i] = t;
    }
  }).wait();
  CHECK(o[0].a == 9 && o[9].b == 0);
  std::vector<bool> none;
  std::vector<float> m(100);
  hc::array_view<float, 2> m2(10, 10, m);
  auto row = m2[3];
  auto sec = m2.section(2, 2, 4, 4);
  auto flat = hc::array_view<float>(100, m).section(hc::index<1>(50));
  hc::parallel_for_each(sec.get_extent(), [=](hc::index<2> i) [[hc]] {
    sec[i] = 1;
    row[5] = 2;
    flat(0) = 3;
  }).wait();
  CHECK(m2(2, 2) == 1 && m2(3, 5) == 2 && flat[0] == 3);
  int i1[3] = {2, 3, 4};
  hc::extent<3> e3(i1);
  hc::index<3> x3(i1);
  CHECK(e3.size() == 24 && x3[2] == 4 && e3.contains(x3 - 1));
  hc::extent<2> q(3, 4);
  q += 1;
  q *= 2;
  CHECK(q == hc::extent<2>(8, 10) && (q / 2)[1] == 5);
  hc::array<int> cpuArr(hc::extent<1>(4), hc::accelerator(L"cpu").get_default_view());
  cpuArr[2] = 5;
  CHECK(cpuArr.data()[2] == 5);
  return failures();
}
