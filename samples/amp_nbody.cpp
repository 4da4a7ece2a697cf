// C++ AMP: all-pairs n-body with arrays captured by reference. Argument: [bodies, a multiple of 256].
#include <amp.h>
#include <amp_math.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <vector>

using namespace concurrency;

struct Body {
  float x, y, z, mass;
};

constexpr float softening = 1e-3f;
constexpr int tile_size = 256;

void attract(const Body& me, const Body& other, float (&sum)[3]) restrict(amp) {
  const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
  const float r = fast_math::rsqrt(dx * dx + dy * dy + dz * dz + softening);
  const float f = other.mass * r * r * r;
  sum[0] += f * dx;
  sum[1] += f * dy;
  sum[2] += f * dz;
}

void accelerations(const array<Body, 1>& bodies, array<Body, 1>& out) {
  const int n = bodies.extent[0];
  parallel_for_each(
      out.extent.tile<tile_size>(), [&, n ](tiled_index<tile_size> t) restrict(amp) {
        tile_static Body staged[tile_size];
        const Body me = bodies[t.global];
        float sum[3] = {0, 0, 0};
        for (int start = 0; start < n; start += tile_size) {
          staged[t.local[0]] = bodies[start + t.local[0]];
          t.barrier.wait();
          for (int j = 0; j < tile_size; ++j) attract(me, staged[j], sum);
          t.barrier.wait();
        }
        out[t.global] = Body{sum[0], sum[1], sum[2], 0};
      });
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 2048;
  if (n < tile_size || n % tile_size != 0) {
    std::cout << "the number of bodies must be a multiple of " << tile_size << "\n";
    return 2;
  }
  std::vector<Body> host(n);
  unsigned state = 12345;
  auto next = [&state] {
    state = state * 1664525u + 1013904223u;
    return float(state >> 8) / 16777216.0f;
  };
  for (Body& b : host) b = {next() * 2 - 1, next() * 2 - 1, next() * 2 - 1, next() / float(n)};

  array<Body, 1> bodies(n, host.begin(), host.end()), out(n);
  accelerations(bodies, out);
  std::vector<Body> got(n);
  copy(out, got.begin());

  for (int k = 0; k < 32; ++k) {
    const int i = k * (n / 32);
    double a[3] = {0, 0, 0};
    for (const Body& b : host) {
      const double d[3] = {double(b.x) - host[i].x, double(b.y) - host[i].y, double(b.z) - host[i].z};
      const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening;
      for (int c = 0; c < 3; ++c) a[c] += b.mass / (r2 * std::sqrt(r2)) * d[c];
    }
    const double e = std::hypot(a[0] - got[i].x, a[1] - got[i].y, a[2] - got[i].z);
    if (!(e < 2e-3 * std::hypot(a[0], a[1], a[2]))) {
      std::cout << "FAILED: body " << i << "\n";
      return 1;
    }
  }
  std::cout << "PASSED: " << n << " bodies\n";
  return 0;
}
