// The same with OpenMP. Arguments: what [repetitions].
#define HC_CODE
#include "divergent.hpp"

using namespace divergent;

template <class Body>
double timed(int repetitions, int n, Body body) {
  return median_seconds(repetitions, [&] {
#pragma omp parallel for schedule(dynamic, 1024)
    for (int i = 0; i < n; ++i) body(i);
  });
}

static int run_dot(int repetitions) {
  const auto x = numbers(elements, 0, 1, 1), y = numbers(elements, 0, 1, 2);
  const float *px = x.data(), *py = y.data();
  float sum = 0;
  const double seconds = median_seconds(repetitions, [&] {
    sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < elements; ++i) sum += px[i] * py[i];
  });
  return report_sum(seconds, sum);
}

static int run_nearest(int repetitions) {
  const auto x = numbers(size, 0, 1, 1), y = numbers(size, 0, 1, 2);
  const auto cx = numbers(clusters, 0, 1, 3), cy = numbers(clusters, 0, 1, 4);
  std::vector<int> found(size);
  const float *px = x.data(), *py = y.data(), *pcx = cx.data(), *pcy = cy.data();
  int* out = found.data();
  const double seconds = timed(repetitions, size, [=](int i) { out[i] = nearest(px, py, pcx, pcy, i); });
  return report_sum(seconds, sum_of(found));
}

static int run_options(int repetitions) {
  const auto prices = numbers(size, 5, 30, 1), strikes = numbers(size, 1, 100, 2),
             years = numbers(size, 0.25f, 10, 3);
  std::vector<float> values(size);
  const float *p = prices.data(), *s = strikes.data(), *t = years.data();
  float* out = values.data();
  const double seconds = timed(repetitions, size, [=](int i) { out[i] = black_scholes(p[i], s[i], t[i]); });
  return report_sum(seconds, sum_of(values));
}

static int run_align(int repetitions) {
  const auto a = letters(side, 1, 4), b = letters(side, 2, 4);
  std::vector<int> table((side + 1) * (side + 1));
  const std::uint8_t *pa = a.data(), *pb = b.data();
  int* cells = table.data();
  const double seconds = median_seconds(repetitions, [&] {
    for (int d = 2; d <= 2 * side; ++d) {
#pragma omp parallel for
      for (int i = 0; i <= side; ++i) align(pa, pb, cells, d, i);
    }
  });
  return report_sum(seconds, sum_of(table));
}

static int run_histogram(int repetitions) {
  const auto data = letters(elements, 5, bins);
  unsigned counts[bins];
  const std::uint8_t* in = data.data();
  const double seconds = median_seconds(repetitions, [&] {
    std::memset(counts, 0, sizeof counts);
#pragma omp parallel for reduction(+ : counts[ : bins])
    for (int i = 0; i < elements; ++i) ++counts[in[i]];
  });
  return report_sum(seconds, sum_of(std::vector<unsigned>(counts, counts + bins)));
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
  const double seconds = is("walk") ? timed(repetitions, size, [=](int i) { out[i] = walk(i); })
                                    : timed(repetitions, size, [=](int i) { out[i] = mandelbrot(i); });
  return report_sum(seconds, sum_of(steps));
}
