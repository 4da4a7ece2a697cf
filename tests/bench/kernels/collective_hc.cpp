// Kernels whose work-items work together, or in passes, in HC.
#include "collective.hpp"
#include "hc_suite.hpp"

using namespace collective;
using namespace suite;

static void sum_tiles(const float* in, float* out, int n) {
  hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static float sums[tile];
    const int local = t.local[0];
    sums[local] = in[t.global[0]];
    t.barrier.wait();
    for (int half = tile / 2; half > 0; half /= 2) {
      if (local < half) sums[local] += sums[local + half];
      t.barrier.wait();
    }
    if (local == 0) out[t.tile[0]] = sums[0];
  });
}

static void sum_all(const float* in, float* out, int n) {
  hc::parallel_for_each(hc::extent<1>(tile).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static float sums[tile];
    const int local = t.local[0];
    float sum = 0;
    for (int i = local; i < n; i += tile) sum += in[i];
    sums[local] = sum;
    t.barrier.wait();
    for (int half = tile / 2; half > 0; half /= 2) {
      if (local < half) sums[local] += sums[local + half];
      t.barrier.wait();
    }
    if (local == 0) out[0] = sums[0];
  });
}

static int run_reduction(bool large) {
  const Reduction data(large);
  const float* in = device(data.in);
  float *parts = device(std::vector<float>(data.tiles)), *sum = device(std::vector<float>(1));
  serve([&] {
    sum_tiles(in, parts, data.n);
    sum_all(parts, sum, data.tiles);
  });
  return verdict(data.right(host(sum, 1)[0]));
}

static int run_dot(bool large) {
  Dot data(large);
  const int n = data.n;
  hc::array_view<const float> x(n, data.x), y(n, data.y);
  hc::array_view<float> out(data.tiles, data.sums);
  const int items = data.tiles * tile;
  serve([&] {
    hc::parallel_for_each(hc::extent<1>(items).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static float sums[tile];
      const int local = t.local[0];
      float sum = 0;
      for (int i = t.global[0]; i < n; i += items) sum += x[i] * y[i];
      sums[local] = sum;
      t.barrier.wait();
      for (int half = tile / 2; half > 0; half /= 2) {
        if (local < half) sums[local] += sums[local + half];
        t.barrier.wait();
      }
      if (local == 0) out[t.tile[0]] = sums[0];
    });
  });
  out.synchronize();
  return verdict(data.right(data.sums));
}

static void scan_tiles(const int* in, int* out, int* totals, int n) {
  hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int sums[tile];
    const int local = t.local[0];
    sums[local] = in[t.global[0]];
    t.barrier.wait();
    for (int step = 1; step < tile; step *= 2) {
      const int before = local >= step ? sums[local - step] : 0;
      t.barrier.wait();
      sums[local] += before;
      t.barrier.wait();
    }
    out[t.global[0]] = sums[local];
    if (local == tile - 1) totals[t.tile[0]] = sums[local];
  });
}

static void add_totals(int* out, const int* totals, int n) {
  hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    if (t.tile[0] > 0) out[t.global[0]] += totals[t.tile[0] - 1];
  });
}

static int run_scan(bool large) {
  const Scan data(large);
  const int n = data.n, second = n / tile;
  const int* in = device(data.in);
  int* out = device(data.out);
  int *sums = device(std::vector<int>(second)), *of_sums = device(std::vector<int>(tile));
  int* all = device(std::vector<int>(1));
  serve([&] {
    scan_tiles(in, out, sums, n);
    scan_tiles(sums, sums, of_sums, second);
    scan_tiles(of_sums, of_sums, all, tile);
    add_totals(sums, of_sums, second);
    add_totals(out, sums, n);
  });
  return verdict(data.right(host(out, n)));
}

static int run_histogram(bool large) {
  const Histogram data(large);
  const int n = data.n, items = data.tiles * tile;
  const std::uint8_t* in = device(data.in);
  unsigned* counts = device(std::vector<unsigned>(bins));
  const long steps = serve([&] {
    hc::parallel_for_each(hc::extent<1>(items).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static unsigned local[bins];
      local[t.local[0]] = 0;
      t.barrier.wait();
      for (int i = t.global[0]; i < n; i += items) hc::atomic_fetch_add(&local[in[i]], 1u);
      t.barrier.wait();
      hc::atomic_fetch_add(&counts[t.local[0]], local[t.local[0]]);
    });
  });
  return verdict(data.right(host(counts, bins), steps));
}

static int run_bitonic(bool large) {
  const Bitonic data(large);
  const int n = data.n;
  float* v = device(data.in);
  bool up = false;
  serve([&] {
    up = !up;
    const bool rising = up;
    for (int j = n / 2; j > 0; j /= 2)
      hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> id) [[hc]] {
        const int i = id[0], other = i ^ j;
        if (other > i) {
          const float a = v[i], b = v[other];
          if ((a > b) == rising) {
            v[i] = b;
            v[other] = a;
          }
        }
      });
  });
  return verdict(data.right(host(v, n), up));
}

static void butterflies(const Complex* in, const Complex* roots, Complex* out, int half, int p) {
  hc::parallel_for_each(hc::extent<1>(half), [=](hc::index<1> id) [[hc]] {
    const int i = id[0], k = i & (p - 1), j = ((i - k) << 1) + k;
    const Complex a = in[i], b = in[i + half], w = roots[k * (half / p)];
    const Complex c = {b.re * w.re - b.im * w.im, b.re * w.im + b.im * w.re};
    out[j] = Complex{a.re + c.re, a.im + c.im};
    out[j + p] = Complex{a.re - c.re, a.im - c.im};
  });
}

static int run_fourier(bool large) {
  const Fourier data(large);
  const Complex *in = device(data.in), *roots = device(data.roots);
  Complex *from = device(data.in), *to = device(data.in);
  serve([&] {
    butterflies(in, roots, to, data.n / 2, 1);
    for (int p = 2; p < data.n; p *= 2) {
      std::swap(from, to);
      butterflies(from, roots, to, data.n / 2, p);
    }
  });
  return verdict(data.right(host(to, data.n)));
}

int main(int argc, char** argv) {
  static const Case cases[] = {{"reduction", run_reduction}, {"dot", run_dot},         {"scan", run_scan},
                               {"histogram", run_histogram}, {"bitonic", run_bitonic}, {"fft", run_fourier}};
  return main_of(cases, argc, argv);
}
