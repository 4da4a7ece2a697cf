// The CUDA half of the idiomatic kernels.
#pragma once
#include "idioms.hpp"

static void wait() { cudaDeviceSynchronize(); }

template <class T>
T* dev(const std::vector<T>& v) {
  T* p = nullptr;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

#define RUN(name, out, ...)                                                                       \
  {                                                                                               \
    const double us = timed([&] __VA_ARGS__, wait);                                               \
    cudaMemcpy(out##_v.data(), out, out##_v.size() * sizeof(out##_v[0]), cudaMemcpyDeviceToHost); \
    if (cudaGetLastError() != cudaSuccess) std::exit(1);                                          \
    say(name, us, out##_v);                                                                       \
  }
#define I1 int i = blockIdx.x * blockDim.x + threadIdx.x
#define I2 int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y
#define FLAT(n) ((n) + 255) / 256, 256
#define FLAT2(h, w) dim3(((w) + 31) / 32, ((h) + 7) / 8), dim3(32, 8)
