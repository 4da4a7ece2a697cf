// Kernels that compute much: data, checks, and the functions of a work-item that the twins share.
#pragma once
#include "suite.hpp"

namespace compute {
using suite::agrees;

constexpr int tile = 256;
constexpr float softening = 1e-3f;

struct alignas(16) Body {
  float x, y, z, w;  // position and mass; as an acceleration w is unused
};

struct Bodies {
  int n;
  std::vector<Body> bodies, result;
  explicit Bodies(bool large) : n(large ? 65536 : 4096), bodies(n), result(n, Body{-1, -1, -1, -1}) {
    for (int i = 0; i < n; ++i)
      bodies[i] = {suite::unit(i, 1) * 2 - 1, suite::unit(i, 2) * 2 - 1, suite::unit(i, 3) * 2 - 1,
                   suite::unit(i, 4) / float(n)};
  }
  bool right(const std::vector<Body>& got) const {
    for (int k = 0; k < 32; ++k) {
      const int i = int(suite::mixed(k) % unsigned(n));
      double a[3] = {0, 0, 0};
      for (const Body& b : bodies) {
        const double d[3] = {double(b.x) - bodies[i].x, double(b.y) - bodies[i].y, double(b.z) - bodies[i].z};
        const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + double(softening);
        for (int c = 0; c < 3; ++c) a[c] += b.w / (r2 * std::sqrt(r2)) * d[c];
      }
      const double error = std::hypot(a[0] - got[i].x, a[1] - got[i].y, a[2] - got[i].z);
      if (!(error <= 1e-3 * std::hypot(a[0], a[1], a[2]))) return false;
    }
    return true;
  }
};

// k-means: the nearest of the clusters for every point.
struct Points {
  int clusters = 32;
  int n;
  std::vector<float> x, y, cx, cy;
  std::vector<int> found;
  explicit Points(bool large)
      : n(large ? 1 << 24 : 1 << 19),
        x(suite::numbers(n, 0, 1, 1)),
        y(suite::numbers(n, 0, 1, 2)),
        cx(suite::numbers(clusters, 0, 1, 3)),
        cy(suite::numbers(clusters, 0, 1, 4)),
        found(n, -1) {}
  double distance(std::size_t i, int k) const {
    return std::hypot(double(x[i]) - double(cx[k]), double(y[i]) - double(cy[k]));
  }
  // Where two clusters are equally near, either will do.
  bool right(const std::vector<int>& got) const {
    std::vector<float> apart(n);
    for (int i = 0; i < n; ++i)
      apart[i] = got[i] < 0 || got[i] >= clusters ? 9.0f : float(distance(i, got[i]));
    return agrees(apart, 1e-5, [&](std::size_t i) {
      double least = 9;
      for (int k = 0; k < clusters; ++k) least = std::min(least, distance(i, k));
      return least;
    });
  }
};

struct Options {
  int n;
  float rate = 0.02f, volatility = 0.3f;
  std::vector<float> price, strike, years, call, put;
  explicit Options(bool large)
      : n(large ? 1 << 25 : 1 << 18),
        price(suite::numbers(n, 5, 30, 1)),
        strike(suite::numbers(n, 1, 100, 2)),
        years(suite::numbers(n, 0.25, 10, 3)),
        call(n, -1.0f),
        put(n, -1.0f) {}
  double expected(std::size_t i) const {
    const double p = price[i], s = strike[i], t = years[i], r = rate, v = volatility;
    const double d1 = (std::log(p / s) + (r + 0.5 * v * v) * t) / (v * std::sqrt(t)),
                 d2 = d1 - v * std::sqrt(t);
    return 0.5 *
           (p * std::erfc(-d1 * std::sqrt(0.5)) - s * std::exp(-r * t) * std::erfc(-d2 * std::sqrt(0.5)));
  }
  bool right(const std::vector<float>& calls, const std::vector<float>& puts) const {
    return agrees(calls, 1e-4, [&](std::size_t i) { return expected(i); }) &&
           agrees(puts, 1e-4, [&](std::size_t i) {
             const double s = strike[i], t = years[i];
             return expected(i) - double(price[i]) + s * std::exp(-double(rate) * t);
           });
  }
};

// How many of the points that a work-item draws lie in the quarter circle.
KERNEL_CODE inline int inside(std::uint32_t item, int samples) {
  std::uint32_t state = item * 2654435761u + 12345u;
  int hits = 0;
  for (int s = 0; s < samples; ++s) {
    state = state * 1664525u + 1013904223u;
    const float x = float(state >> 8) * (1.0f / 16777216.0f);
    state = state * 1664525u + 1013904223u;
    const float y = float(state >> 8) * (1.0f / 16777216.0f);
    if (x * x + y * y < 1.0f) ++hits;
  }
  return hits;
}

struct Pi {
  int items, samples;
  std::vector<int> hits;
  explicit Pi(bool large) : items(large ? 1 << 21 : 1 << 14), samples(large ? 1024 : 256), hits(items, -1) {}
  // x * x + y * y may be rounded once or twice.
  bool right(const std::vector<int>& got) const {
    double all = 0;
    for (int h : got) all += h;
    return suite::near(4 * all / double(items) / double(samples), 3.14159265, 1e-3) &&
           agrees(got, 0.01, [&](std::size_t i) { return inside(std::uint32_t(i), samples); }, 256);
  }
};

KERNEL_CODE inline int mandelbrot(int px, int py, int width, int height) {
  const float cx = float(px) * (3.0f / float(width)) - 2.0f;
  const float cy = float(py) * (2.0f / float(height)) - 1.0f;
  float x = 0, y = 0;
  int steps = 0;
  while (steps < 256 && x * x + y * y < 4.0f) {
    const float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++steps;
  }
  return steps;
}

struct Set {
  int width, height;
  std::vector<int> steps;
  explicit Set(bool large)
      : width(large ? 6144 : 512), height(width), steps(std::size_t(width) * height, -1) {}
  // Near the border rounding decides: a few may differ.
  bool right(const std::vector<int>& got) const {
    int same = 0;
    for (std::uint32_t k = 0; k < 4096; ++k) {
      const std::size_t i = suite::mixed(k) % got.size();
      same += got[i] == mandelbrot(int(i % width), int(i / width), width, height);
    }
    return same > 4096 * 0.97;
  }
};

// --- paths among a few spheres ----------------------------------------------------------------------
struct Vec {
  float x, y, z;
};
KERNEL_CODE inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
KERNEL_CODE inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
KERNEL_CODE inline Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
KERNEL_CODE inline float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
KERNEL_CODE inline Vec normal(Vec a) { return a * (1.0f / std::sqrt(dot(a, a))); }

struct Sphere {
  Vec centre;
  float radius, light, mirror;
};

KERNEL_CODE inline float draw(std::uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return float(state >> 8) * (1.0f / 16777216.0f);
}

// The sphere that a ray meets first, and how far it is; -1 where it meets none.
KERNEL_CODE inline int meets(const Sphere* spheres, int count, Vec from, Vec along, float& distance) {
  int nearest = -1;
  distance = 1e30f;
  for (int s = 0; s < count; ++s) {
    const Vec to = spheres[s].centre - from;
    const float b = dot(to, along), c = dot(to, to) - spheres[s].radius * spheres[s].radius;
    const float under = b * b - c;
    if (under <= 0) continue;
    const float root = std::sqrt(under);
    const float t = b - root > 1e-3f ? b - root : b + root;
    if (t > 1e-3f && t < distance) {
      distance = t;
      nearest = s;
    }
  }
  return nearest;
}

KERNEL_CODE inline float trace(const Sphere* spheres, int count, Vec from, Vec along, std::uint32_t& state) {
  float light = 0, factor = 1;
  for (int bounce = 0; bounce < 6; ++bounce) {
    float distance;
    const int s = meets(spheres, count, from, along, distance);
    if (s < 0) return light + factor * (0.3f + 0.3f * along.y);
    light += factor * spheres[s].light;
    from = from + along * distance;
    const Vec up = normal(from - spheres[s].centre);
    if (draw(state) < spheres[s].mirror) {
      along = along - up * (2 * dot(along, up));
    } else {
      const Vec any = {draw(state) * 2 - 1, draw(state) * 2 - 1, draw(state) * 2 - 1};
      along = normal(up + normal(any) * 0.99f);
      factor *= 0.7f;
    }
  }
  return light;
}

KERNEL_CODE inline float pixel(const Sphere* spheres, int count, int x, int y, int width, int height,
                               int samples) {
  std::uint32_t state = std::uint32_t(y * width + x) * 2654435761u + 1u;
  float sum = 0;
  for (int s = 0; s < samples; ++s) {
    const float across = (float(x) + draw(state)) / float(width) - 0.5f;
    const float upward = 0.5f - (float(y) + draw(state)) / float(height);
    sum += trace(spheres, count, Vec{0, 1, -6}, normal(Vec{across, upward, 1}), state);
  }
  return sum / float(samples);
}

struct Scene {
  int width, height, samples = 8;
  std::vector<Sphere> spheres = {{{0, -100, 0}, 100, 0, 0},
                                 {{-1.5f, 1, 0}, 1, 0, 0.9f},
                                 {{1.5f, 1, 0}, 1, 0, 0.1f},
                                 {{0, 1, 2}, 1, 0, 0.5f},
                                 {{0, 4, 0}, 1, 3, 0},
                                 {{0.5f, 0.3f, -1.5f}, 0.3f, 0, 0.3f},
                                 {{-0.7f, 0.3f, -1.2f}, 0.3f, 1, 0},
                                 {{2.5f, 0.5f, -1}, 0.5f, 0, 1}};
  std::vector<float> picture;
  explicit Scene(bool large)
      : width(large ? 1920 : 192), height(large ? 1080 : 108), picture(std::size_t(width) * height, -1.0f) {}
  // Paths go other ways where rounding decides: nearly all pixels are alike, and so is the mean.
  bool right(const std::vector<float>& got) const {
    int same = 0;
    double mean = 0, want = 0;
    for (std::uint32_t k = 0; k < 2048; ++k) {
      const std::size_t i = suite::mixed(k) % got.size();
      const float expected =
          pixel(spheres.data(), int(spheres.size()), int(i % width), int(i / width), width, height, samples);
      same += suite::near(double(got[i]), double(expected), 1e-2);
      mean += double(got[i]);
      want += double(expected);
    }
    return same > 2048 * 0.8 && suite::near(mean / 2048, want / 2048, 2e-2);
  }
};

}  // namespace compute
