// Work whose control flow differs between neighbours, in HC. Arguments: what [repetitions].
#include <hc.hpp>
#include <hc_math.hpp>
#define HC_CODE [[hc]]
#include "divergent.hpp"

using namespace divergent;

template <class Body>
double timed(int repetitions, int n, Body body) {
  return median_seconds(repetitions, [&] {
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { body(i[0]); }).wait();
  });
}

static int run_dot(int repetitions) {
  const auto x = numbers(elements, 0, 1, 1), y = numbers(elements, 0, 1, 2);
  std::vector<float> sums(lanes);
  const float *px = x.data(), *py = y.data();
  float* out = sums.data();
  const double seconds = timed(repetitions, lanes, [=](int t) [[hc]] {
    float sum = 0;
    for (int i = t; i < elements; i += lanes) sum += px[i] * py[i];
    out[t] = sum;
  });
  double sum = 0;
  for (float part : sums) sum += part;
  return report_sum(seconds, sum);
}

static int run_nearest(int repetitions) {
  const auto x = numbers(size, 0, 1, 1), y = numbers(size, 0, 1, 2);
  const auto cx = numbers(clusters, 0, 1, 3), cy = numbers(clusters, 0, 1, 4);
  std::vector<int> found(size);
  const float *px = x.data(), *py = y.data(), *pcx = cx.data(), *pcy = cy.data();
  int* out = found.data();
  const double seconds =
      timed(repetitions, size, [=](int i) [[hc]] { out[i] = nearest(px, py, pcx, pcy, i); });
  return report_sum(seconds, sum_of(found));
}

static int run_options(int repetitions) {
  const auto prices = numbers(size, 5, 30, 1), strikes = numbers(size, 1, 100, 2),
             years = numbers(size, 0.25f, 10, 3);
  std::vector<float> values(size);
  const float *p = prices.data(), *s = strikes.data(), *t = years.data();
  float* out = values.data();
  const double seconds =
      timed(repetitions, size, [=](int i) [[hc]] { out[i] = black_scholes(p[i], s[i], t[i]); });
  return report_sum(seconds, sum_of(values));
}

static int run_align(int repetitions) {
  const auto a = letters(side, 1, 4), b = letters(side, 2, 4);
  std::vector<int> table((side + 1) * (side + 1));
  const std::uint8_t *pa = a.data(), *pb = b.data();
  int* cells = table.data();
  const double seconds = median_seconds(repetitions, [&] {
    for (int d = 2; d <= 2 * side; ++d)
      hc::parallel_for_each(hc::extent<1>(side + 1), [=](hc::index<1> i) [[hc]] {
        align(pa, pb, cells, d, i[0]);
      }).wait();
  });
  return report_sum(seconds, sum_of(table));
}

static int run_histogram(int repetitions) {
  const auto data = letters(elements, 5, bins);
  std::vector<unsigned> counts(bins);
  const std::uint8_t* in = data.data();
  unsigned* out = counts.data();
  constexpr int tile = 256, tiles = 64;
  const double seconds = median_seconds(repetitions, [&] {
    std::memset(out, 0, bins * sizeof(unsigned));
    hc::parallel_for_each(hc::extent<1>(tile * tiles).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static unsigned local[bins];
      local[t.local[0]] = 0;
      t.barrier.wait();
      for (int i = t.global[0]; i < elements; i += tile * tiles) hc::atomic_fetch_add(&local[in[i]], 1u);
      t.barrier.wait();
      hc::atomic_fetch_add(&out[t.local[0]], local[t.local[0]]);
    }).wait();
  });
  return report_sum(seconds, sum_of(counts));
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "mandelbrot";
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 11;
  const auto is = [what](const char* name) { return std::strcmp(what, name) == 0; };
  if (is("dot")) return run_dot(repetitions);
  if (is("k-means")) return run_nearest(repetitions);
  if (is("options")) return run_options(repetitions);
  if (is("alignment")) return run_align(repetitions);
  if (is("histogram")) return run_histogram(repetitions);
  std::vector<int> steps(size);
  int* out = steps.data();
  const double seconds = is("walk") ? timed(repetitions, size, [=](int i) [[hc]] { out[i] = walk(i); })
                                    : timed(repetitions, size, [=](int i) [[hc]] { out[i] = mandelbrot(i); });
  return report_sum(seconds, sum_of(steps));
}
