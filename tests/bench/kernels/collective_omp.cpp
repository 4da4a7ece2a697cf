// Kernels whose work-items work together, or in passes, with OpenMP.
#include <omp.h>

#include "collective.hpp"
#include "omp_suite.hpp"

using namespace collective;
using namespace suite;

static int run_reduction(bool large) {
  const Reduction data(large);
  const int n = data.n;
  const float* in = data.in.data();
  float sum = 0;
  serve([&] {
    sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += in[i];
  });
  return verdict(data.right(sum));
}

static int run_dot(bool large) {
  const Dot data(large);
  const int n = data.n;
  const float *x = data.x.data(), *y = data.y.data();
  float sum = 0;
  serve([&] {
    sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += x[i] * y[i];
  });
  return verdict(data.right({sum}));
}

// Each thread scans its part, and adds the sum of those before it.
static int run_scan(bool large) {
  Scan data(large);
  const int n = data.n, *in = data.in.data();
  int* out = data.out.data();
  std::vector<int> sums(omp_get_max_threads() + 1);
  serve([&] {
#pragma omp parallel
    {
      const int threads = omp_get_num_threads(), thread = omp_get_thread_num();
      const int start = int(long(n) * thread / threads), end = int(long(n) * (thread + 1) / threads);
      int sum = 0;
      for (int i = start; i < end; ++i) out[i] = sum += in[i];
      sums[thread + 1] = sum;
#pragma omp barrier
      int before = 0;
      for (int t = 0; t <= thread; ++t) before += sums[t];
#pragma omp simd
      for (int i = start; i < end; ++i) out[i] += before;
    }
  });
  return verdict(data.right(data.out));
}

static int run_histogram(bool large) {
  const Histogram data(large);
  const int n = data.n;
  const std::uint8_t* in = data.in.data();
  std::vector<unsigned> made(bins);
  unsigned* counts = made.data();
  const long steps = serve([&] {
#pragma omp parallel for reduction(+ : counts[ : bins])
    for (int i = 0; i < n; ++i) ++counts[in[i]];
  });
  return verdict(data.right(made, steps));
}

static int run_bitonic(bool large) {
  Bitonic data(large);
  const int n = data.n;
  float* v = data.in.data();
  bool up = false;
  serve([&] {
    up = !up;
    for (int j = n / 2; j > 0; j /= 2) {
#pragma omp parallel for
      for (int i = 0; i < n; ++i) {
        const int other = i ^ j;
        if (other > i && (v[i] > v[other]) == up) std::swap(v[i], v[other]);
      }
    }
  });
  return verdict(data.right(data.in, up));
}

static void butterflies(const Complex* in, const Complex* roots, Complex* out, int half, int p) {
#pragma omp parallel for simd
  for (int i = 0; i < half; ++i) {
    const int k = i & (p - 1), j = ((i - k) << 1) + k;
    const Complex a = in[i], b = in[i + half], w = roots[k * (half / p)];
    const Complex c = {b.re * w.re - b.im * w.im, b.re * w.im + b.im * w.re};
    out[j] = Complex{a.re + c.re, a.im + c.im};
    out[j + p] = Complex{a.re - c.re, a.im - c.im};
  }
}

static int run_fourier(bool large) {
  const Fourier data(large);
  const int half = data.n / 2;
  std::vector<Complex> first(data.n), second(data.n);
  Complex *from = first.data(), *to = second.data();
  serve([&] {
    butterflies(data.in.data(), data.roots.data(), to, half, 1);
    for (int p = 2; p < data.n; p *= 2) {
      std::swap(from, to);
      butterflies(from, data.roots.data(), to, half, p);
    }
  });
  return verdict(data.right(to == first.data() ? first : second));
}

int main(int argc, char** argv) {
  static const Case cases[] = {{"reduction", run_reduction}, {"dot", run_dot},         {"scan", run_scan},
                               {"histogram", run_histogram}, {"bitonic", run_bitonic}, {"fft", run_fourier}};
  return main_of(cases, argc, argv);
}
