// Kernels that little but move memory, and a search, in CUDA C++.
#include "cuda_suite.cuh"
#include "stream.hpp"

using namespace stream;
using namespace suite;

__global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

static int run_saxpy(bool large) {
  const Saxpy data(large);
  const int n = data.n;
  const float* x = device(data.x);
  float* y = device(data.y);
  const long steps = serve([&] { saxpy<<<blocks(n, flat), flat>>>(n, data.a, x, y); });
  return verdict(data.right(host(y, n), steps));
}

__global__ void triad(int n, float s, float* a, const float* b, const float* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = b[i] + s * c[i];
}

static int run_triad(bool large) {
  const Triad<float> data(large);
  float *a = device(data.a), *b = device(data.b), *c = device(data.c);
  serve([&] { triad<<<blocks(data.n, flat), flat>>>(data.n, data.s, a, b, c); });
  return verdict(data.triad_right(host(a, data.n)));
}

__global__ void axpby(int n, double s, double t, double* a, const double* b, const double* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = s * b[i] + t * c[i];
}

static int run_axpby(bool large) {
  const Triad<double> data(large);
  double *a = device(data.a), *b = device(data.b), *c = device(data.c);
  serve([&] { axpby<<<blocks(data.n, flat), flat>>>(data.n, data.s, data.t, a, b, c); });
  return verdict(data.axpby_right(host(a, data.n)));
}

__global__ void gather(int n, float* out, const float* in, const int* place) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[place[i]];
}

static int run_gather(bool large) {
  const Permutation data(large);
  float *in = device(data.in), *out = device(data.out);
  int* place = device(data.place);
  serve([&] { gather<<<blocks(data.n, flat), flat>>>(data.n, out, in, place); });
  return verdict(data.gather_right(host(out, data.n)));
}

__global__ void scatter(int n, float* out, const float* in, const int* place) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[place[i]] = in[i];
}

static int run_scatter(bool large) {
  const Permutation data(large);
  float *in = device(data.in), *out = device(data.out);
  int* place = device(data.place);
  serve([&] { scatter<<<blocks(data.n, flat), flat>>>(data.n, out, in, place); });
  return verdict(data.scatter_right(host(out, data.n)));
}

__global__ void search(int last, int length, const std::uint8_t* text, const std::uint8_t* pattern,
                       unsigned* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > last) return;
  for (int k = 0; k < length; ++k)
    if (text[i + k] != pattern[k]) return;
  atomicAdd(count, 1u);
}

static int run_search(bool large) {
  const Search data(large);
  const int length = int(data.pattern.size()), last = data.n - length;
  const std::uint8_t *text = device(data.text), *pattern = device(data.pattern);
  unsigned* count = device(std::vector<unsigned>(1));
  const long steps =
      serve([&] { search<<<blocks(last + 1, flat), flat>>>(last, length, text, pattern, count); });
  return verdict(data.right(host(count, 1)[0], steps));
}

__global__ void particles_soa(int n, float dt, float* x, float* y, float* z, float* vx, float* vy,
                              float* vz) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] += vx[i] * dt;
  y[i] += vy[i] * dt;
  z[i] += vz[i] * dt;
  if (x[i] < 0 || x[i] > 1) vx[i] = -vx[i];
  if (y[i] < 0 || y[i] > 1) vy[i] = -vy[i];
  if (z[i] < 0 || z[i] > 1) vz[i] = -vz[i];
}

static int run_particles_soa(bool large) {
  const Particles data(large);
  const int n = data.n;
  float *x = device(data.x), *y = device(data.y), *z = device(data.z);
  float *vx = device(data.vx), *vy = device(data.vy), *vz = device(data.vz);
  const long steps =
      serve([&] { particles_soa<<<blocks(n, flat), flat>>>(n, data.dt, x, y, z, vx, vy, vz); });
  return verdict(data.right(host(x, n), host(y, n), host(z, n), steps));
}

__global__ void particles_aos(int n, float dt, Particle* particles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle p = particles[i];
  p.x += p.vx * dt;
  p.y += p.vy * dt;
  p.z += p.vz * dt;
  if (p.x < 0 || p.x > 1) p.vx = -p.vx;
  if (p.y < 0 || p.y > 1) p.vy = -p.vy;
  if (p.z < 0 || p.z > 1) p.vz = -p.vz;
  particles[i] = p;
}

static int run_particles_aos(bool large) {
  const Particles data(large);
  Particle* particles = device(data.structs());
  const long steps =
      serve([&] { particles_aos<<<blocks(data.n, flat), flat>>>(data.n, data.dt, particles); });
  return verdict(data.right(host(particles, data.n), steps));
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
