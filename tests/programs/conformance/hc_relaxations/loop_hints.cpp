// rows: hc.warnings.loop_hints
#include <hc.hpp>

#include "check.hpp"

int main() {
  hc::array_view<int> v(64);
  int rounds = v.get_extent()[0] / 20;
  hc::parallel_for_each(hc::extent<1>(64).tile(64), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int shared[64];
    int sum = 0, own[4];
#pragma unroll 2
    // expected-warning@+1 {{loop not unrolled}}
    for (int k = 0; k < rounds; ++k) {  // barriers keep rounds of an unknown number together
      shared[t.local[0]] = t.local[0] + k;
      t.barrier.wait();
#pragma unroll
      for (int n = 0; n < 4; ++n) sum += shared[n];
      t.barrier.wait();
    }
#pragma unroll
    for (int n = 0; n < 4; ++n) own[n] = sum + n;
#pragma nounroll
    for (int n = 0; n < rounds; ++n) sum += own[n & 3];
#pragma clang loop vectorize(disable)
    for (int n = 0; n < rounds; ++n) sum += own[n & 1];
    v[t.global] = sum;
  }).wait();
  CHECK(v[5] == 30 + 93 + 91);
  return failures();
}
