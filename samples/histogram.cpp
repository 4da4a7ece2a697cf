// Histogram of bytes: counters in group memory, merged with atomic additions. Argument: [elements].
#include <cstdlib>
#include <hc.hpp>
#include <iostream>
#include <vector>

int main(int argc, char** argv) {
  constexpr int bins = 256, tile = 256, per_item = 16;
  const int n = argc > 1 ? std::atoi(argv[1]) : 500000;
  std::vector<unsigned char> data(n);
  unsigned state = 1;
  for (unsigned char& d : data) {
    state = state * 1664525u + 1013904223u;
    d = static_cast<unsigned char>((state >> 24) & (state >> 16));
  }

  std::vector<unsigned> counts(bins, 0);
  hc::array_view<const unsigned char, 1> in(n, data);
  hc::array_view<unsigned, 1> out(bins, counts);
  const int tiles = (n + tile * per_item - 1) / (tile * per_item);
  hc::parallel_for_each(hc::extent<1>(tiles * tile).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static unsigned local_counts[bins];
    const int local = t.local[0];
    local_counts[local] = 0;
    t.barrier.wait();
    for (int k = 0; k < per_item; ++k) {
      const int i = (t.tile[0] * per_item + k) * tile + local;
      if (i < n) hc::atomic_fetch_add(&local_counts[in[i]], 1u);
    }
    t.barrier.wait();
    if (local_counts[local] != 0) hc::atomic_fetch_add(&out[local], local_counts[local]);
  });
  out.synchronize();

  std::vector<unsigned> want(bins, 0);
  for (unsigned char d : data) ++want[d];
  for (int b = 0; b < bins; ++b)
    if (counts[b] != want[b]) {
      std::cout << "FAILED: bin " << b << " holds " << counts[b] << ", not " << want[b] << "\n";
      return 1;
    }
  std::cout << "PASSED: " << n << " bytes in " << bins << " bins\n";
  return 0;
}
