// Tiled 16x16 matrix product on the default accelerator. Arguments: [size] [repetitions].
#include <cstdlib>
#include <hc.hpp>

#include "../timing.hpp"

int main(int argc, char** argv) {
  constexpr int tile = 16;
  const int n = argc > 1 ? std::atoi(argv[1]) : 512;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 11;
  std::vector<float> ha(n * n), hb(n * n), hc_(n * n, -1.0f);
  for (int i = 0; i < n * n; ++i) {
    ha[i] = float(i % 13) - 6;
    hb[i] = float(i % 7) - 3;
  }
  hc::array_view<const float, 2> a(n, n, ha), b(n, n, hb);
  hc::array_view<float, 2> c(n, n, hc_);
  c.discard_data();
  const double seconds = median_seconds(repetitions, [&] {
    hc::parallel_for_each(hc::extent<2>(n, n).tile(tile, tile), [=](hc::tiled_index<2> t) [[hc]] {
      tile_static float ta[tile][tile];
      tile_static float tb[tile][tile];
      const int row = t.local[0], col = t.local[1];
      float sum = 0;
      for (int k = 0; k < n; k += tile) {
        ta[row][col] = a(t.global[0], k + col);
        tb[row][col] = b(k + row, t.global[1]);
        t.barrier.wait();
        for (int j = 0; j < tile; ++j) sum += ta[row][j] * tb[j][col];
        t.barrier.wait();
      }
      c(t.global[0], t.global[1]) = sum;
    }).wait();
  });
  c.synchronize();
  bool right = true;  // small integers: every order of summation is exact
  for (int k = 0; k < 64; ++k) {
    const int i = k * 37 % n, j = k * 101 % n;
    float sum = 0;
    for (int l = 0; l < n; ++l) sum += ha[i * n + l] * hb[l * n + j];
    right &= sum == hc_[i * n + j];
  }
  return report(seconds, right);
}
