// Tiled all-pairs n-body in HC. Arguments: [bodies] [steps].
#include <hc.hpp>
#include <hc_am.hpp>
#include <hc_math.hpp>

#include "nbody.hpp"

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 262144;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 5;
  std::vector<Body> bodies = make_bodies(n), result(n, Body{-1, -1, -1, -1});
  hc::accelerator acc;
  hc::accelerator_view view = acc.get_default_view();
  const std::size_t bytes = sizeof(Body) * std::size_t(n);
  Body* position = hc::am_alloc(bytes, acc, 0);
  Body* acceleration = hc::am_alloc(bytes, acc, 0);
  view.copy(bodies.data(), position, bytes);
  auto step = [&] {
    hc::parallel_for_each(view, hc::extent<1>(n).tile(tile_size), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static Body tile[tile_size];
      const int local = t.local[0];
      const Body me = position[t.global[0]];
      float ax = 0, ay = 0, az = 0;
      for (int start = 0; start < n; start += tile_size) {
        tile[local] = position[start + local];
        t.barrier.wait();
#pragma unroll 32
        for (int j = 0; j < tile_size; ++j) {
          const float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
          const float r = hc::precise_math::rsqrt(dx * dx + dy * dy + dz * dz + softening);
          const float f = tile[j].w * r * r * r;
          ax += f * dx;
          ay += f * dy;
          az += f * dz;
        }
        t.barrier.wait();
      }
      acceleration[t.global[0]] = Body{ax, ay, az, 0};
    });
  };
  step();
  view.wait();
  const double start = seconds_now();
  for (int s = 0; s < steps; ++s) step();
  view.wait();
  const double each = (seconds_now() - start) / steps;
  view.copy(acceleration, result.data(), bytes);
  hc::am_free(position);
  hc::am_free(acceleration);
  return nbody_report(bodies, result, each);
}
