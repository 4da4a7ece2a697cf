// The twin of samples/applications/gravity.cpp: a step of all pairs.
#pragma once
#include "twin.hpp"

constexpr float softening = 0.05f, step_time = 1e-3f;

BOTH inline Vec pull(Vec me, Four other) {
  const Vec apart = {other.x - me.x, other.y - me.y, other.z - me.z};
  const float r2 = dot(apart, apart) + softening * softening;
#ifdef __CUDA_ARCH__
  const float inverse = rsqrtf(r2);
#else
  const float inverse = 1 / sqrtf(r2);
#endif
  return apart * (other.w * inverse * inverse * inverse);
}

BOTH inline void move(Four from, Vec sum, Vec& speed, Four& to) {
  speed = speed + sum * step_time;
  to = {from.x + speed.x * step_time, from.y + speed.y * step_time, from.z + speed.z * step_time, from.w};
}

#ifdef __CUDACC__
template <int Tile>
__global__ void step_kernel(const Four* from, Four* to, Vec* speed, int n) {
  __shared__ Four near[Tile];
  const int i = blockIdx.x * Tile + threadIdx.x;
  const Four own = from[i];
  const Vec me = {own.x, own.y, own.z};
  Vec sum = {0, 0, 0};
  for (int start = 0; start < n; start += Tile) {
    near[threadIdx.x] = from[start + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < Tile; ++j) sum = sum + pull(me, near[j]);
    __syncthreads();
  }
  move(own, sum, speed[i], to[i]);
}
template <int Tile>
void gravity_step(const Four* from, Four* to, Vec* speed, int n) {
  step_kernel<Tile><<<n / Tile, Tile>>>(from, to, speed, n);
}
#else
template <int Tile>
void gravity_step(const Four* from, Four* to, Vec* speed, int n) {
#pragma omp parallel for
  for (int first = 0; first < n; first += Tile) {
    float x[Tile], y[Tile], z[Tile], sx[Tile] = {}, sy[Tile] = {}, sz[Tile] = {};
    for (int k = 0; k < Tile; ++k)
      x[k] = from[first + k].x, y[k] = from[first + k].y, z[k] = from[first + k].z;
    for (int j = 0; j < n; ++j) {
      const Four other = from[j];
#pragma omp simd
      for (int k = 0; k < Tile; ++k) {
        const Vec a = pull({x[k], y[k], z[k]}, other);
        sx[k] += a.x, sy[k] += a.y, sz[k] += a.z;
      }
    }
    for (int k = 0; k < Tile; ++k)
      move(from[first + k], {sx[k], sy[k], sz[k]}, speed[first + k], to[first + k]);
  }
}
#endif

/// One body's speed after a step from rest, in double.
inline bool right_speed(const std::vector<Four>& start, Vec got, int i) {
  double sum[3] = {};
  for (const Four& other : start) {
    const double a[3] = {double(other.x) - start[i].x, double(other.y) - start[i].y,
                         double(other.z) - start[i].z};
    const double r2 = a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + double(softening) * softening;
    for (int c = 0; c < 3; ++c) sum[c] += a[c] * other.w / (r2 * std::sqrt(r2)) * step_time;
  }
  const double error = std::fabs(sum[0] - got.x) + std::fabs(sum[1] - got.y) + std::fabs(sum[2] - got.z);
  return error < 1e-4 * (std::fabs(sum[0]) + std::fabs(sum[1]) + std::fabs(sum[2]));
}

template <int Tile>
void run_gravity(int n) {
  std::vector<Four> start(n);
  Random random(7, 0, 0);
  for (Four& b : start) b = {random.uniform(), random.uniform(), random.uniform(), 1.0f / float(n)};
  Memory<Four> one(start), two(n);
  Memory<Vec> speed(n);
  gravity_step<Tile>(one.data, two.data, speed.data, n);
  finish();
  const bool right = right_speed(start, speed.read()[n / 3], n / 3);
  const double s = least_seconds([&] {
    gravity_step<Tile>(one.data, two.data, speed.data, n);
    gravity_step<Tile>(two.data, one.data, speed.data, n);
  });
  char name[32];
  std::snprintf(name, sizeof name, "gravity %d", Tile);
  figure(name, 2 * 19e-9 * n * n / s, "GFLOPS", right);
}
