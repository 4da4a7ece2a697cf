// rows: hc.short_vector.in_kernels
#include <hc.hpp>
#include <hc_short_vector.hpp>

#include <vector>

#include "check.hpp"

using namespace hc;
using namespace hc::short_vector;

/// Bodies that attract each other, as float_4 with the mass in w: one step against the same on the host.
float_4 pull(float_4 on, float_4 from) [[cpu, hc]] {
  float_4 d = from - on;
  d.w = 0;
  const float square = d.x * d.x + d.y * d.y + d.z * d.z + 0.5f;
  return d * float_4(from.w / square);
}

int main() {
  const int n = 64;
  std::vector<float_4> bodies(n);
  for (int k = 0; k < n; ++k) bodies[k] = float_4(k % 4, k / 4 % 4, k / 16, 1 + k % 3);
  array<float_4, 1> a(n, bodies.begin());
  array_view<float_4, 1> forces(n);
  parallel_for_each(extent<1>(n).tile(16), [=, &a](tiled_index<1> i) [[hc]] {
    float_4 sum;
    for (int k = 0; k < n; ++k) sum += pull(a[i.global], a[k]);
    forces[i.global] = sum;
  }).wait();
  for (int k = 0; k < n; ++k) {
    float_4 sum;
    for (int j = 0; j < n; ++j) sum += pull(bodies[k], bodies[j]);
    for (int c = 0; c < 4; ++c) {
      const float error = (&sum.x)[c] - (&forces[k].x)[c];
      CHECK(error < 1e-4f && error > -1e-4f);
    }
  }
  return failures();
}
