// Kernels that little but move memory, and a search, in HC.
#include "hc_suite.hpp"
#include "stream.hpp"

using namespace stream;
using namespace suite;

static int run_saxpy(bool large) {
  const Saxpy data(large);
  const int n = data.n;
  const float a = data.a;
  const float* x = device(data.x);
  float* y = device(data.y);
  const long steps = serve([&] {
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { y[i[0]] += a * x[i[0]]; });
  });
  return verdict(data.right(host(y, n), steps));
}

static int run_triad(bool large) {
  Triad<float> data(large);
  hc::array_view<float> a(data.n, data.a);
  hc::array_view<const float> b(data.n, data.b), c(data.n, data.c);
  const float s = data.s;
  serve(
      [&] { hc::parallel_for_each(a.get_extent(), [=](hc::index<1> i) [[hc]] { a[i] = b[i] + s * c[i]; }); });
  a.synchronize();
  return verdict(data.triad_right(data.a));
}

static int run_axpby(bool large) {
  Triad<double> data(large);
  const hc::extent<1> extent(data.n);
  hc::array<double> b(extent, data.b.begin(), data.b.end()), c(extent, data.c.begin(), data.c.end()),
      a(extent);
  const double s = data.s, t = data.t;
  serve([&] {
    hc::parallel_for_each(extent, [=, &a, &b, &c](hc::index<1> i) [[hc]] { a[i] = s * b[i] + t * c[i]; });
  });
  hc::copy(a, data.a.begin());
  return verdict(data.axpby_right(data.a));
}

static int run_gather(bool large) {
  Permutation data(large);
  hc::array_view<float> out(data.n, data.out);
  hc::array_view<const float> in(data.n, data.in);
  hc::array_view<const int> place(data.n, data.place);
  serve([&] {
    hc::parallel_for_each(out.get_extent(), [=](hc::index<1> i) [[hc]] { out[i] = in[place[i]]; });
  });
  out.synchronize();
  return verdict(data.gather_right(data.out));
}

static int run_scatter(bool large) {
  const Permutation data(large);
  const int n = data.n;
  const float* in = device(data.in);
  const int* place = device(data.place);
  float* out = device(data.out);
  serve([&] {
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { out[place[i[0]]] = in[i[0]]; });
  });
  return verdict(data.scatter_right(host(out, n)));
}

static int run_search(bool large) {
  const Search data(large);
  const int length = int(data.pattern.size()), last = data.n - length;
  const std::uint8_t *text = device(data.text), *pattern = device(data.pattern);
  unsigned* count = device(std::vector<unsigned>(1));
  const long steps = serve([&] {
    hc::parallel_for_each(hc::extent<1>(last + 1), [=](hc::index<1> i) [[hc]] {
      for (int k = 0; k < length; ++k)
        if (text[i[0] + k] != pattern[k]) return;
      hc::atomic_fetch_add(count, 1u);
    });
  });
  return verdict(data.right(host(count, 1)[0], steps));
}

static int run_particles_soa(bool large) {
  const Particles data(large);
  const int n = data.n;
  const float dt = data.dt;
  float *x = device(data.x), *y = device(data.y), *z = device(data.z);
  float *vx = device(data.vx), *vy = device(data.vy), *vz = device(data.vz);
  const long steps = serve([&] {
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> id) [[hc]] {
      const int i = id[0];
      x[i] += vx[i] * dt;
      y[i] += vy[i] * dt;
      z[i] += vz[i] * dt;
      if (x[i] < 0 || x[i] > 1) vx[i] = -vx[i];
      if (y[i] < 0 || y[i] > 1) vy[i] = -vy[i];
      if (z[i] < 0 || z[i] > 1) vz[i] = -vz[i];
    });
  });
  return verdict(data.right(host(x, n), host(y, n), host(z, n), steps));
}

static int run_particles_aos(bool large) {
  const Particles data(large);
  std::vector<Particle> structs = data.structs();
  hc::array_view<Particle> particles(data.n, structs);
  const float dt = data.dt;
  const long steps = serve([&] {
    hc::parallel_for_each(particles.get_extent(), [=](hc::index<1> i) [[hc]] {
      Particle p = particles[i];
      p.x += p.vx * dt;
      p.y += p.vy * dt;
      p.z += p.vz * dt;
      if (p.x < 0 || p.x > 1) p.vx = -p.vx;
      if (p.y < 0 || p.y > 1) p.vy = -p.vy;
      if (p.z < 0 || p.z > 1) p.vz = -p.vz;
      particles[i] = p;
    });
  });
  particles.synchronize();
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
