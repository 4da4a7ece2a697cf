// Kernels whose work-items work together, or in passes, in CUDA C++.
#include "collective.hpp"
#include "cuda_suite.cuh"

using namespace collective;
using namespace suite;

__global__ void sum_tiles(const float* in, float* out) {
  __shared__ float sums[tile];
  const int local = threadIdx.x;
  sums[local] = in[blockIdx.x * tile + local];
  __syncthreads();
  for (int half = tile / 2; half > 0; half /= 2) {
    if (local < half) sums[local] += sums[local + half];
    __syncthreads();
  }
  if (local == 0) out[blockIdx.x] = sums[0];
}

__global__ void sum_all(const float* in, float* out, int n) {
  __shared__ float sums[tile];
  const int local = threadIdx.x;
  float sum = 0;
  for (int i = local; i < n; i += tile) sum += in[i];
  sums[local] = sum;
  __syncthreads();
  for (int half = tile / 2; half > 0; half /= 2) {
    if (local < half) sums[local] += sums[local + half];
    __syncthreads();
  }
  if (local == 0) out[0] = sums[0];
}

static int run_reduction(bool large) {
  const Reduction data(large);
  const float* in = device(data.in);
  float *parts = device(std::vector<float>(data.tiles)), *sum = device(std::vector<float>(1));
  serve([&] {
    sum_tiles<<<data.tiles, tile>>>(in, parts);
    sum_all<<<1, tile>>>(parts, sum, data.tiles);
  });
  return verdict(data.right(host(sum, 1)[0]));
}

__global__ void dot(int n, const float* x, const float* y, float* out) {
  __shared__ float sums[tile];
  const int local = threadIdx.x, items = gridDim.x * tile;
  float sum = 0;
  for (int i = blockIdx.x * tile + local; i < n; i += items) sum += x[i] * y[i];
  sums[local] = sum;
  __syncthreads();
  for (int half = tile / 2; half > 0; half /= 2) {
    if (local < half) sums[local] += sums[local + half];
    __syncthreads();
  }
  if (local == 0) out[blockIdx.x] = sums[0];
}

static int run_dot(bool large) {
  const Dot data(large);
  const float *x = device(data.x), *y = device(data.y);
  float* out = device(data.sums);
  serve([&] { dot<<<data.tiles, tile>>>(data.n, x, y, out); });
  return verdict(data.right(host(out, data.tiles)));
}

__global__ void scan_tiles(const int* in, int* out, int* totals) {
  __shared__ int sums[tile];
  const int local = threadIdx.x, global = blockIdx.x * tile + local;
  sums[local] = in[global];
  __syncthreads();
  for (int step = 1; step < tile; step *= 2) {
    const int before = local >= step ? sums[local - step] : 0;
    __syncthreads();
    sums[local] += before;
    __syncthreads();
  }
  out[global] = sums[local];
  if (local == tile - 1) totals[blockIdx.x] = sums[local];
}

__global__ void add_totals(int* out, const int* totals) {
  if (blockIdx.x > 0) out[blockIdx.x * tile + threadIdx.x] += totals[blockIdx.x - 1];
}

static int run_scan(bool large) {
  const Scan data(large);
  const int n = data.n, second = n / tile, third = second / tile;
  const int* in = device(data.in);
  int* out = device(data.out);
  int *sums = device(std::vector<int>(second)), *of_sums = device(std::vector<int>(tile));
  int* all = device(std::vector<int>(1));
  serve([&] {
    scan_tiles<<<second, tile>>>(in, out, sums);
    scan_tiles<<<third, tile>>>(sums, sums, of_sums);
    scan_tiles<<<1, tile>>>(of_sums, of_sums, all);
    add_totals<<<third, tile>>>(sums, of_sums);
    add_totals<<<second, tile>>>(out, sums);
  });
  return verdict(data.right(host(out, n)));
}

__global__ void histogram(int n, const std::uint8_t* in, unsigned* counts) {
  __shared__ unsigned local[bins];
  const int items = gridDim.x * tile;
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * tile + threadIdx.x; i < n; i += items) atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

static int run_histogram(bool large) {
  const Histogram data(large);
  const std::uint8_t* in = device(data.in);
  unsigned* counts = device(std::vector<unsigned>(bins));
  const long steps = serve([&] { histogram<<<data.tiles, tile>>>(data.n, in, counts); });
  return verdict(data.right(host(counts, bins), steps));
}

__global__ void merge(int n, int j, bool rising, float* v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
  if (i < n && other > i) {
    const float a = v[i], b = v[other];
    if ((a > b) == rising) {
      v[i] = b;
      v[other] = a;
    }
  }
}

static int run_bitonic(bool large) {
  const Bitonic data(large);
  const int n = data.n;
  float* v = device(data.in);
  bool up = false;
  serve([&] {
    up = !up;
    for (int j = n / 2; j > 0; j /= 2) merge<<<blocks(n, flat), flat>>>(n, j, up, v);
  });
  return verdict(data.right(host(v, n), up));
}

__global__ void butterflies(const Complex* in, const Complex* roots, Complex* out, int half, int p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= half) return;
  const int k = i & (p - 1), j = ((i - k) << 1) + k;
  const Complex a = in[i], b = in[i + half], w = roots[k * (half / p)];
  const Complex c = {b.re * w.re - b.im * w.im, b.re * w.im + b.im * w.re};
  out[j] = Complex{a.re + c.re, a.im + c.im};
  out[j + p] = Complex{a.re - c.re, a.im - c.im};
}

static int run_fourier(bool large) {
  const Fourier data(large);
  const int half = data.n / 2;
  const Complex *in = device(data.in), *roots = device(data.roots);
  Complex *from = device(data.in), *to = device(data.in);
  serve([&] {
    butterflies<<<blocks(half, flat), flat>>>(in, roots, to, half, 1);
    for (int p = 2; p < data.n; p *= 2) {
      std::swap(from, to);
      butterflies<<<blocks(half, flat), flat>>>(from, roots, to, half, p);
    }
  });
  return verdict(data.right(host(to, data.n)));
}

int main(int argc, char** argv) {
  static const Case cases[] = {{"reduction", run_reduction}, {"dot", run_dot},         {"scan", run_scan},
                               {"histogram", run_histogram}, {"bitonic", run_bitonic}, {"fft", run_fourier}};
  return main_of(cases, argc, argv);
}
