// All-pairs n-body, one step: bodies, timing and check shared by the hcpy and the CUDA twin.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../timing.hpp"

struct alignas(16) Body {
  float x, y, z, w;  // position and mass; as an acceleration w is unused
};

constexpr float softening = 1e-3f;
constexpr int tile_size = 256;

inline std::vector<Body> make_bodies(int n) {
  std::vector<Body> bodies(n);
  unsigned state = 12345;
  auto next = [&state] {
    state = state * 1664525u + 1013904223u;
    return float(state >> 8) / 16777216.0f;
  };
  for (Body& b : bodies) b = {next() * 2 - 1, next() * 2 - 1, next() * 2 - 1, next() / float(n)};
  return bodies;
}

// Compares 64 bodies with sums in double; prints the time of one step and GFLOPS at 19 operations a pair.
inline int nbody_report(const std::vector<Body>& bodies, const std::vector<Body>& acceleration,
                        double seconds) {
  const int n = int(bodies.size());
  double worst = 0;
  for (int k = 0; k < 64; ++k) {
    const int i = int((long long)k * n / 64);
    double a[3] = {0, 0, 0};
    for (const Body& b : bodies) {
      const double d[3] = {double(b.x) - bodies[i].x, double(b.y) - bodies[i].y, double(b.z) - bodies[i].z};
      const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening;
      const double f = b.w / (r2 * std::sqrt(r2));
      for (int c = 0; c < 3; ++c) a[c] += f * d[c];
    }
    const double got[3] = {acceleration[i].x, acceleration[i].y, acceleration[i].z};
    double error = 0, size = 0;
    for (int c = 0; c < 3; ++c) {
      error += (a[c] - got[c]) * (a[c] - got[c]);
      size += a[c] * a[c];
    }
    const double relative = std::sqrt(error / size);
    if (!(relative <= worst)) worst = relative;  // a NaN stays
  }
  const bool right = worst < 1e-3;
  std::printf("time_s=%.9g check=%s GFLOPS=%.1f error=%.2g\n", seconds, right ? "PASSED" : "FAILED",
              19e-9 * double(n) * double(n) / seconds, worst);
  return right ? 0 : 1;
}
