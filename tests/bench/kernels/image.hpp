// Kernels over pictures and arrays that change their order: data and checks.
#pragma once
#include "suite.hpp"

namespace image {
using suite::agrees;

constexpr int radius = 7;     // of the blur
constexpr int around = 2;     // of the convolution, 5 x 5
constexpr int neighbour = 3;  // of the bilateral filter, 7 x 7
constexpr int tile = 16;      // of the transposition

struct Picture {
  int width, height;
  std::vector<float> in, out;
  explicit Picture(int side)
      : width(side),
        height(side),
        in(suite::numbers(std::size_t(width) * height, 0, 1, 1)),
        out(in.size(), -1.0f) {}
  float at(int y, int x) const {
    return in[std::size_t(std::min(std::max(y, 0), height - 1)) * width +
              std::min(std::max(x, 0), width - 1)];
  }
  bool transposed(const std::vector<float>& got) const {
    return agrees(got, 0, [&](std::size_t i) { return in[i % height * width + i / height]; });
  }
};

struct Blur : Picture {
  std::vector<float> weights = suite::numbers(2 * radius + 1, 0, 0.1, 2);
  explicit Blur(bool large) : Picture(large ? 8192 : 1024) {}
  bool right(const std::vector<float>& got) const {
    return agrees(got, 1e-5, [&](std::size_t i) {
      const int y = int(i / width), x = int(i % width);
      double sum = 0;
      for (int dy = -radius; dy <= radius; ++dy) {
        const int row = std::min(std::max(y + dy, 0), height - 1);
        for (int dx = -radius; dx <= radius; ++dx)
          sum += double(weights[dy + radius]) * double(weights[dx + radius]) * double(at(row, x + dx));
      }
      return sum;
    });
  }
};

struct Convolution : Picture {
  std::vector<float> weights = suite::numbers(25, -0.1, 0.1, 2);
  explicit Convolution(bool large) : Picture(large ? 8192 : 1024) {}
  bool right(const std::vector<float>& got) const {
    return agrees(got, 1e-5, [&](std::size_t i) {
      double sum = 0;
      for (int dy = -around; dy <= around; ++dy)
        for (int dx = -around; dx <= around; ++dx)
          sum += double(weights[(dy + around) * 5 + dx + around]) *
                 double(at(int(i / width) + dy, int(i % width) + dx));
      return sum;
    });
  }
};

struct Bilateral : Picture {
  float space = 0.08f, range = 12.0f;  // factors of squared distances
  explicit Bilateral(bool large) : Picture(large ? 4096 : 384) {}
  bool right(const std::vector<float>& got) const {
    return agrees(got, 1e-4, [&](std::size_t i) {
      double sum = 0, total = 0;
      for (int dy = -neighbour; dy <= neighbour; ++dy)
        for (int dx = -neighbour; dx <= neighbour; ++dx) {
          const double other = at(int(i / width) + dy, int(i % width) + dx), step = other - double(in[i]);
          const double weight = std::exp(-(dx * dx + dy * dy) * double(space) - step * step * double(range));
          sum += weight * other;
          total += weight;
        }
      return sum / total;
    });
  }
};

// out(x, z, y) = in(z, y, x)
struct Permute {
  int depth, height, width;
  std::vector<float> in, out;
  explicit Permute(bool large)
      : depth(large ? 384 : 96),
        height(large ? 512 : 128),
        width(large ? 448 : 112),
        in(suite::numbers(std::size_t(depth) * height * width, 0, 1, 1)),
        out(in.size(), -1.0f) {}
  bool right(const std::vector<float>& got) const {
    return agrees(got, 0, [&](std::size_t i) {
      const std::size_t y = i % height, z = i / height % depth, x = i / height / depth;
      return in[(z * height + y) * width + x];
    });
  }
};

}  // namespace image
