// rows: hc.programs.whole
#include <hc.hpp>
#include <numeric>
using namespace hc;
int main() {
  std::vector<int> d(6 * 8);
  std::iota(d.begin(), d.end(), 0);
  array_view<int, 2> v(extent<2>(6, 8), d);
  array_view<int, 2> s = v.section(index<2>(1, 2), extent<2>(3, 4));
  parallel_for_each(s.get_extent(), [=](index<2> i) [[hc]] { s[i] = -s[i]; });
  if (v(1, 2) != -10 || v(3, 5) != -29 || v(0, 0) != 0 || v(1, 6) != 14) return 1;
  array_view<int, 1> row = v[2];
  parallel_for_each(row.get_extent(), [=](index<1> i) [[hc]] { row[i] = 1000 + i[0]; });
  if (v(2, 7) != 1007 || v(2, 3) != 1003) return 2;
  array_view<int, 1> flat(48, d);
  array_view<float> f = flat.reinterpret_as<float>();
  if (f.get_extent()[0] != 48) return 3;
  array_view<int, 3> cube = flat.view_as(extent<3>(2, 4, 6));
  array<int, 2> a(extent<2>(6, 8));
  copy(v, a);
  array_view<int, 2> as = a.section(1, 2, 3, 4);
  std::vector<int> out(12);
  copy(as, out.begin());
  if (out[0] != -10 || out[4] != 1002) return 4;
  array<int, 2> small(extent<2>(3, 4));
  copy(s, small);
  copy_async(small, v.section(extent<2>(3, 4))).wait();
  if (v(0, 0) != -10) return 5;
  array_view<const int, 2> cv(v);
  int sum = 0;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 8; ++j) sum += cv(i, j);
  array_view<int> total(1);
  total[0] = 0;
  parallel_for_each(cv.get_extent(), [=](index<2> i) [[hc]] { atomic_fetch_add(&total[0], cv[i]); });
  if (total[0] != sum) return 6;
  if (cube(1, 3, 5) != flat[47]) return 7;
  array_view<int, 2> w = a.view_as(extent<2>(6, 8));
  try {
    v.section(index<2>(5, 5), extent<2>(3, 4));
    return 8;
  } catch (runtime_exception& e) {
  }
  array<int> one(24);
  auto arr2 = one.view_as(extent<2>(4, 6));
  auto q = one.reinterpret_as<unsigned>();
  arr2(3, 5) = 5;
  return q[23] == 5 ? 0 : 9;
}
