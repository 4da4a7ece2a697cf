// Idiomatic kernels whose work-items do the same, in HC. Arguments: what [repetitions].
#include <hc.hpp>
#include <hc_math.hpp>
#define HC_CODE [[hc]]
#include "idioms.hpp"

using namespace idioms;

static int run_blur(int repetitions) {
  const auto picture = numbers(side * side, 0, 1, 1), weights = numbers(2 * radius + 1, 0, 0.1f, 2);
  std::vector<float> rows(side * side), blurred(side * side);
  hc::array_view<const float, 2> in(side, side, picture);
  hc::array_view<const float> weight(2 * radius + 1, weights);
  hc::array_view<float, 2> between(side, side, rows), out(side, side, blurred);
  const double seconds = median_seconds(repetitions, [&] {
    hc::parallel_for_each(out.get_extent(), [=](hc::index<2> i) [[hc]] {
      float sum = 0;
      for (int k = -radius; k <= radius; ++k) {
        int x = i[1] + k;
        x = x < 0 ? 0 : x >= side ? side - 1 : x;
        sum += weight[k + radius] * in(i[0], x);
      }
      between[i] = sum;
    });
    hc::parallel_for_each(out.get_extent(), [=](hc::index<2> i) [[hc]] {
      float sum = 0;
      for (int k = -radius; k <= radius; ++k) {
        int y = i[0] + k;
        y = y < 0 ? 0 : y >= side ? side - 1 : y;
        sum += weight[k + radius] * between(y, i[1]);
      }
      out[i] = sum;
    }).wait();
  });
  out.synchronize();
  return report_sum(seconds, sum_of(blurred));
}

static int run_stencil(int repetitions) {
  const auto box = numbers(edge * edge * edge, 0, 1, 1);
  std::vector<float> result(box.size());
  hc::array_view<const float, 3> in(edge, edge, edge, box);
  hc::array_view<float, 3> out(edge, edge, edge, result);
  const double seconds = median_seconds(repetitions, [&] {
    hc::parallel_for_each(out.get_extent(), [=](hc::index<3> i) [[hc]] {
      const int z = i[0], y = i[1], x = i[2];
      if (x < 1 || y < 1 || z < 1 || x >= edge - 1 || y >= edge - 1 || z >= edge - 1) return;
      float sum = 0;
      for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) sum += in(z + dz, y + dy, x + dx);
      out[i] = sum * (1.0f / 27);
    }).wait();
  });
  out.synchronize();
  return report_sum(seconds, sum_of(result));
}

static int run_paths(int repetitions) {
  const auto lengths = numbers(nodes * nodes, 1, 100, 1);
  std::vector<float> shortest(lengths);
  float* const d = shortest.data();
  const double seconds = median_seconds(repetitions, [&] {
    std::memcpy(d, lengths.data(), lengths.size() * sizeof(float));
    for (int k = 0; k < nodes; ++k)
      hc::parallel_for_each(hc::extent<2>(nodes, nodes), [=](hc::index<2> i) [[hc]] {
        const float by = d[i[0] * nodes + k] + d[k * nodes + i[1]];
        if (by < d[i[0] * nodes + i[1]]) d[i[0] * nodes + i[1]] = by;
      }).wait();
  });
  return report_sum(seconds, sum_of(shortest));
}

static int run_bitonic(int repetitions) {
  const auto given = numbers(sorted, 0, 1, 1);
  std::vector<float> values(given);
  float* const v = values.data();
  const double seconds = median_seconds(repetitions, [&] {
    std::memcpy(v, given.data(), given.size() * sizeof(float));
    for (int k = 2; k <= sorted; k *= 2)
      for (int j = k / 2; j > 0; j /= 2)
        hc::parallel_for_each(hc::extent<1>(sorted), [=](hc::index<1> id) [[hc]] {
          const int i = id[0], other = i ^ j;
          if (other > i) {
            const float a = v[i], b = v[other];
            if ((a > b) == ((i & k) == 0)) {
              v[i] = b;
              v[other] = a;
            }
          }
        }).wait();
  });
  return report_sum(seconds, sum_of(values));
}

