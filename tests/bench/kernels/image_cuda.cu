// Kernels over pictures and arrays that change their order, in CUDA C++.
#include "cuda_suite.cuh"
#include "image.hpp"

using namespace image;
using namespace suite;

__global__ void blur_rows(int width, int height, const float* weight, const float* in, float* between) {
  const int x0 = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x0 >= width || y >= height) return;
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) {
    int x = x0 + k;
    x = x < 0 ? 0 : x >= width ? width - 1 : x;
    sum += weight[k + radius] * in[y * width + x];
  }
  between[y * width + x0] = sum;
}

__global__ void blur_columns(int width, int height, const float* weight, const float* between, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y0 = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y0 >= height) return;
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) {
    int y = y0 + k;
    y = y < 0 ? 0 : y >= height ? height - 1 : y;
    sum += weight[k + radius] * between[y * width + x];
  }
  out[y0 * width + x] = sum;
}

static int run_blur(bool large) {
  const Blur data(large);
  const int width = data.width, height = data.height;
  const float *in = device(data.in), *weights = device(data.weights);
  float *between = device(data.out), *out = device(data.out);
  serve([&] {
    blur_rows<<<over(flat2(), width, height), flat2()>>>(width, height, weights, in, between);
    blur_columns<<<over(flat2(), width, height), flat2()>>>(width, height, weights, between, out);
  });
  return verdict(data.right(host(out, data.out.size())));
}

__global__ void convolution(int width, int height, const float* weights, const float* in, float* out) {
  const int x0 = blockIdx.x * blockDim.x + threadIdx.x, y0 = blockIdx.y * blockDim.y + threadIdx.y;
  if (x0 >= width || y0 >= height) return;
  float sum = 0;
  for (int dy = -around; dy <= around; ++dy)
    for (int dx = -around; dx <= around; ++dx) {
      int y = y0 + dy, x = x0 + dx;
      y = y < 0 ? 0 : y >= height ? height - 1 : y;
      x = x < 0 ? 0 : x >= width ? width - 1 : x;
      sum += weights[(dy + around) * 5 + dx + around] * in[y * width + x];
    }
  out[y0 * width + x0] = sum;
}

static int run_convolution(bool large) {
  const Convolution data(large);
  const int width = data.width, height = data.height;
  const float *in = device(data.in), *weights = device(data.weights);
  float* out = device(data.out);
  serve([&] { convolution<<<over(flat2(), width, height), flat2()>>>(width, height, weights, in, out); });
  return verdict(data.right(host(out, data.out.size())));
}

__global__ void bilateral(int width, int height, float space, float range, const float* in, float* out) {
  const int x0 = blockIdx.x * blockDim.x + threadIdx.x, y0 = blockIdx.y * blockDim.y + threadIdx.y;
  if (x0 >= width || y0 >= height) return;
  const float here = in[y0 * width + x0];
  float sum = 0, total = 0;
  for (int dy = -neighbour; dy <= neighbour; ++dy)
    for (int dx = -neighbour; dx <= neighbour; ++dx) {
      int y = y0 + dy, x = x0 + dx;
      y = y < 0 ? 0 : y >= height ? height - 1 : y;
      x = x < 0 ? 0 : x >= width ? width - 1 : x;
      const float other = in[y * width + x], step = other - here;
      const float weight = expf(-float(dx * dx + dy * dy) * space - step * step * range);
      sum += weight * other;
      total += weight;
    }
  out[y0 * width + x0] = sum / total;
}

static int run_bilateral(bool large) {
  const Bilateral data(large);
  const int width = data.width, height = data.height;
  const float* in = device(data.in);
  float* out = device(data.out);
  serve([&] {
    bilateral<<<over(flat2(), width, height), flat2()>>>(width, height, data.space, data.range, in, out);
  });
  return verdict(data.right(host(out, data.out.size())));
}

__global__ void transpose(int width, int height, const float* in, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

static int run_transpose(bool large) {
  const Picture data(large ? 12288 : 1024);
  const float* in = device(data.in);
  float* out = device(data.out);
  const dim3 blocks = over(flat2(), data.width, data.height);
  serve([&] { transpose<<<blocks, flat2()>>>(data.width, data.height, in, out); });
  return verdict(data.transposed(host(out, data.out.size())));
}

__global__ void transpose_tiled(int width, int height, const float* in, float* out) {
  __shared__ float block[tile][tile + 1];
  const int ly = threadIdx.y, lx = threadIdx.x;
  block[ly][lx] = in[(blockIdx.y * tile + ly) * width + blockIdx.x * tile + lx];
  __syncthreads();
  out[(blockIdx.x * tile + ly) * height + blockIdx.y * tile + lx] = block[lx][ly];
}

static int run_transpose_tiled(bool large) {
  const Picture data(large ? 12288 : 1024);
  const float* in = device(data.in);
  float* out = device(data.out);
  const dim3 block(tile, tile), blocks(data.width / tile, data.height / tile);
  serve([&] { transpose_tiled<<<blocks, block>>>(data.width, data.height, in, out); });
  return verdict(data.transposed(host(out, data.out.size())));
}

__global__ void permute(int depth, int height, int width, const float* in, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < width && y < height && z < depth)
    out[(x * depth + z) * height + y] = in[(z * height + y) * width + x];
}

static int run_permute(bool large) {
  const Permute data(large);
  const int depth = data.depth, height = data.height, width = data.width;
  const float* in = device(data.in);
  float* out = device(data.out);
  serve([&] { permute<<<over(flat3(), width, height, depth), flat3()>>>(depth, height, width, in, out); });
  return verdict(data.right(host(out, data.out.size())));
}

int main(int argc, char** argv) {
  static const Case cases[] = {
      {"blur", run_blur},           {"convolution", run_convolution},         {"bilateral", run_bilateral},
      {"transpose", run_transpose}, {"transpose-tiled", run_transpose_tiled}, {"permute-3d", run_permute}};
  return main_of(cases, argc, argv);
}
