// The twin of samples/applications/convolution.cpp, in float.
#pragma once
#include "twin.hpp"

constexpr int taps = 9, group = 8;

inline void run_convolution(int width, int height, int inputs, int outputs) {
  const int row = width + 2, plane = row * (height + 2);
  std::vector<float> picture(std::size_t(plane) * inputs), weights(std::size_t(inputs) * outputs * taps);
  Random random(11, 0, 0);
  for (int c = 0; c < inputs; ++c)
    for (int y = 1; y <= height; ++y)
      for (int x = 1; x <= width; ++x) picture[std::size_t(c) * plane + y * row + x] = random.uniform();
  for (float& w : weights) w = random.uniform() - 0.5f;
  Memory<float> in(picture), given(weights), out(std::size_t(width) * height * outputs);
  const float *from_all = in.data, *weights_all = given.data;
  float* const to = out.data;
  const double seconds = least_seconds(
      [&] {
        for_grid(width, height, outputs / group, [=] BOTH(int x, int y, int z) {
          float sum[group] = {};
          const float* from = from_all + y * row + x;
          const float* weight = weights_all + z * inputs * taps * group;
          for (int c = 0; c < inputs; ++c) {
#ifdef __CUDACC__
#pragma unroll
#endif
            for (int t = 0; t < taps; ++t) {
              const float value = from[t / 3 * row + t % 3];
              for (int k = 0; k < group; ++k) sum[k] += value * weight[t * group + k];
            }
            from += plane;
            weight += taps * group;
          }
          for (int k = 0; k < group; ++k)
            to[((z * group + k) * height + y) * width + x] = sum[k] > 0 ? sum[k] : 0;
        });
      },
      3);
  const int px = 0, py = height - 1, pk = outputs - 3;
  double wanted = 0;
  for (int c = 0; c < inputs; ++c)
    for (int t = 0; t < taps; ++t)
      wanted += double(picture[std::size_t(c) * plane + (py + t / 3) * row + px + t % 3]) *
                weights[((std::size_t(pk / group) * inputs + c) * taps + t) * group + pk % group];
  wanted = wanted > 0 ? wanted : 0;
  const double got = out.read()[(std::size_t(pk) * height + py) * width + px];
  figure("convolution float", 2e-9 * taps * inputs * outputs * width * height / seconds, "GFLOPS",
         std::fabs(wanted - got) < 1e-3);
}
