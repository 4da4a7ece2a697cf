// Kernels that compute much, with OpenMP.
#include "omp_suite.hpp"
//
#include "compute.hpp"

using namespace compute;
using namespace suite;

static int run_nbody(bool large) {
  Bodies data(large);
  const int n = data.n;
  const Body* position = data.bodies.data();
  Body* acceleration = data.result.data();
  serve([&] {
#pragma omp parallel for
    for (int i = 0; i < n; ++i) {
      const Body me = position[i];
      float ax = 0, ay = 0, az = 0;
#pragma omp simd reduction(+ : ax, ay, az)
      for (int j = 0; j < n; ++j) {
        const float dx = position[j].x - me.x, dy = position[j].y - me.y, dz = position[j].z - me.z;
        const float r = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
        const float f = position[j].w * r * r * r;
        ax += f * dx;
        ay += f * dy;
        az += f * dz;
      }
      acceleration[i] = Body{ax, ay, az, 0};
    }
  });
  return verdict(data.right(data.result));
}

static int run_clusters(bool large) {
  Points data(large);
  const int n = data.n, clusters = data.clusters;
  const float *x = data.x.data(), *y = data.y.data(), *cx = data.cx.data(), *cy = data.cy.data();
  int* found = data.found.data();
  serve([&] {
#pragma omp parallel for simd
    for (int i = 0; i < n; ++i) {
      float least = 1e30f;
      int best = 0;
      for (int k = 0; k < clusters; ++k) {
        const float dx = x[i] - cx[k], dy = y[i] - cy[k];
        const float distance = dx * dx + dy * dy;
        if (distance < least) {
          least = distance;
          best = k;
        }
      }
      found[i] = best;
    }
  });
  return verdict(data.right(data.found));
}

static int run_options(bool large) {
  Options data(large);
  const int n = data.n;
  const float rate = data.rate, volatility = data.volatility;
  const float *price = data.price.data(), *strike = data.strike.data(), *years = data.years.data();
  float *call = data.call.data(), *put = data.put.data();
  serve([&] {
#pragma omp parallel for simd
    for (int i = 0; i < n; ++i) {
      const float p = price[i], s = strike[i], t = years[i], root = std::sqrt(t);
      const float d1 = (std::log(p / s) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
      const float d2 = d1 - volatility * root, paid = s * std::exp(-rate * t);
      call[i] = p * 0.5f * std::erfc(-d1 * 0.70710678f) - paid * 0.5f * std::erfc(-d2 * 0.70710678f);
      put[i] = paid * 0.5f * std::erfc(d2 * 0.70710678f) - p * 0.5f * std::erfc(d1 * 0.70710678f);
    }
  });
  return verdict(data.right(data.call, data.put));
}

static int run_pi(bool large) {
  Pi data(large);
  const int items = data.items, samples = data.samples;
  int* hits = data.hits.data();
  serve([&] {
#pragma omp parallel for simd
    for (int i = 0; i < items; ++i) hits[i] = inside(std::uint32_t(i), samples);
  });
  return verdict(data.right(data.hits));
}

static int run_mandelbrot(bool large) {
  Set data(large);
  const int width = data.width, height = data.height;
  int* steps = data.steps.data();
  serve([&] {
#pragma omp parallel for schedule(dynamic)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) steps[y * width + x] = mandelbrot(x, y, width, height);
  });
  return verdict(data.right(data.steps));
}

static int run_spheres(bool large) {
  Scene data(large);
  const int width = data.width, height = data.height, samples = data.samples;
  const int count = int(data.spheres.size());
  const Sphere* spheres = data.spheres.data();
  float* picture = data.picture.data();
  serve([&] {
#pragma omp parallel for schedule(dynamic)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        picture[y * width + x] = pixel(spheres, count, x, y, width, height, samples);
  });
  return verdict(data.right(data.picture));
}

int main(int argc, char** argv) {
  static const Case cases[] = {{"n-body", run_nbody},          {"k-means", run_clusters},
                               {"black-scholes", run_options}, {"pi", run_pi},
                               {"mandelbrot", run_mandelbrot}, {"spheres", run_spheres}};
  return main_of(cases, argc, argv);
}