static int run_scan(int repetitions) {
  const auto given = numbers(scanned, 0, 1, 1);
  std::vector<float> result(scanned);
  const float* const in = given.data();
  float* const out = result.data();
  const double seconds = median_seconds(repetitions, [&] {
    hc::parallel_for_each(hc::extent<1>(scanned).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static float sums[tile];
      const int l = t.local[0];
      sums[l] = in[t.global[0]];
      t.barrier.wait();
      for (int step = 1; step < tile; step *= 2) {
        const float before = l >= step ? sums[l - step] : 0;
        t.barrier.wait();
        sums[l] += before;
        t.barrier.wait();
      }
      out[t.global[0]] = sums[l];
    }).wait();
  });
  return report_sum(seconds, sum_of(result));
}

template <class T>
static int run_product(int repetitions) {
  const auto x = numbers(order * order, 0, 1, 1), y = numbers(order * order, 0, 1, 2);
  const std::vector<T> a(x.begin(), x.end()), b(y.begin(), y.end());
  std::vector<T> c(order * order);
  hc::array_view<const T, 2> va(order, order, a), vb(order, order, b);
  hc::array_view<T, 2> vc(order, order, c);
  const double seconds = median_seconds(repetitions, [&] {
    hc::parallel_for_each(vc.get_extent(), [=](hc::index<2> i) [[hc]] {
      T sum = 0;
      for (int k = 0; k < order; ++k) sum += va(i[0], k) * vb(k, i[1]);
      vc[i] = sum;
    }).wait();
  });
  vc.synchronize();
  return report_sum(seconds, sum_of(c));
}

// Tiles of 64 x 64, of which each work-item keeps 4 x 4 in registers.
static int run_blocked(int repetitions) {
  constexpr int wide = 64, deep = 16, each = 4, across = wide / each;
  const auto a = numbers(order * order, 0, 1, 1), b = numbers(order * order, 0, 1, 2);
  std::vector<float> c(order * order);
  const float *pa = a.data(), *pb = b.data();
  float* const pc = c.data();
  const auto extent = hc::extent<2>(order / each, order / each).tile(across, across);
  const double seconds = median_seconds(repetitions, [&] {
    hc::parallel_for_each(extent, [=](hc::tiled_index<2> t) [[hc]] {
      tile_static float ta[deep][wide], tb[deep][wide];
      const int ty = t.local[0], tx = t.local[1], item = ty * across + tx;
      const int row = t.tile[0] * wide, column = t.tile[1] * wide;
      float sum[each][each] = {};
      for (int k = 0; k < order; k += deep) {
        for (int n = item; n < deep * wide; n += across * across) {
          ta[n % deep][n / deep] = pa[(row + n / deep) * order + k + n % deep];
          tb[n / wide][n % wide] = pb[(k + n / wide) * order + column + n % wide];
        }
        t.barrier.wait();
        for (int d = 0; d < deep; ++d) {
          float x[each], y[each];
          for (int n = 0; n < each; ++n) {
            x[n] = ta[d][ty * each + n];
            y[n] = tb[d][tx * each + n];
          }
          for (int m = 0; m < each; ++m)
            for (int n = 0; n < each; ++n) sum[m][n] += x[m] * y[n];
        }
        t.barrier.wait();
      }
      for (int m = 0; m < each; ++m)
        for (int n = 0; n < each; ++n) pc[(row + ty * each + m) * order + column + tx * each + n] = sum[m][n];
    }).wait();
  });
  return report_sum(seconds, sum_of(c));
}

