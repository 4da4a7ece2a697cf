// Kernels that little but move memory, and a search, with OpenMP.
#include "omp_suite.hpp"
#include "stream.hpp"

using namespace stream;
using namespace suite;

static int run_saxpy(bool large) {
  Saxpy data(large);
  const int n = data.n;
  const float a = data.a, *x = data.x.data();
  float* y = data.y.data();
  const long steps = serve([&] {
#pragma omp parallel for simd
    for (int i = 0; i < n; ++i) y[i] += a * x[i];
  });
  return verdict(data.right(data.y, steps));
}

static int run_triad(bool large) {
  Triad<float> data(large);
  const int n = data.n;
  float *a = data.a.data(), *b = data.b.data(), *c = data.c.data();
  const float s = data.s;
  serve([&] {
#pragma omp parallel for simd
    for (int i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
  });
  return verdict(data.triad_right(data.a));
}

static int run_axpby(bool large) {
  Triad<double> data(large);
  const int n = data.n;
  double *a = data.a.data(), *b = data.b.data(), *c = data.c.data();
  const double s = data.s, t = data.t;
  serve([&] {
#pragma omp parallel for simd
    for (int i = 0; i < n; ++i) a[i] = s * b[i] + t * c[i];
  });
  return verdict(data.axpby_right(data.a));
}

static int run_gather(bool large) {
  Permutation data(large);
  const int n = data.n, *place = data.place.data();
  const float* in = data.in.data();
  float* out = data.out.data();
  serve([&] {
#pragma omp parallel for simd
    for (int i = 0; i < n; ++i) out[i] = in[place[i]];
  });
  return verdict(data.gather_right(data.out));
}

static int run_scatter(bool large) {
  Permutation data(large);
  const int n = data.n, *place = data.place.data();
  const float* in = data.in.data();
  float* out = data.out.data();
  serve([&] {
#pragma omp parallel for
    for (int i = 0; i < n; ++i) out[place[i]] = in[i];
  });
  return verdict(data.scatter_right(data.out));
}

static int run_search(bool large) {
  const Search data(large);
  const int length = int(data.pattern.size()), last = data.n - length;
  const std::uint8_t *text = data.text.data(), *pattern = data.pattern.data();
  unsigned count = 0;
  const long steps = serve([&] {
#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i <= last; ++i) {
      int k = 0;
      while (k < length && text[i + k] == pattern[k]) ++k;
      count += k == length;
    }
  });
  return verdict(data.right(count, steps));
}

static int run_particles_soa(bool large) {
  Particles data(large);
  const int n = data.n;
  const float dt = data.dt;
  float *x = data.x.data(), *y = data.y.data(), *z = data.z.data();
  float *vx = data.vx.data(), *vy = data.vy.data(), *vz = data.vz.data();
  const Particles given(large);
  const long steps = serve([&] {
#pragma omp parallel for simd
    for (int i = 0; i < n; ++i) {
      x[i] += vx[i] * dt;
      y[i] += vy[i] * dt;
      z[i] += vz[i] * dt;
      if (x[i] < 0 || x[i] > 1) vx[i] = -vx[i];
      if (y[i] < 0 || y[i] > 1) vy[i] = -vy[i];
      if (z[i] < 0 || z[i] > 1) vz[i] = -vz[i];
    }
  });
  return verdict(given.right(data.x, data.y, data.z, steps));
}

static int run_particles_aos(bool large) {
  const Particles data(large);
  std::vector<Particle> structs = data.structs();
  Particle* particles = structs.data();
  const int n = data.n;
  const float dt = data.dt;
  const long steps = serve([&] {
#pragma omp parallel for
    for (int i = 0; i < n; ++i) {
      Particle p = particles[i];
      p.x += p.vx * dt;
      p.y += p.vy * dt;
      p.z += p.vz * dt;
      if (p.x < 0 || p.x > 1) p.vx = -p.vx;
      if (p.y < 0 || p.y > 1) p.vy = -p.vy;
      if (p.z < 0 || p.z > 1) p.vz = -p.vz;
      particles[i] = p;
    }
  });
  return verdict(data.right(structs, steps));
}

int main(int argc, char** argv) {
  static const Case cases[] = {{"saxpy", run_saxpy},
                               {"triad", run_triad},
                               {"axpby", run_axpby},
                               {"gather", run_gather},
                               {"scatter", run_scatter},
                               {"search", run_search},
                               {"particles-soa", run_particles_soa},
                               {"particles-aos", run_particles_aos}};
  return main_of(cases, argc, argv);
}
