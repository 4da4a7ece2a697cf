// The same n-body with OpenMP. Arguments: [bodies] [repetitions].
#include "nbody.hpp"

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 8192;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 9;
  const Bodies bodies = make_bodies(n);
  std::vector<float> rx(n), ry(n), rz(n);
  const float *x = bodies.x.data(), *y = bodies.y.data(), *z = bodies.z.data(), *m = bodies.m.data();
  float *ax = rx.data(), *ay = ry.data(), *az = rz.data();
  const double seconds = median_seconds(repetitions, [&] {
#pragma omp parallel for
    for (int i = 0; i < n; ++i) {
      const float px = x[i], py = y[i], pz = z[i];
      float sx = 0, sy = 0, sz = 0;
      for (int j = 0; j < n; ++j) {
        const float dx = x[j] - px, dy = y[j] - py, dz = z[j] - pz;
        const float r2 = dx * dx + dy * dy + dz * dz + softening;
        const float f = m[j] / (r2 * std::sqrt(r2));
        sx += f * dx;
        sy += f * dy;
        sz += f * dz;
      }
      ax[i] = sx;
      ay[i] = sy;
      az[i] = sz;
    }
  });
  return report(seconds, nbody_right(bodies, ax, ay, az, n));
}
