// C++ AMP: matrix product, plain and in tiles of 16 x 16. Argument: [size, a multiple of 16].
#include <amp.h>

#include <cstdlib>
#include <iostream>
#include <vector>

using namespace concurrency;

static const int tile_size = 16;

void multiply(const array_view<const float, 2>& a, const array_view<const float, 2>& b,
              const array_view<float, 2>& c) {
  c.discard_data();
  parallel_for_each(
      c.extent, [=](index<2> at) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < a.extent[1]; ++k) sum += a(at[0], k) * b(k, at[1]);
        c[at] = sum;
      });
  c.synchronize();
}

void multiply_tiled(const array_view<const float, 2>& a, const array_view<const float, 2>& b,
                    const array_view<float, 2>& c) {
  c.discard_data();
  parallel_for_each(
      c.extent.tile<tile_size, tile_size>(), [=](tiled_index<tile_size, tile_size> t) restrict(amp) {
        tile_static float ta[tile_size][tile_size];
        tile_static float tb[tile_size][tile_size];
        const int row = t.local[0], col = t.local[1];
        float sum = 0;
        for (int k = 0; k < a.extent[1]; k += tile_size) {
          ta[row][col] = a(t.global[0], k + col);
          tb[row][col] = b(k + row, t.global[1]);
          t.barrier.wait();
          for (int j = 0; j < tile_size; ++j) sum += ta[row][j] * tb[j][col];
          t.barrier.wait();
        }
        c[t.global] = sum;
      });
  c.synchronize();
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 128;
  if (n < tile_size || n % tile_size != 0) {
    std::cout << "the size must be a multiple of " << tile_size << "\n";
    return 2;
  }
  std::vector<float> ha(n * n), hb(n * n), plain(n * n, -1.0f), tiled(n * n, -1.0f);
  for (int i = 0; i < n * n; ++i) {  // small integers: every order of the sums is exact
    ha[i] = float(i % 13) - 6;
    hb[i] = float(i % 7) - 3;
  }
  array_view<const float, 2> a(n, n, ha), b(n, n, hb);
  multiply(a, b, array_view<float, 2>(n, n, plain));
  multiply_tiled(a, b, array_view<float, 2>(n, n, tiled));

  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float want = 0;
      for (int k = 0; k < n; ++k) want += ha[i * n + k] * hb[k * n + j];
      if (plain[i * n + j] != want || tiled[i * n + j] != want) {
        std::cout << "FAILED: element " << i << ", " << j << "\n";
        return 1;
      }
    }
  std::cout << "PASSED: " << n << " x " << n << ", plain and tiled\n";
  return 0;
}