static int run_heat(int repetitions) {
  constexpr int line = heated + 2;
  const auto given = numbers(line * line, 0, 1, 1);
  std::vector<float> result(heated * heated);
  const float* const in = given.data();
  float* const out = result.data();
  const auto extent = hc::extent<2>(heated, heated).tile(across, across);
  const double seconds = median_seconds(repetitions, [&] {
    hc::parallel_for_each(extent, [=](hc::tiled_index<2> t) [[hc]] {
      tile_static float near[across + 2][across + 2];
      const int y = t.local[0] + 1, x = t.local[1] + 1;
      const float* const at = in + (t.global[0] + 1) * line + t.global[1] + 1;
      near[y][x] = *at;
      if (x == 1) near[y][0] = at[-1];
      if (x == across) near[y][across + 1] = at[1];
      if (y == 1) near[0][x] = at[-line];
      if (y == across) near[across + 1][x] = at[line];
      t.barrier.wait();
      out[t.global[0] * heated + t.global[1]] =
          0.2f * (near[y][x] + near[y - 1][x] + near[y + 1][x] + near[y][x - 1] + near[y][x + 1]);
    }).wait();
  });
  return report_sum(seconds, sum_of(result));
}

static int run_softmax(int repetitions) {
  const auto given = numbers(rows * tile, -2, 2, 1);
  std::vector<float> result(rows * tile);
  const float* const in = given.data();
  float* const out = result.data();
  const double seconds = median_seconds(repetitions, [&] {
    hc::parallel_for_each(hc::extent<1>(rows * tile).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static float shared[tile];
      const int l = t.local[0];
      const float mine = shared[l] = in[t.global[0]];
      t.barrier.wait();
      for (int half = tile / 2; half > 0; half /= 2) {
        if (l < half) shared[l] = shared[l] > shared[l + half] ? shared[l] : shared[l + half];
        t.barrier.wait();
      }
      const float largest = shared[0];
      t.barrier.wait();
      const float part = shared[l] = hc::precise_math::expf(mine - largest);
      t.barrier.wait();
      for (int half = tile / 2; half > 0; half /= 2) {
        if (l < half) shared[l] += shared[l + half];
        t.barrier.wait();
      }
      out[t.global[0]] = part / shared[0];
    }).wait();
  });
  return report_sum(seconds, sum_of(result));
}

static int run_layer(int repetitions) {
  const auto picture = numbers(plane * channels, 0, 1, 1),
             weights = numbers(channels * taps * outputs, -1, 1, 2);
  std::vector<float> result(wide * tall * outputs);
  const float *const in = picture.data(), *const given = weights.data();
  float* const out = result.data();
  const double seconds = median_seconds(repetitions, [&] {
    hc::parallel_for_each(hc::extent<2>(tall, wide), [=](hc::index<2> i) [[hc]] {
      float sum[outputs] = {};
      const float *from = in + i[0] * padded + i[1], *weight = given;
      for (int c = 0; c < channels; ++c, from += plane)
        for (int t = 0; t < taps; ++t, weight += outputs)
          for (int k = 0; k < outputs; ++k) sum[k] += from[t / 3 * padded + t % 3] * weight[k];
      for (int k = 0; k < outputs; ++k) out[(k * tall + i[0]) * wide + i[1]] = sum[k];
    }).wait();
  });
  return report_sum(seconds, sum_of(result));
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "blur";
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 11;
  const auto is = [what](const char* name) { return std::strcmp(what, name) == 0; };
  if (is("stencil")) return run_stencil(repetitions);
  if (is("paths")) return run_paths(repetitions);
  if (is("bitonic")) return run_bitonic(repetitions);
  if (is("scan")) return run_scan(repetitions);
  if (is("sgemm")) return run_product<float>(repetitions);
  if (is("dgemm")) return run_product<double>(repetitions);
  if (is("blocked")) return run_blocked(repetitions);
  if (is("heat")) return run_heat(repetitions);
  if (is("softmax")) return run_softmax(repetitions);
  if (is("layer")) return run_layer(repetitions);
  return run_blur(repetitions);
}
