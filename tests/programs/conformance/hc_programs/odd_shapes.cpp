// rows: hc.programs.whole
#include <hc.hpp>
using namespace hc;
template <int N>
int cover(extent<N> e) {
  array_view<int, N> v(e);
  parallel_for_each(e, [=](index<N> i) [[hc]] { v[i] = 0; });
  parallel_for_each(e, [=](index<N> i) [[hc]] { v[i] += 1; });
  array_view<int> s(1);
  s[0] = 0;
  parallel_for_each(e, [=](index<N> i) [[hc]] { atomic_fetch_add(&s[0], v[i]); });
  return s[0] == int(e.size()) ? 0 : 1;
}
int tiled(int a, int b, int ta, int tb) {
  array_view<int, 2> v(a, b);
  parallel_for_each(v.get_extent(), [=](index<2> i) [[hc]] { v[i] = 0; });
  parallel_for_each(extent<2>(a, b).tile(ta, tb), [=](tiled_index<2> t) [[hc]] {
    atomic_fetch_add(&v[t.global], 1 + (t.local[0] + t.tile_origin[0] == t.global[0] ? 0 : 100));
  }).wait();
  for (int i = 0; i < a; ++i)
    for (int j = 0; j < b; ++j)
      if (v(i, j) != 1) return 1;
  return 0;
}
int main() {
  int dims[] = {2, 3, 4, 5};
  int big[] = {1, 2, 1, 3, 2};
  if (cover(extent<1>(1)) || cover(extent<1>(1021)) || cover(extent<2>(1, 777)) || cover(extent<2>(777, 1)) ||
      cover(extent<3>(3, 5, 7)) || cover(extent<4>(dims)) || cover(extent<5>(big)))
    return 1;
  if (tiled(17, 11, 6, 3) || tiled(5, 5, 5, 5) || tiled(1, 100, 1, 7) || tiled(64, 3, 32, 2)) return 2;
  completion_future f = parallel_for_each(extent<2>(0, 5), [](index<2>) [[hc]] {});
  f.wait();
  parallel_for_each(extent<1>(0).tile(4), [](tiled_index<1>) [[hc]] {}).wait();
  return 0;
}
