// Kernels that read a cell's neighbours: data and checks.
#pragma once
#include "suite.hpp"

namespace stencil {
using suite::agrees;

constexpr int directions = 9;

// The heat equation on a square.
struct Plane {
  int width, height;
  float rate = 0.2f;
  std::vector<float> in, out;
  explicit Plane(bool large)
      : width(large ? 12288 : 1024),
        height(width),
        in(suite::numbers(std::size_t(width) * height, 0, 1, 1)),
        out(in.size(), -1.0f) {}
  float expected(std::size_t i) const {
    const int y = int(i / width), x = int(i % width);
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return -1;
    return in[i] + rate * (in[i - width] + in[i + width] + in[i - 1] + in[i + 1] - 4 * in[i]);
  }
  bool right(const std::vector<float>& got) const {
    return agrees(got, 1e-5, [&](std::size_t i) { return expected(i); });
  }
};

struct Box {
  int edge;
  float rate = 0.1f;
  std::vector<float> in, out;
  explicit Box(bool large)
      : edge(large ? 512 : 128),
        in(suite::numbers(std::size_t(edge) * edge * edge, 0, 1, 1)),
        out(in.size(), -1.0f) {}
  bool inside(std::size_t i) const {
    const int x = int(i % edge), y = int(i / edge % edge), z = int(i / edge / edge);
    return x > 0 && y > 0 && z > 0 && x < edge - 1 && y < edge - 1 && z < edge - 1;
  }
  float seven(std::size_t i) const {
    if (!inside(i)) return -1;
    const std::size_t row = edge, layer = row * edge;
    return in[i] + rate * (in[i - 1] + in[i + 1] + in[i - row] + in[i + row] + in[i - layer] + in[i + layer] -
                           6 * in[i]);
  }
  float twenty_seven(std::size_t i) const {
    if (!inside(i)) return -1;
    float sum = 0;
    for (int z = -1; z <= 1; ++z)
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) sum += in[i + (long(z) * edge + y) * edge + x];
    return sum * (1.0f / 27);
  }
  bool seven_right(const std::vector<float>& got) const {
    return agrees(got, 1e-5, [&](std::size_t i) { return seven(i); });
  }
  bool twenty_seven_right(const std::vector<float>& got) const {
    return agrees(got, 1e-5, [&](std::size_t i) { return twenty_seven(i); });
  }
};

// The game of life on a torus.
struct Life {
  int width, height;
  std::vector<std::uint8_t> in, out;
  explicit Life(bool large)
      : width(large ? 16384 : 1024),
        height(width),
        in(suite::letters(std::size_t(width) * height, 2, 1)),
        out(in.size(), 9) {}
  int expected(std::size_t i) const {
    const int y = int(i / width), x = int(i % width);
    int count = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (dx || dy) count += in[std::size_t((y + dy + height) % height) * width + (x + dx + width) % width];
    return count == 3 || (count == 2 && in[i]);
  }
  bool right(const std::vector<std::uint8_t>& got) const {
    return agrees(got, 0, [&](std::size_t i) { return expected(i); });
  }
};

// One step of lattice-Boltzmann D2Q9: cells take what streams in, and relax.
struct Lattice {
  int width, height;
  float omega = 1.2f;
  std::vector<float> in, out;
  explicit Lattice(bool large)
      : width(large ? 4096 : 512),
        height(width / 2),
        in(suite::numbers(std::size_t(width) * height * directions, 0.05, 0.15, 1)),
        out(in.size(), -1.0f) {}
  double expected(std::size_t i) const {
    static const int cx[] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    static const double weight[] = {4. / 9,  1. / 9,  1. / 9,  1. / 9, 1. / 9,
                                    1. / 36, 1. / 36, 1. / 36, 1. / 36};
    const std::size_t cells = std::size_t(width) * height, cell = i % cells;
    const int y = int(cell / width), x = int(cell % width);
    double f[directions], rho = 0, ux = 0, uy = 0;
    for (int k = 0; k < directions; ++k) {
      const int fx = (x - cx[k] + width) % width, fy = (y - cy[k] + height) % height;
      f[k] = in[k * cells + std::size_t(fy) * width + fx];
      rho += f[k];
      ux += cx[k] * f[k];
      uy += cy[k] * f[k];
    }
    ux /= rho;
    uy /= rho;
    const int k = int(i / cells);
    const double along = 3 * (cx[k] * ux + cy[k] * uy);
    const double rest = weight[k] * rho * (1 + along + along * along / 2 - 1.5 * (ux * ux + uy * uy));
    return f[k] + double(omega) * (rest - f[k]);
  }
  bool right(const std::vector<float>& got) const {
    return agrees(got, 1e-5, [&](std::size_t i) { return expected(i); });
  }
};

}  // namespace stencil
