// C++ AMP: tiles, tile_static memory and barriers.
#include <amp.h>

#include <vector>

using namespace concurrency;

void matmul(const std::vector<float>& left, const std::vector<float>& right, std::vector<float>& product,
            int n) {
  static const int T = 16;
  array_view<const float, 2> a(n, n, left), b(n, n, right);
  array_view<float, 2> c(n, n, product);
  c.discard_data();
  parallel_for_each(
      c.extent.tile<T, T>(), [=](tiled_index<T, T> t) restrict(amp) {
        tile_static float sa[T][T], sb[T][T];
        const int row = t.local[0], column = t.local[1];
        float sum = 0;
        for (int k = 0; k < n; k += T) {
          sa[row][column] = a(t.global[0], k + column);
          sb[row][column] = b(k + row, t.global[1]);
          t.barrier.wait();
          for (int j = 0; j < T; ++j) sum += sa[row][j] * sb[j][column];
          t.barrier.wait();
        }
        c[t.global] = sum;
      });
  c.synchronize();
}
