#include "gemm.hpp"

namespace nn {
namespace {

template <transpose How>
inline float element(const matrix& m, int y, int x) [[hc]] {
  return How == N ? m(y, x) : m(x, y);
}

template <transpose TA, transpose TB>
hc::completion_future run(context& ctx, const matrix& a, const matrix& b, matrix& c, float alpha, float beta) {
  static constexpr int TILE = 16;
  const int rows = c.get_extent()[0], columns = c.get_extent()[1];
  const int inner = TA == N ? a.get_extent()[1] : a.get_extent()[0];

  hc::extent<2> padded((rows + TILE - 1) / TILE * TILE, (columns + TILE - 1) / TILE * TILE);
  return hc::parallel_for_each(
      ctx.view(), padded.tile(TILE, TILE), [=, &a, &b, &c](hc::tiled_index<2>& t) __attribute__((hc)) {
        tile_static float as[TILE][TILE + 1];
        tile_static float bs[TILE][TILE + 1];
        const int ly = t.local[0], lx = t.local[1];
        const int y = t.global[0], x = t.global[1];

        float sum = 0.0f;
        for (int k = 0; k < inner; k += TILE) {
          as[ly][lx] = y < rows && k + lx < inner ? element<TA>(a, y, k + lx) : 0.0f;
          bs[ly][lx] = x < columns && k + ly < inner ? element<TB>(b, k + ly, x) : 0.0f;
          t.barrier.wait();
#pragma unroll
          for (int i = 0; i < TILE; ++i) sum += as[ly][i] * bs[i][lx];
          t.barrier.wait();
        }
        if (y < rows && x < columns) {
          const float old = beta == 0.0f ? 0.0f : beta * c(y, x);
          c(y, x) = alpha * sum + old;
        }
      });
}

}  // namespace

hc::completion_future gemm(context& ctx, transpose ta, transpose tb, const matrix& a, const matrix& b, matrix& c,
                           float alpha, float beta) {
  if (ta == N && tb == N) return run<N, N>(ctx, a, b, c, alpha, beta);
  if (ta == N) return run<N, T>(ctx, a, b, c, alpha, beta);
  if (tb == N) return run<T, N>(ctx, a, b, c, alpha, beta);
  return run<T, T>(ctx, a, b, c, alpha, beta);
}

}  // namespace nn
