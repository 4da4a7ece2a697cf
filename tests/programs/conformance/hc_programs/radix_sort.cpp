// rows: hc.programs.whole
#include <deque>
#include <hc.hpp>
#include <numeric>
// radix sort: several kernels, ping-pong arrays, counters in tile_static
using namespace hc;
typedef unsigned uint;
constexpr int T = 64, BITS = 4, RADIX = 1 << BITS;
class radix_sorter {
  accelerator_view av;
  int n, groups;
  array<uint> a, b, counts;
  array<uint>*in = &a, *out = &b;

 public:
  radix_sorter(accelerator_view v, const std::vector<uint>& d)
      : av(v),
        n(d.size()),
        groups((n + T - 1) / T),
        a(n, d.begin(), d.end(), v),
        b(n, v),
        counts(groups * RADIX, v) {}
  std::vector<uint> sort() {
    for (int s = 0; s < 32; s += BITS) {
      pass(s);
      std::swap(in, out);
    }
    std::vector<uint> r = *in;
    return r;
  }

 private:
  void pass(int shift) {
    array<uint>&src = *in, &dst = *out, &c = counts;
    const int n = this->n, groups = this->groups;
    parallel_for_each(av, extent<1>(groups * T).tile(T),
                      [&src, &c, n, groups, shift](tiled_index<1> t) [[hc]] {
                        tile_static uint h[RADIX];
                        if (t.local[0] < RADIX) h[t.local[0]] = 0;
                        t.barrier.wait();
                        if (t.global[0] < n) atomic_fetch_add(&h[(src[t.global] >> shift) & (RADIX - 1)], 1u);
                        t.barrier.wait();
                        if (t.local[0] < RADIX) c[t.local[0] * groups + t.tile[0]] = h[t.local[0]];
                      });
    const int total = groups * RADIX;
    parallel_for_each(av, extent<1>(1), [&c, total](index<1>) [[hc]] {
      uint s = 0;
      for (int i = 0; i < total; ++i) {
        uint x = c[i];
        c[i] = s;
        s += x;
      }
    });
    parallel_for_each(av, extent<1>(groups), [=, &src, &dst, &c](index<1> g) [[hc]] {
      uint at[RADIX];
      for (int r = 0; r < RADIX; ++r) at[r] = c[r * groups + g[0]];
      for (int i = g[0] * T; i < n && i < (g[0] + 1) * T; ++i) {
        uint x = src[i];
        dst[at[(x >> shift) & (RADIX - 1)]++] = x;
      }
    });
  }
};
int main() {
  std::vector<uint> d(1500);
  uint x = 1;
  for (auto& e : d) e = x = x * 1664525u + 1013904223u;
  auto r = radix_sorter(accelerator().create_view(), d).sort();
  std::sort(d.begin(), d.end());
  return r == d ? 0 : 1;
}
