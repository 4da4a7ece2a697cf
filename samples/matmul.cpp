// Matrix product in tiles of group memory, with tiles fixed at compile time and chosen at run time.
// Arguments: [size, a multiple of 16] [--time].
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <hc.hpp>
#include <iostream>
#include <vector>

using Matrix = hc::array_view<float, 2>;
using ConstMatrix = hc::array_view<const float, 2>;

// Tiles of 16 x 16 work-items: the group memory's size is known to the compiler.
static hc::completion_future multiply_static(ConstMatrix a, ConstMatrix b, Matrix c, int n) {
  constexpr int tile = 16;
  return hc::parallel_for_each(hc::extent<2>(n, n).tile(tile, tile), [=](hc::tiled_index<2> t) [[hc]] {
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
    c[t.global] = sum;
  });
}

// Any square tile: the group memory comes with the launch.
static hc::completion_future multiply_dynamic(ConstMatrix a, ConstMatrix b, Matrix c, int n, int tile) {
  const auto extent = hc::extent<2>(n, n).tile_with_dynamic(tile, tile, 2 * tile * tile * sizeof(float));
  return hc::parallel_for_each(extent, [=](hc::tiled_index<2> t) [[hc]] {
    float* ta = static_cast<float*>(hc::get_dynamic_group_segment_base_pointer());
    float* tb = ta + tile * tile;
    const int row = t.local[0], col = t.local[1];
    float sum = 0;
    for (int k = 0; k < n; k += tile) {
      ta[row * tile + col] = a(t.global[0], k + col);
      tb[row * tile + col] = b(k + row, t.global[1]);
      t.barrier.wait();
      for (int j = 0; j < tile; ++j) sum += ta[row * tile + j] * tb[j * tile + col];
      t.barrier.wait();
    }
    c[t.global] = sum;
  });
}

int main(int argc, char** argv) {
  bool timed = false;
  int n = 256;
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--time") == 0)
      timed = true;
    else
      n = std::atoi(argv[i]);
  if (n < 16 || n % 16 != 0) {
    std::cout << "the size must be a multiple of 16\n";
    return 2;
  }

  std::vector<float> ha(n * n), hb(n * n), hc1(n * n, -1.0f), hc2(n * n, -1.0f);
  for (int i = 0; i < n * n; ++i) {  // small integers: every order of the sums is exact
    ha[i] = float(i % 13) - 6;
    hb[i] = float(i % 7) - 3;
  }
  ConstMatrix a(n, n, ha), b(n, n, hb);
  Matrix c1(n, n, hc1), c2(n, n, hc2);
  c1.discard_data();
  c2.discard_data();
  multiply_static(a, b, c1, n).wait();
  multiply_dynamic(a, b, c2, n, 8).wait();
  c1.synchronize();
  c2.synchronize();

  for (int i = 0; i < n; i += 3)
    for (int j = 0; j < n; j += 5) {
      float want = 0;
      for (int k = 0; k < n; ++k) want += ha[i * n + k] * hb[k * n + j];
      if (hc1[i * n + j] != want || hc2[i * n + j] != want) {
        std::cout << "FAILED: element " << i << ", " << j << " is " << hc1[i * n + j] << " and "
                  << hc2[i * n + j] << ", not " << want << "\n";
        return 1;
      }
    }
  std::cout << "PASSED: " << n << " x " << n << " with static and run-time tiles\n";
  if (timed) {
    const auto start = std::chrono::steady_clock::now();
    multiply_static(a, b, c1, n).wait();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    std::cout << taken.count() << " s, " << 2e-9 * n * n * n / taken.count() << " GFLOPS\n";
  }
  return 0;
}
