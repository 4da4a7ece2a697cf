// Tiled tree reduction, 256 work-items a tile, on the default accelerator. Arguments: [elements]
// [repetitions].
#include <cstdlib>
#include <hc.hpp>

#include "../timing.hpp"

int main(int argc, char** argv) {
  constexpr int tile = 256;
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 24;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 21;
  std::vector<int> input(n), partial(n / tile);
  for (int i = 0; i < n; ++i) input[i] = i % 17 - 3;
  hc::array_view<const int, 1> in(n, input);
  hc::array_view<int, 1> out(n / tile, partial);
  const double seconds = median_seconds(repetitions, [&] {
    hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static int sums[tile];
      const int local = t.local[0];
      sums[local] = in[t.global[0]];
      t.barrier.wait();
      for (int half = tile / 2; half > 0; half /= 2) {
        if (local < half) sums[local] += sums[local + half];
        t.barrier.wait();
      }
      if (local == 0) out[t.tile[0]] = sums[0];
    }).wait();
  });
  out.synchronize();
  bool right = true;
  for (int g = 0; g < n / tile; ++g) {
    int sum = 0;
    for (int i = 0; i < tile; ++i) sum += input[g * tile + i];
    right &= sum == partial[g];
  }
  return report(seconds, right);
}
