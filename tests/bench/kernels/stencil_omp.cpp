// Kernels that read a cell's neighbours, with OpenMP.
#include "omp_suite.hpp"
#include "stencil.hpp"

using namespace stencil;
using namespace suite;

static int run_five(bool large) {
  Plane data(large);
  const int width = data.width, height = data.height;
  const float rate = data.rate, *in = data.in.data();
  float* out = data.out.data();
  serve([&] {
#pragma omp parallel for
    for (int y = 1; y < height - 1; ++y)
#pragma omp simd
      for (int x = 1; x < width - 1; ++x) {
        const int i = y * width + x;
        out[i] = in[i] + rate * (in[i - width] + in[i + width] + in[i - 1] + in[i + 1] - 4 * in[i]);
      }
  });
  return verdict(data.right(data.out));
}

static int run_seven(bool large) {
  Box data(large);
  const int edge = data.edge, row = edge, layer = edge * edge;
  const float rate = data.rate, *in = data.in.data();
  float* out = data.out.data();
  serve([&] {
#pragma omp parallel for collapse(2)
    for (int z = 1; z < edge - 1; ++z)
      for (int y = 1; y < edge - 1; ++y)
#pragma omp simd
        for (int x = 1; x < edge - 1; ++x) {
          const int i = (z * edge + y) * edge + x;
          out[i] = in[i] + rate * (in[i - 1] + in[i + 1] + in[i - row] + in[i + row] + in[i - layer] +
                                   in[i + layer] - 6 * in[i]);
        }
  });
  return verdict(data.seven_right(data.out));
}

static int run_twenty_seven(bool large) {
  Box data(large);
  const int edge = data.edge;
  const float* in = data.in.data();
  float* out = data.out.data();
  serve([&] {
#pragma omp parallel for collapse(2)
    for (int z = 1; z < edge - 1; ++z)
      for (int y = 1; y < edge - 1; ++y)
#pragma omp simd
        for (int x = 1; x < edge - 1; ++x) {
          float sum = 0;
          for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
              for (int dx = -1; dx <= 1; ++dx) sum += in[((z + dz) * edge + y + dy) * edge + x + dx];
          out[(z * edge + y) * edge + x] = sum * (1.0f / 27);
        }
  });
  return verdict(data.twenty_seven_right(data.out));
}

static int run_life(bool large) {
  Life data(large);
  const int width = data.width, height = data.height;
  const std::uint8_t* in = data.in.data();
  std::uint8_t* out = data.out.data();
  serve([&] {
#pragma omp parallel for
    for (int y = 0; y < height; ++y) {
      const int up = y > 0 ? y - 1 : height - 1, down = y < height - 1 ? y + 1 : 0;
      for (int x = 0; x < width; ++x) {
        const int left = x > 0 ? x - 1 : width - 1, right = x < width - 1 ? x + 1 : 0;
        const int count = in[up * width + left] + in[up * width + x] + in[up * width + right] +
                          in[y * width + left] + in[y * width + right] + in[down * width + left] +
                          in[down * width + x] + in[down * width + right];
        out[y * width + x] = count == 3 || (count == 2 && in[y * width + x]);
      }
    }
  });
  return verdict(data.right(data.out));
}

static int run_lattice(bool large) {
  Lattice data(large);
  const int width = data.width, height = data.height, cells = width * height;
  const float omega = data.omega, *in = data.in.data();
  float* out = data.out.data();
  serve([&] {
    static const int cx[directions] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    static const int cy[directions] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    static const float weight[directions] = {4.f / 9,  1.f / 9,  1.f / 9,  1.f / 9, 1.f / 9,
                                             1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
#pragma omp parallel for
    for (int y = 0; y < height; ++y)
#pragma omp simd
      for (int x = 0; x < width; ++x) {
        float f[directions], rho = 0, ux = 0, uy = 0;
        for (int k = 0; k < directions; ++k) {
          const int fx = (x - cx[k] + width) % width, fy = (y - cy[k] + height) % height;
          f[k] = in[k * cells + fy * width + fx];
          rho += f[k];
          ux += float(cx[k]) * f[k];
          uy += float(cy[k]) * f[k];
        }
        ux /= rho;
        uy /= rho;
        const float square = 1.5f * (ux * ux + uy * uy);
        for (int k = 0; k < directions; ++k) {
          const float along = 3 * (float(cx[k]) * ux + float(cy[k]) * uy);
          const float rest = weight[k] * rho * (1 + along + 0.5f * along * along - square);
          out[k * cells + y * width + x] = f[k] + omega * (rest - f[k]);
        }
      }
  });
  return verdict(data.right(data.out));
}

int main(int argc, char** argv) {
  static const Case cases[] = {
      {"stencil-5", run_five},          {"stencil-7", run_seven}, {"stencil-7-views", run_seven},
      {"stencil-27", run_twenty_seven}, {"life", run_life},       {"lattice", run_lattice}};
  return main_of(cases, argc, argv);
}
