// All-pairs n-body: one step without tiles, and one with bodies staged in group memory by 256.
// Arguments: [bodies, a multiple of 256] [--time].
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <hc.hpp>
#include <hc_math.hpp>
#include <iostream>
#include <vector>

struct Body {
  float x, y, z, mass;
};

struct Vector {
  float x, y, z;
};

constexpr float softening = 1e-3f;
constexpr int tile = 256;

static void attract(const Body& me, const Body& other, Vector& sum) [[hc]] {
  const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
  const float r2 = dx * dx + dy * dy + dz * dz + softening;
  const float f = other.mass / (r2 * hc::precise_math::sqrt(r2));
  sum.x += f * dx;
  sum.y += f * dy;
  sum.z += f * dz;
}

static hc::completion_future step_flat(hc::array_view<const Body> bodies, hc::array_view<Vector> out, int n) {
  return hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    const Body me = bodies[i];
    Vector sum{0, 0, 0};
    for (int j = 0; j < n; ++j) attract(me, bodies[j], sum);
    out[i] = sum;
  });
}

static hc::completion_future step_tiled(hc::array_view<const Body> bodies, hc::array_view<Vector> out,
                                        int n) {
  return hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static Body staged[tile];
    const int local = t.local[0];
    const Body me = bodies[t.global];
    Vector sum{0, 0, 0};
    for (int start = 0; start < n; start += tile) {
      staged[local] = bodies[start + local];
      t.barrier.wait();
      for (int j = 0; j < tile; ++j) attract(me, staged[j], sum);
      t.barrier.wait();
    }
    out[t.global] = sum;
  });
}

// The largest relative error of 32 accelerations against sums in double.
static double worst_error(const std::vector<Body>& bodies, const std::vector<Vector>& got) {
  const int n = int(bodies.size());
  double worst = 0;
  for (int k = 0; k < 32; ++k) {
    const int i = k * (n / 32);
    double a[3] = {0, 0, 0};
    for (const Body& b : bodies) {
      const double d[3] = {double(b.x) - bodies[i].x, double(b.y) - bodies[i].y, double(b.z) - bodies[i].z};
      const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening;
      for (int c = 0; c < 3; ++c) a[c] += b.mass / (r2 * std::sqrt(r2)) * d[c];
    }
    const double e[3] = {a[0] - got[i].x, a[1] - got[i].y, a[2] - got[i].z};
    const double relative =
        std::sqrt((e[0] * e[0] + e[1] * e[1] + e[2] * e[2]) / (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]));
    if (!(relative <= worst)) worst = relative;  // a NaN stays
  }
  return worst;
}

int main(int argc, char** argv) {
  bool timed = false;
  int n = 2048;
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--time") == 0)
      timed = true;
    else
      n = std::atoi(argv[i]);
  if (n < tile || n % tile != 0) {
    std::cout << "the number of bodies must be a multiple of " << tile << "\n";
    return 2;
  }

  std::vector<Body> bodies(n);
  unsigned state = 12345;
  auto next = [&state] {
    state = state * 1664525u + 1013904223u;
    return float(state >> 8) / 16777216.0f;
  };
  for (Body& b : bodies) b = {next() * 2 - 1, next() * 2 - 1, next() * 2 - 1, next() / float(n)};

  std::vector<Vector> flat(n), tiled(n);
  hc::array_view<const Body> in(n, bodies);
  hc::array_view<Vector> out_flat(n, flat), out_tiled(n, tiled);
  step_flat(in, out_flat, n);
  step_tiled(in, out_tiled, n);
  out_flat.synchronize();
  out_tiled.synchronize();

  const double errors[2] = {worst_error(bodies, flat), worst_error(bodies, tiled)};
  if (!(errors[0] < 1e-3 && errors[1] < 1e-3)) {
    std::cout << "FAILED: relative errors " << errors[0] << " and " << errors[1] << "\n";
    return 1;
  }
  std::cout << "PASSED: " << n << " bodies, with and without tiles\n";
  if (timed) {
    const auto start = std::chrono::steady_clock::now();
    step_tiled(in, out_tiled, n).wait();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    std::cout << taken.count() << " s, " << 19e-9 * n * n / taken.count()
              << " GFLOPS at 19 operations a pair\n";
  }
  return 0;
}
