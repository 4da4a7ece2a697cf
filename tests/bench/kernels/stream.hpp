// Kernels that little but move memory, and a search: data and checks.
#pragma once
#include "suite.hpp"

namespace stream {
using suite::agrees;

inline int size(bool large) { return large ? 1 << 26 : 1 << 21; }

struct Saxpy {
  int n;
  float a = 0.5f;
  std::vector<float> x, y;
  explicit Saxpy(bool large) : n(size(large)), x(n), y(n, 1.0f) {
    for (int i = 0; i < n; ++i) x[i] = float(i % 8) * 0.25f;
  }
  // Exact in binary floating point for the steps that a measurement takes.
  bool right(const std::vector<float>& got, long steps) const {
    return agrees(got, 0, [&](std::size_t i) { return 1.0 + double(a) * double(x[i]) * double(steps); });
  }
};

template <class T>
struct Triad {
  int n;
  T s = T(0.75), t = T(-0.5);
  std::vector<T> a, b, c;
  explicit Triad(bool large)
      : n(size(large) / int(sizeof(T) / 4)),
        a(n, T(-1)),
        b(suite::numbers<T>(n, 0, 1, 1)),
        c(suite::numbers<T>(n, 0, 1, 2)) {}
  bool triad_right(const std::vector<T>& got) const {
    return agrees(got, 1e-6, [&](std::size_t i) { return b[i] + s * c[i]; });
  }
  bool axpby_right(const std::vector<T>& got) const {
    return agrees(got, 1e-14, [&](std::size_t i) { return s * b[i] + t * c[i]; });
  }
};

struct Permutation {
  int n;
  std::vector<float> in, out;
  std::vector<int> place;
  explicit Permutation(bool large)
      : n(size(large) / 2), in(suite::numbers(n, 0, 1, 1)), out(n, -1.0f), place(n) {
    const std::uint32_t mask = std::uint32_t(n) - 1;  // each step below is a permutation of n = 2^k numbers
    for (std::uint32_t i = 0; i < std::uint32_t(n); ++i) {
      std::uint32_t x = (i * 0x7feb352du) & mask;
      x ^= x >> 11;
      x = (x * 0x846ca68bu) & mask;
      place[i] = int(x ^ (x >> 9));
    }
  }
  bool gather_right(const std::vector<float>& got) const {
    return agrees(got, 0, [&](std::size_t i) { return in[place[i]]; });
  }
  bool scatter_right(const std::vector<float>& got) const {
    std::vector<float> want(n);
    for (int i = 0; i < n; ++i) want[place[i]] = in[i];
    return got == want;
  }
};

struct Search {
  int n;
  std::vector<std::uint8_t> text, pattern;
  explicit Search(bool large)
      : n(size(large)), text(suite::letters(n, 4, 1)), pattern(suite::letters(7, 4, 9)) {}
  bool right(unsigned got, long steps) const {
    unsigned want = 0;
    const int length = int(pattern.size());
    for (int i = 0; i + length <= n; ++i)
      want += std::memcmp(&text[i], pattern.data(), pattern.size()) == 0 ? unsigned(steps) : 0;
    return got == want && want != 0;
  }
};

struct Particle {
  float x, y, z, vx, vy, vz;
};

// Particles in a box. Positions and velocities are multiples of small powers of two: all sums are exact.
struct Particles {
  int n;
  float dt = 0.0625f;
  std::vector<float> x, y, z, vx, vy, vz;
  explicit Particles(bool large)
      : n(size(large) / 4),
        x(grid(1, 0)),
        y(grid(2, 0)),
        z(grid(3, 0)),
        vx(grid(4, 0.5f)),
        vy(grid(5, 0.5f)),
        vz(grid(6, 0.5f)) {}
  std::vector<float> grid(std::uint32_t seed, float less) const {
    std::vector<float> made(n);
    for (int i = 0; i < n; ++i) made[i] = std::floor(suite::unit(i, seed) * 256) / 256 - less;
    return made;
  }
  std::vector<Particle> structs() const {
    std::vector<Particle> made(n);
    for (int i = 0; i < n; ++i) made[i] = {x[i], y[i], z[i], vx[i], vy[i], vz[i]};
    return made;
  }
  float after(float p, float v, long steps) const {
    for (long s = 0; s < steps; ++s) {
      p += v * dt;
      if (p < 0 || p > 1) v = -v;
    }
    return p;
  }
  bool right(const std::vector<float>& gx, const std::vector<float>& gy, const std::vector<float>& gz,
             long steps) const {
    return agrees(
               gx, 0, [&](std::size_t i) { return after(x[i], vx[i], steps); }, 64) &&
           agrees(
               gy, 0, [&](std::size_t i) { return after(y[i], vy[i], steps); }, 64) &&
           agrees(gz, 0, [&](std::size_t i) { return after(z[i], vz[i], steps); }, 64);
  }
  bool right(const std::vector<Particle>& got, long steps) const {
    std::vector<float> gx, gy, gz;
    for (const Particle& p : got) {
      gx.push_back(p.x);
      gy.push_back(p.y);
      gz.push_back(p.z);
    }
    return right(gx, gy, gz, steps);
  }
};

}  // namespace stream
