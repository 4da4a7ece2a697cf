#include <cstdio>
#include <hc.hpp>
#include <numeric>
#include <vector>

int main() {
  const int n = 64;
  std::vector<int> data(n), out(n);
  std::iota(data.begin(), data.end(), 0);
  hc::array_view<const int> in(n, data);
  hc::array_view<int> result(n, out);
  hc::parallel_for_each(hc::extent<1>(n).tile(8), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int part[8];
    int me = t.local[0];
    part[me] = in[t.global];
    t.barrier.wait();
    int other = part[7 - me];  // behind
    result[t.global] = other;
  });
  std::printf("%d %d\n", result[0], result[n - 1]);
}
