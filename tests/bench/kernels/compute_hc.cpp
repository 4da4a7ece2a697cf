// Kernels that compute much, in HC.
#include "hc_suite.hpp"
//
#include "compute.hpp"

using namespace compute;
using namespace suite;

static int run_nbody(bool large) {
  const Bodies data(large);
  const int n = data.n;
  const Body* position = device(data.bodies);
  Body* acceleration = device(data.result);
  serve([&] {
    hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static Body block[tile];
      const int local = t.local[0];
      const Body me = position[t.global[0]];
      float ax = 0, ay = 0, az = 0;
      for (int start = 0; start < n; start += tile) {
        block[local] = position[start + local];
        t.barrier.wait();
        for (int j = 0; j < tile; ++j) {
          const float dx = block[j].x - me.x, dy = block[j].y - me.y, dz = block[j].z - me.z;
          const float r = hc::precise_math::rsqrtf(dx * dx + dy * dy + dz * dz + softening);
          const float f = block[j].w * r * r * r;
          ax += f * dx;
          ay += f * dy;
          az += f * dz;
        }
        t.barrier.wait();
      }
      acceleration[t.global[0]] = Body{ax, ay, az, 0};
    });
  });
  return verdict(data.right(host(acceleration, n)));
}

static int run_clusters(bool large) {
  Points data(large);
  hc::array_view<const float> x(data.n, data.x), y(data.n, data.y);
  hc::array_view<const float> cx(data.clusters, data.cx), cy(data.clusters, data.cy);
  hc::array_view<int> found(data.n, data.found);
  const int clusters = data.clusters;
  serve([&] {
    hc::parallel_for_each(found.get_extent(), [=](hc::index<1> i) [[hc]] {
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
    });
  });
  found.synchronize();
  return verdict(data.right(data.found));
}

static int run_options(bool large) {
  const Options data(large);
  const int n = data.n;
  const float rate = data.rate, volatility = data.volatility;
  const float *price = device(data.price), *strike = device(data.strike), *years = device(data.years);
  float *call = device(data.call), *put = device(data.put);
  serve([&] {
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> id) [[hc]] {
      using namespace hc::precise_math;
      const int i = id[0];
      const float p = price[i], s = strike[i], t = years[i], root = sqrtf(t);
      const float d1 = (logf(p / s) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
      const float d2 = d1 - volatility * root, paid = s * expf(-rate * t);
      call[i] = p * 0.5f * erfcf(-d1 * 0.70710678f) - paid * 0.5f * erfcf(-d2 * 0.70710678f);
      put[i] = paid * 0.5f * erfcf(d2 * 0.70710678f) - p * 0.5f * erfcf(d1 * 0.70710678f);
    });
  });
  return verdict(data.right(host(call, n), host(put, n)));
}

static int run_pi(bool large) {
  const Pi data(large);
  const int items = data.items, samples = data.samples;
  int* hits = device(data.hits);
  serve([&] {
    hc::parallel_for_each(hc::extent<1>(items),
                          [=](hc::index<1> i) [[hc]] { hits[i[0]] = inside(std::uint32_t(i[0]), samples); });
  });
  return verdict(data.right(host(hits, items)));
}

static int run_mandelbrot(bool large) {
  Set data(large);
  const int width = data.width, height = data.height;
  hc::array_view<int, 2> steps(height, width, data.steps);
  serve([&] {
    hc::parallel_for_each(steps.get_extent(),
                          [=](hc::index<2> i) [[hc]] { steps[i] = mandelbrot(i[1], i[0], width, height); });
  });
  steps.synchronize();
  return verdict(data.right(data.steps));
}

static int run_spheres(bool large) {
  Scene data(large);
  const int width = data.width, height = data.height, samples = data.samples;
  const int count = int(data.spheres.size());
  const Sphere* spheres = device(data.spheres);
  hc::array_view<float, 2> picture(height, width, data.picture);
  serve([&] {
    hc::parallel_for_each(picture.get_extent(), [=](hc::index<2> i) [[hc]] {
      picture[i] = pixel(spheres, count, i[1], i[0], width, height, samples);
    });
  });
  picture.synchronize();
  return verdict(data.right(data.picture));
}

int main(int argc, char** argv) {
  static const Case cases[] = {{"n-body", run_nbody},          {"k-means", run_clusters},
                               {"black-scholes", run_options}, {"pi", run_pi},
                               {"mandelbrot", run_mandelbrot}, {"spheres", run_spheres}};
  return main_of(cases, argc, argv);
}
