// rows: amp.headers.hc_in_amp
#include <hc.hpp>

#include "check.hpp"

// hc.hpp alone has hcc's rules: tile memory in functions of both sides, views captured by reference, static
// lambdas.
int last(int x, int n) [[cpu, hc]] {
  tile_static int kept[4];
  kept[n] = x;
  return kept[n];
}

int main() {
  std::vector<int> data(4, 2);
  hc::array_view<int> a(4, data);
  hc::parallel_for_each(a.get_extent().tile(4), [&](hc::tiled_index<1> t) [[hc]] {
    tile_static int s[4];
    s[t.local[0]] = last(a[t.global], t.local[0]);
    t.barrier.wait();
    a[t.global] += s[3 - t.local[0]];
  }).wait();
  static auto twice = [=](hc::index<1> i) [[hc]] { a[i] *= 2; };
  hc::parallel_for_each(a.get_extent(), twice).wait();
  CHECK(a[1] == 8);
  return failures();
}
