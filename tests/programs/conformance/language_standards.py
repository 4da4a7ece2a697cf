"""Programs for both dialects in each language standard."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.dialects import HC, Dialect, Files

STANDARDS = ("c++11", "c++14", "c++17", "c++20", "c++23")

USE_HC = r"""#include <hc.hpp>
#include <hc_am.hpp>
#include <hc_math.hpp>
#include <hc_short_vector.hpp>
#include <vector>
#include <coordinate>
#include <array_view>
#include <experimental/algorithm>
#include <experimental/numeric>
int main() {
  hc::array_view<float, 2> v(4, 5);
  hc::array<float, 2> a(4, 5);
  hc::array<float, 1> flat(20);
  float s = 0;
  hc::parallel_for_each(v.get_extent(), [=](hc::index<2> i) [[hc]] { v[i] = 1; });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<2> i) mutable [[hc]] { v[i[0]][i[1]] = s += 1; });
  hc::parallel_for_each(v.get_extent().tile(2, 2), [=](hc::tiled_index<2> t) [[hc]] {
    v[t] = float(hc_get_grid_size(0));
    t.barrier.wait();
  });
  const int n[4] = {1, 2, 3, 4};
  hc::parallel_for_each(hc::extent<4>(n), [=](hc::index<4> i) [[hc]] { v(i[0], i[1]) = 2; }).wait();
  hc::copy(v, a);
  hc::copy(v.section(0, 0, 2, 2), a.section(1, 1, 2, 2));
  std::vector<float> values(20, 2.0f);
  hc::copy(values.begin(), values.end(), flat);
  hc::copy_async(flat, values.begin()).wait();
  hc::array_view<float, 1> w(20, values);
  auto f = hc::parallel_for_each(
      w.get_extent(), [=, &flat](hc::index<1> i) [[hc]] { w[i] += flat[i] + hc::fast_math::sqrt(4.0f); });
  f.wait();
  hc::task_graph graph;
  {
    hc::graph_recording recording = graph.record(hc::accelerator().get_default_view());
    hc::parallel_for_each(w.get_extent(), [=](hc::index<1> i) [[hc]] { w[i] += 1; });
  }
  graph.launch().wait();
  namespace par = std::experimental::parallel;
  std::vector<int> k(5000);
  for (int i = 0; i < 5000; ++i) k[i] = 4999 - i;
  par::sort(par::par, k.begin(), k.end());
  int sum = par::reduce(par::par, k.begin(), k.end());
  int sum2 = par::reduce(k.begin(), k.end(), 0);
  par::inclusive_scan(par::par, k.begin(), k.end(), k.begin());
  par::exclusive_scan(k.begin(), k.end(), k.begin(), 0);
  std::experimental::bounds<2> box{3, 4};
  int places = 0;
  for (auto p : box) places += p[0] >= 0;
  return w[3] == 7.0f && sum == 4999 * 2500 && sum2 == sum && places == 12 ? 0 : 1;
}
"""
USE_AMP = r"""#include <amp.h>
#include <amp_math.h>
#include <amp_graphics.h>
#include <amp_short_vectors.h>
#include <vector>
#include <list>
using namespace concurrency;
using namespace concurrency::graphics;
int twice(int x) restrict(cpu, amp) { return 2 * x; }
int main() {
  array_view<float, 2> v(4, 5);
  array<float, 2> a(4, 5);
  parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v[i] = 1; });
  parallel_for_each(v.extent, [=, &a](index<2> i) restrict(amp) { v[i[0]][i[1]] = a[i[0]][i[1]] = 2; });
  array_view<float, 2> w(8, 6);
  parallel_for_each(w.extent.tile<2, 3>(), [=](tiled_index<2, 3> t) restrict(amp) {
    tile_static float sum[2][3];
    sum[t.local[0]][t.local[1]] = fast_math::sqrt(4.0f);
    t.barrier.wait();
    w[t] = sum[1][2] + twice(1);
  });
  parallel_for_each(extent<3>(4, 5, 6), [=](index<3> i) restrict(amp) { v(i[0], i[1]) = 2; });
  copy(v, a);
  std::vector<float> out(20);
  copy(a, out.begin());
  std::list<float> list(20, 3.0f);
  copy(list.begin(), list.end(), a);
  completion_future done = copy_async(a, list.begin());
  done.then([] {});
  done.get();
  texture<int_4, 2> t(4, 4);
  writeonly_texture_view<int_4, 2> tw(t);
  parallel_for_each(t.extent, [=](index<2> i) restrict(amp) { tw.set(i, int_4(i[0], i[1], 3, 4)); });
  std::vector<int_4> texels(16);
  copy(t, texels.data(), 16 * sizeof(int_4));
  texture<unorm_4, 2> packed(4, 4, 8U);
  texture_view<const unorm_4, 2> sampled(packed);
  array_view<float> s(4);
  parallel_for_each(s.extent, [=](index<1> i) restrict(amp) {
    s[i] = sampled.sample(float_2(0.5f, 0.5f)).x + float_3(1, 2, 3).zyx.x;
  });
  return out[3] == 2 && w(1, 1) == 4 && list.front() == 3 && texels[5].y == 1 && s[0] == 3 ? 0 : 1;
}
"""
OLD_WORDS = """@header
enum class Kind : int { a, b = 5 };
int pick(Kind k) @both { return k == Kind::b ? 1 : 3; }
template <Kind K>
int chosen() @both {
  return K == Kind::b ? 7 : 8;
}
int main() {
  register int n = 4;
  @ns::array_view<int> v(n);
  const Kind k = Kind::a;
  @ns::parallel_for_each(v.@extent, [=](@ns::index<1> i) @device { v[i] = pick(k) + chosen<Kind::b>(); });
  return v[0] == 10 ? 0 : 1;
}
"""


def standards(d: Dialect) -> Iterator[tuple[str, Files]]:
    text = USE_HC if d is HC else USE_AMP
    for standard in STANDARDS:
        name = standard.replace("+", "p")
        yield f"standard_{name}", d.program("both.standards", text, f"-std={standard}")
        yield f"old_words_{name}", d.program("both.standards", OLD_WORDS, f"-std={standard}")
