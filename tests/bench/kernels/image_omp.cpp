// Kernels over pictures and arrays that change their order, with OpenMP.
#include "image.hpp"
#include "omp_suite.hpp"

using namespace image;
using namespace suite;

static int clamped(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

static int run_blur(bool large) {
  Blur data(large);
  const int width = data.width, height = data.height;
  std::vector<float> rows(data.in.size());
  const float *in = data.in.data(), *weight = data.weights.data();
  float *between = rows.data(), *out = data.out.data();
  serve([&] {
#pragma omp parallel for
    for (int y = 0; y < height; ++y)
#pragma omp simd
      for (int x = 0; x < width; ++x) {
        float sum = 0;
        for (int k = -radius; k <= radius; ++k)
          sum += weight[k + radius] * in[y * width + clamped(x + k, width)];
        between[y * width + x] = sum;
      }
#pragma omp parallel for
    for (int y = 0; y < height; ++y)
#pragma omp simd
      for (int x = 0; x < width; ++x) {
        float sum = 0;
        for (int k = -radius; k <= radius; ++k)
          sum += weight[k + radius] * between[clamped(y + k, height) * width + x];
        out[y * width + x] = sum;
      }
  });
  return verdict(data.right(data.out));
}

static int run_convolution(bool large) {
  Convolution data(large);
  const int width = data.width, height = data.height;
  const float *in = data.in.data(), *weights = data.weights.data();
  float* out = data.out.data();
  serve([&] {
#pragma omp parallel for
    for (int y = 0; y < height; ++y)
#pragma omp simd
      for (int x = 0; x < width; ++x) {
        float sum = 0;
        for (int dy = -around; dy <= around; ++dy)
          for (int dx = -around; dx <= around; ++dx)
            sum += weights[(dy + around) * 5 + dx + around] *
                   in[clamped(y + dy, height) * width + clamped(x + dx, width)];
        out[y * width + x] = sum;
      }
  });
  return verdict(data.right(data.out));
}

static int run_bilateral(bool large) {
  Bilateral data(large);
  const int width = data.width, height = data.height;
  const float space = data.space, range = data.range, *in = data.in.data();
  float* out = data.out.data();
  serve([&] {
#pragma omp parallel for
    for (int y = 0; y < height; ++y)
#pragma omp simd
      for (int x = 0; x < width; ++x) {
        const float here = in[y * width + x];
        float sum = 0, total = 0;
        for (int dy = -neighbour; dy <= neighbour; ++dy)
          for (int dx = -neighbour; dx <= neighbour; ++dx) {
            const float other = in[clamped(y + dy, height) * width + clamped(x + dx, width)];
            const float step = other - here;
            const float weight = std::exp(-float(dx * dx + dy * dy) * space - step * step * range);
            sum += weight * other;
            total += weight;
          }
        out[y * width + x] = sum / total;
      }
  });
  return verdict(data.right(data.out));
}

static int run_transpose(bool large) {
  Picture data(large ? 12288 : 1024);
  const int width = data.width, height = data.height;
  const float* in = data.in.data();
  float* out = data.out.data();
  serve([&] {
#pragma omp parallel for
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) out[x * height + y] = in[y * width + x];
  });
  return verdict(data.transposed(data.out));
}

static int run_transpose_tiled(bool large) {
  Picture data(large ? 12288 : 1024);
  const int width = data.width, height = data.height;
  const float* in = data.in.data();
  float* out = data.out.data();
  serve([&] {
#pragma omp parallel for collapse(2)
    for (int y = 0; y < height; y += tile)
      for (int x = 0; x < width; x += tile)
        for (int ly = y; ly < y + tile; ++ly)
          for (int lx = x; lx < x + tile; ++lx) out[lx * height + ly] = in[ly * width + lx];
  });
  return verdict(data.transposed(data.out));
}

static int run_permute(bool large) {
  Permute data(large);
  const int depth = data.depth, height = data.height, width = data.width;
  const float* in = data.in.data();
  float* out = data.out.data();
  serve([&] {
#pragma omp parallel for collapse(2)
    for (int z = 0; z < depth; ++z)
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) out[(x * depth + z) * height + y] = in[(z * height + y) * width + x];
  });
  return verdict(data.right(data.out));
}

int main(int argc, char** argv) {
  static const Case cases[] = {
      {"blur", run_blur},           {"convolution", run_convolution},         {"bilateral", run_bilateral},
      {"transpose", run_transpose}, {"transpose-tiled", run_transpose_tiled}, {"permute-3d", run_permute}};
  return main_of(cases, argc, argv);
}
