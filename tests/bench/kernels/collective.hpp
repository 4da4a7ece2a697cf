// Kernels whose work-items work together, or in passes: data and checks.
#pragma once
#include "suite.hpp"

namespace collective {
using suite::agrees;

constexpr int tile = 256;
constexpr int bins = 256;

struct Reduction {
  int n, tiles;
  std::vector<float> in;
  explicit Reduction(bool large)
      : n(large ? 1 << 26 : 1 << 22), tiles(n / tile), in(suite::letters<float>(n, 3, 1)) {}
  // Small integers: the sums of tiles are exact, and so is that of all where it is below 2^24.
  bool right(float got) const {
    double sum = 0;
    for (float x : in) sum += double(x);
    return suite::near(double(got), sum, 1e-5);
  }
};

struct Dot {
  int n, tiles;
  std::vector<float> x, y, sums;
  explicit Dot(bool large)
      : n(large ? 1 << 26 : 1 << 21),
        tiles(large ? 1024 : 32),
        x(suite::numbers(n, 0, 1, 1)),
        y(suite::numbers(n, 0, 1, 2)),
        sums(tiles, -1.0f) {}
  bool right(const std::vector<float>& got) const {
    double sum = 0, want = 0;
    for (float part : got) sum += double(part);
    for (int i = 0; i < n; ++i) want += double(x[i]) * double(y[i]);
    return suite::near(sum, want, 1e-5);
  }
};

// Tiles, the sums of tiles and their sums: no more of these than a tile has work-items.
struct Scan {
  int n;
  std::vector<int> in, out;
  explicit Scan(bool large)
      : n(large ? tile * tile * tile : tile * tile * 16), in(suite::letters<int>(n, 10, 1)), out(n, -1) {}
  bool right(const std::vector<int>& got) const {
    int sum = 0;
    for (int i = 0; i < n; ++i)
      if (got[i] != (sum += in[i])) return false;
    return true;
  }
};

struct Histogram {
  int n, tiles;
  std::vector<std::uint8_t> in;
  explicit Histogram(bool large)
      : n(large ? 1 << 28 : 1 << 22), tiles(large ? 2048 : 32), in(suite::letters(n, bins, 1)) {}
  bool right(const std::vector<unsigned>& got, long steps) const {
    std::vector<unsigned> want(bins);
    for (std::uint8_t x : in) want[x] += unsigned(steps);
    return got == want;
  }
};

// A bitonic sequence of 0 to n - 1 is merged up and then down and then up again.
struct Bitonic {
  int n;
  std::vector<float> in;
  explicit Bitonic(bool large) : n(large ? 1 << 24 : 1 << 18), in(n) {
    for (int i = 0; i < n; ++i) in[i] = i < n / 2 ? float(2 * i) : float(2 * (n - 1 - i) + 1);
  }
  bool right(const std::vector<float>& got, bool up) const {
    for (int i = 0; i < n; ++i)
      if (got[up ? i : n - 1 - i] != float(i)) return false;
    return true;
  }
};

struct Complex {
  float re, im;
};

// Radix-2 passes that leave everything in order (Stockham).
struct Fourier {
  int n;
  std::vector<Complex> in, roots;
  explicit Fourier(bool large) : n(large ? 1 << 22 : 1 << 15), in(n), roots(n / 2) {
    const double step = -6.283185307179586 / n;
    for (int i = 0; i < n; ++i) in[i] = {suite::unit(i, 1) - 0.5f, suite::unit(i, 2) - 0.5f};
    for (int i = 0; i < n / 2; ++i) roots[i] = {float(std::cos(step * i)), float(std::sin(step * i))};
  }
  bool right(const std::vector<Complex>& got) const {
    for (int s = 0; s < 4; ++s) {
      const int at = int(suite::mixed(s) % unsigned(n));
      const double step = -6.283185307179586 * at / n, cosine = std::cos(step), sine = std::sin(step);
      double re = 0, im = 0, wr = 1, wi = 0;
      for (int i = 0; i < n; ++i) {
        re += double(in[i].re) * wr - double(in[i].im) * wi;
        im += double(in[i].re) * wi + double(in[i].im) * wr;
        const double next = wr * cosine - wi * sine;
        wi = wr * sine + wi * cosine;
        wr = next;
      }
      const double error = std::hypot(re - double(got[at].re), im - double(got[at].im));
      if (!(error <= 1e-5 * std::sqrt(double(n)))) return false;
    }
    return true;
  }
};

}  // namespace collective
