// The same tiled all-pairs n-body in CUDA C++. Arguments: [bodies] [steps].
#include "nbody.hpp"

__global__ void nbody(int n, const Body* position, Body* acceleration) {
  __shared__ Body tile[tile_size];
  const int local = threadIdx.x;
  const int global = blockIdx.x * tile_size + local;
  const Body me = position[global];
  float ax = 0, ay = 0, az = 0;
  for (int start = 0; start < n; start += tile_size) {
    tile[local] = position[start + local];
    __syncthreads();
#pragma unroll 32
    for (int j = 0; j < tile_size; ++j) {
      const float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      const float r = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
      const float f = tile[j].w * r * r * r;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    __syncthreads();
  }
  acceleration[global] = Body{ax, ay, az, 0};
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 262144;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 5;
  std::vector<Body> bodies = make_bodies(n), result(n, Body{-1, -1, -1, -1});
  const std::size_t bytes = sizeof(Body) * std::size_t(n);
  Body *position, *acceleration;
  cudaMalloc(&position, bytes);
  cudaMalloc(&acceleration, bytes);
  cudaMemcpy(position, bodies.data(), bytes, cudaMemcpyHostToDevice);
  nbody<<<n / tile_size, tile_size>>>(n, position, acceleration);
  cudaDeviceSynchronize();
  const double start = seconds_now();
  for (int s = 0; s < steps; ++s) nbody<<<n / tile_size, tile_size>>>(n, position, acceleration);
  cudaDeviceSynchronize();
  const double each = (seconds_now() - start) / steps;
  cudaMemcpy(result.data(), acceleration, bytes, cudaMemcpyDeviceToHost);
  if (cudaGetLastError() != cudaSuccess) return 1;
  return nbody_report(bodies, result, each);
}
