// Kernels that read a cell's neighbours, in CUDA C++.
#include "cuda_suite.cuh"
#include "stencil.hpp"

using namespace stencil;
using namespace suite;

__global__ void five(int width, int height, float rate, const float* in, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const int i = y * width + x;
  out[i] = in[i] + rate * (in[i - width] + in[i + width] + in[i - 1] + in[i + 1] - 4 * in[i]);
}

static int run_five(bool large) {
  const Plane data(large);
  const int width = data.width, height = data.height;
  const float* in = device(data.in);
  float* out = device(data.out);
  serve([&] { five<<<over(flat2(), width, height), flat2()>>>(width, height, data.rate, in, out); });
  return verdict(data.right(host(out, data.out.size())));
}

__global__ void seven(int edge, float rate, const float* in, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= edge - 1 || y >= edge - 1 || z >= edge - 1) return;
  const int i = (z * edge + y) * edge + x, row = edge, layer = edge * edge;
  out[i] = in[i] + rate * (in[i - 1] + in[i + 1] + in[i - row] + in[i + row] + in[i - layer] + in[i + layer] -
                           6 * in[i]);
}

// The twin of both HC kernels, with pointers and with views.
static int run_seven(bool large) {
  const Box data(large);
  const int edge = data.edge;
  const float* in = device(data.in);
  float* out = device(data.out);
  serve([&] { seven<<<over(flat3(), edge, edge, edge), flat3()>>>(edge, data.rate, in, out); });
  return verdict(data.seven_right(host(out, data.out.size())));
}

__global__ void twenty_seven(int edge, const float* in, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= edge - 1 || y >= edge - 1 || z >= edge - 1) return;
  float sum = 0;
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) sum += in[((z + dz) * edge + y + dy) * edge + x + dx];
  out[(z * edge + y) * edge + x] = sum * (1.0f / 27);
}

static int run_twenty_seven(bool large) {
  const Box data(large);
  const int edge = data.edge;
  const float* in = device(data.in);
  float* out = device(data.out);
  serve([&] { twenty_seven<<<over(flat3(), edge, edge, edge), flat3()>>>(edge, in, out); });
  return verdict(data.twenty_seven_right(host(out, data.out.size())));
}

__global__ void life(int width, int height, const std::uint8_t* in, std::uint8_t* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int up = y > 0 ? y - 1 : height - 1, down = y < height - 1 ? y + 1 : 0;
  const int left = x > 0 ? x - 1 : width - 1, right = x < width - 1 ? x + 1 : 0;
  const int count = in[up * width + left] + in[up * width + x] + in[up * width + right] +
                    in[y * width + left] + in[y * width + right] + in[down * width + left] +
                    in[down * width + x] + in[down * width + right];
  out[y * width + x] = count == 3 || (count == 2 && in[y * width + x]);
}

static int run_life(bool large) {
  const Life data(large);
  const int width = data.width, height = data.height;
  const std::uint8_t* in = device(data.in);
  std::uint8_t* out = device(data.out);
  serve([&] { life<<<over(flat2(), width, height), flat2()>>>(width, height, in, out); });
  return verdict(data.right(host(out, data.out.size())));
}

__global__ void lattice(int width, int height, float omega, const float* in, float* out) {
  const int cx[directions] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  const int cy[directions] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const float weight[directions] = {4.f / 9,  1.f / 9,  1.f / 9,  1.f / 9, 1.f / 9,
                                    1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int cells = width * height;
  float f[directions], rho = 0, ux = 0, uy = 0;
  for (int k = 0; k < directions; ++k) {
    const int fx = (x - cx[k] + width) % width, fy = (y - cy[k] + height) % height;
    f[k] = in[k * cells + fy * width + fx];
    rho += f[k];
    ux += cx[k] * f[k];
    uy += cy[k] * f[k];
  }
  ux /= rho;
  uy /= rho;
  const float square = 1.5f * (ux * ux + uy * uy);
  for (int k = 0; k < directions; ++k) {
    const float along = 3 * (cx[k] * ux + cy[k] * uy);
    const float rest = weight[k] * rho * (1 + along + 0.5f * along * along - square);
    out[k * cells + y * width + x] = f[k] + omega * (rest - f[k]);
  }
}

static int run_lattice(bool large) {
  const Lattice data(large);
  const int width = data.width, height = data.height;
  const float* in = device(data.in);
  float* out = device(data.out);
  serve([&] { lattice<<<over(flat2(), width, height), flat2()>>>(width, height, data.omega, in, out); });
  return verdict(data.right(host(out, data.out.size())));
}

int main(int argc, char** argv) {
  static const Case cases[] = {
      {"stencil-5", run_five},          {"stencil-7", run_seven}, {"stencil-7-views", run_seven},
      {"stencil-27", run_twenty_seven}, {"life", run_life},       {"lattice", run_lattice}};
  return main_of(cases, argc, argv);
}
