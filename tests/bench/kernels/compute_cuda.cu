// Kernels that compute much, in CUDA C++.
#include "cuda_suite.cuh"
//
#include "compute.hpp"

using namespace compute;
using namespace suite;

__global__ void nbody(int n, const Body* position, Body* acceleration) {
  __shared__ Body block[tile];
  const int local = threadIdx.x, global = blockIdx.x * tile + local;
  const Body me = position[global];
  float ax = 0, ay = 0, az = 0;
  for (int start = 0; start < n; start += tile) {
    block[local] = position[start + local];
    __syncthreads();
    for (int j = 0; j < tile; ++j) {
      const float dx = block[j].x - me.x, dy = block[j].y - me.y, dz = block[j].z - me.z;
      const float r = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
      const float f = block[j].w * r * r * r;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    __syncthreads();
  }
  acceleration[global] = Body{ax, ay, az, 0};
}

static int run_nbody(bool large) {
  const Bodies data(large);
  const Body* position = device(data.bodies);
  Body* acceleration = device(data.result);
  serve([&] { nbody<<<data.n / tile, tile>>>(data.n, position, acceleration); });
  return verdict(data.right(host(acceleration, data.n)));
}

__global__ void nearest(int n, int clusters, const float* x, const float* y, const float* cx, const float* cy,
                        int* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float least = 1e30f;
  int best = 0;
  for (int k = 0; k < clusters; ++k) {
    const float dx = x[i] - cx[k], dy = y[i] - cy[k];
    const float distance = dx * dx + dy * dy;
    if (distance < least) {
      least = distance;
      best = k;
    }
  }
  found[i] = best;
}

static int run_clusters(bool large) {
  const Points data(large);
  const float *x = device(data.x), *y = device(data.y), *cx = device(data.cx), *cy = device(data.cy);
  int* found = device(data.found);
  serve([&] { nearest<<<blocks(data.n, flat), flat>>>(data.n, data.clusters, x, y, cx, cy, found); });
  return verdict(data.right(host(found, data.n)));
}

__global__ void options(int n, float rate, float volatility, const float* price, const float* strike,
                        const float* years, float* call, float* put) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float p = price[i], s = strike[i], t = years[i], root = sqrtf(t);
  const float d1 = (logf(p / s) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
  const float d2 = d1 - volatility * root, paid = s * expf(-rate * t);
  call[i] = p * 0.5f * erfcf(-d1 * 0.70710678f) - paid * 0.5f * erfcf(-d2 * 0.70710678f);
  put[i] = paid * 0.5f * erfcf(d2 * 0.70710678f) - p * 0.5f * erfcf(d1 * 0.70710678f);
}

static int run_options(bool large) {
  const Options data(large);
  const int n = data.n;
  const float *price = device(data.price), *strike = device(data.strike), *years = device(data.years);
  float *call = device(data.call), *put = device(data.put);
  serve([&] {
    options<<<blocks(n, flat), flat>>>(n, data.rate, data.volatility, price, strike, years, call, put);
  });
  return verdict(data.right(host(call, n), host(put, n)));
}

__global__ void pi(int items, int samples, int* hits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < items) hits[i] = inside(std::uint32_t(i), samples);
}

static int run_pi(bool large) {
  const Pi data(large);
  int* hits = device(data.hits);
  serve([&] { pi<<<blocks(data.items, flat), flat>>>(data.items, data.samples, hits); });
  return verdict(data.right(host(hits, data.items)));
}

__global__ void set(int width, int height, int* steps) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) steps[y * width + x] = mandelbrot(x, y, width, height);
}

static int run_mandelbrot(bool large) {
  const Set data(large);
  int* steps = device(data.steps);
  serve([&] { set<<<over(flat2(), data.width, data.height), flat2()>>>(data.width, data.height, steps); });
  return verdict(data.right(host(steps, data.steps.size())));
}

__global__ void paths(const Sphere* spheres, int count, int width, int height, int samples, float* picture) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) picture[y * width + x] = pixel(spheres, count, x, y, width, height, samples);
}

static int run_spheres(bool large) {
  const Scene data(large);
  const int width = data.width, height = data.height, count = int(data.spheres.size());
  const Sphere* spheres = device(data.spheres);
  float* picture = device(data.picture);
  serve([&] {
    paths<<<over(flat2(), width, height), flat2()>>>(spheres, count, width, height, data.samples, picture);
  });
  return verdict(data.right(host(picture, data.picture.size())));
}

int main(int argc, char** argv) {
  static const Case cases[] = {{"n-body", run_nbody},          {"k-means", run_clusters},
                               {"black-scholes", run_options}, {"pi", run_pi},
                               {"mandelbrot", run_mandelbrot}, {"spheres", run_spheres}};
  return main_of(cases, argc, argv);
}
