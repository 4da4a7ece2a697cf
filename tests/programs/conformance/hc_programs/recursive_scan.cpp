// rows: hc.programs.whole
#include <functional>
#include <hc.hpp>
#include <numeric>
#include <random>
using namespace hc;
namespace detail {
template <int B, typename T, typename Op>
[[hc]] T block_scan(tiled_index<1>& t, T v, Op op) {
  tile_static T s[2][B];
  int l = t.local[0], in = 0;
  s[0][l] = v;
  t.barrier.wait();
  for (int d = 1; d < B; d <<= 1) {
    s[1 - in][l] = l >= d ? op(s[in][l - d], s[in][l]) : s[in][l];
    in = 1 - in;
    t.barrier.wait();
  }
  return s[in][l];
}
}  // namespace detail
template <typename T, typename Op>
void scan(accelerator_view av, array<T>& a, Op op) {
  constexpr int B = 128;
  const int n = a.get_extent()[0], g = (n + B - 1) / B;
  array<T> sums(g, av);
  parallel_for_each(av, extent<1>(g * B).tile(B), [&, n, op](tiled_index<1> t) [[hc]] {
    int i = t.global[0];
    T r = detail::block_scan<B>(t, i < n ? a[i] : T(), op);
    if (i < n) a[i] = r;
    if (t.local[0] == B - 1) sums[t.tile[0]] = r;
  });
  if (g == 1) return;
  scan(av, sums, op);
  parallel_for_each(av, a.get_extent(), [&a, &sums, op](index<1> i) [[hc]] {
    if (i[0] >= B) a[i] = op(sums[i[0] / B - 1], a[i]);
  });
  av.wait();
}
int main() {
  accelerator_view av = accelerator().get_default_view();
  std::vector<int> h(5000);
  std::mt19937 g(1);
  for (auto& x : h) x = g() % 100;
  array<int> a(5000, h.begin(), h.end(), av);
  scan(av, a, std::plus<int>());
  std::partial_sum(h.begin(), h.end(), h.begin());
  std::vector<int> r = a;
  if (r != h) return 1;
  array<int> b(300, av);
  parallel_for_each(av, b.get_extent(), [&b](index<1> i) [[hc]] { b[i] = (i[0] * 37) % 101; });
  scan(av, b, [](int x, int y) [[hc]] { return x > y ? x : y; });
  std::vector<int> m = b;
  return m[299] == 100 && std::is_sorted(m.begin(), m.end()) ? 0 : 2;
}
