// The twin of samples/applications/amp_blur.cpp: two passes over memory; on GPUs tiles in shared memory too.
#pragma once
#include "twin.hpp"

template <int Taps>
struct Weights {
  float at[Taps];

  Weights() {
    double number = 1;
    for (int k = 0; k < Taps; ++k) {
      at[k] = static_cast<float>(number / std::ldexp(1.0, Taps - 1));
      number = number * (Taps - 1 - k) / (k + 1);
    }
  }
};

BOTH inline int clamped(int v, int end) { return v < 0 ? 0 : v >= end ? end - 1 : v; }
BOTH inline Four plus(Four a, Four b, float w) {
  return {a.x + b.x * w, a.y + b.y * w, a.z + b.z * w, a.w + b.w * w};
}

template <int Taps>
void blur_pass(const Four* from, Four* to, int width, int height, int down, int right) {
  const Weights<Taps> w;
  for_grid(width, height, 1, [=] BOTH(int x, int y, int) {
    Four sum = {0, 0, 0, 0};
    for (int k = 0; k < Taps; ++k) {
      const int away = k - Taps / 2;
      sum = plus(sum, from[clamped(y + away * down, height) * width + clamped(x + away * right, width)],
                 w.at[k]);
    }
    to[y * width + x] = sum;
  });
}

#ifdef __CUDACC__
template <int Taps>
__global__ void tiles_kernel(const Four* from, Four* to, int width, int height, Weights<Taps> w) {
  constexpr int side = 16, around = Taps / 2, all = side + 2 * around;
  __shared__ Four near[all][all];
  __shared__ Four blurred[all][side];
  const int x = threadIdx.x, y = threadIdx.y, left = blockIdx.x * side, top = blockIdx.y * side;
  for (int r = y; r < all; r += side)
    for (int c = x; c < all; c += side)
      near[r][c] = from[clamped(top + r - around, height) * width + clamped(left + c - around, width)];
  __syncthreads();
  for (int r = y; r < all; r += side) {
    Four sum = {0, 0, 0, 0};
    for (int k = 0; k < Taps; ++k) sum = plus(sum, near[r][x + k], w.at[k]);
    blurred[r][x] = sum;
  }
  __syncthreads();
  if (left + x >= width || top + y >= height) return;
  Four sum = {0, 0, 0, 0};
  for (int k = 0; k < Taps; ++k) sum = plus(sum, blurred[y + k][x], w.at[k]);
  to[(top + y) * width + left + x] = sum;
}
#endif

template <int Taps>
void run_blur(int width, int height) {
  std::vector<Four> picture(std::size_t(width) * height);
  Random random(9, 0, 0);
  for (Four& p : picture) p = {random.uniform(), random.uniform(), random.uniform(), 1};
  Memory<Four> from(picture), between(picture.size()), to(picture.size());
  const auto passes = [&] {
    blur_pass<Taps>(from.data, between.data, width, height, 0, 1);
    blur_pass<Taps>(between.data, to.data, width, height, 1, 0);
  };
  double seconds = least_seconds(passes);
#ifdef __CUDACC__
  const Weights<Taps> w;
  const dim3 grid((width + 15) / 16, (height + 15) / 16);
  const auto tiles = [&] {
    tiles_kernel<Taps><<<grid, dim3(16, 16)>>>(from.data, to.data, width, height, w);
  };
  seconds = std::min(seconds, least_seconds(tiles));
#endif
  const std::vector<Four> got = to.read();
  double wanted = 0;
  const Weights<Taps> weights;
  const int px = 1, py = height / 2;  // its taps reach over the left edge
  for (int r = 0; r < Taps; ++r)
    for (int c = 0; c < Taps; ++c)
      wanted += double(weights.at[r]) * weights.at[c] *
                picture[clamped(py + r - Taps / 2, height) * width + clamped(px + c - Taps / 2, width)].y;
  char name[32];
  std::snprintf(name, sizeof name, "blur %d", Taps);
  figure(name, 1e3 * seconds, "ms", std::fabs(wanted - got[py * width + px].y) < 1e-6);
}
