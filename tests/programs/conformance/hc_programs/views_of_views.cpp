// rows: hc.programs.whole
#include <hc.hpp>
using namespace hc;
array_view<int> make(int n) {
  array_view<int> v(n);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] = i[0]; });
  return v;
}
struct box {
  array_view<int> a;
  array_view<const int> b;
  box(int n) : a(n), b(a) {}
};
void by_ref(array_view<int>& v) {
  parallel_for_each(v.get_extent(), [&](index<1> i) [[hc]] { v[i] *= 3; });
}
void by_cref(const array_view<int>& v, int& total) {
  array_view<int> t(1, &total);
  parallel_for_each(v.get_extent(), [=, &v](index<1> i) [[hc]] { atomic_fetch_add(&t[0], v[i]); });
  t.synchronize();
}
int main() {
  array_view<int> v = make(10);
  by_ref(v);
  int total = 0;
  by_cref(v, total);
  if (total != 135) return 1;
  box b(5);
  parallel_for_each(extent<1>(5), [=](index<1> i) [[hc]] { b.a[i] = 7; });
  if (b.b[4] != 7) return 2;
  std::vector<array_view<int>> many;
  for (int i = 1; i < 4; ++i) many.push_back(make(i));
  std::vector<completion_future> fs;
  for (auto& m : many)
    fs.push_back(parallel_for_each(m.get_extent(), [m](index<1> i) [[hc]] { m[i] += 100; }));
  for (auto& f : fs) f.wait();
  if (many[2][2] != 102) return 3;
  int raw[6] = {1, 2, 3, 4, 5, 6};
  {
    array_view<int, 2> w(2, 3, raw);
    parallel_for_each(w.get_extent(), [=](index<2> i) [[hc]] { w[i] = -w[i]; });
  }
  if (raw[5] != -6) return 4;
  array_view<int> x(6, raw);
  x[0] = 50;
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] { x[1] = x[0] + 1; });
  x.synchronize_async().wait();
  if (raw[1] != 51) return 5;
  raw[2] = 9;
  x.refresh();
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] { x[3] = x[2]; });
  if (x[3] != 9) return 6;
  std::vector<int> vec(6);
  copy(x, vec.begin());
  array_view<int> fresh(6);
  copy(vec.begin(), vec.end(), fresh);
  return fresh[3] == 9 ? 0 : 7;
}
