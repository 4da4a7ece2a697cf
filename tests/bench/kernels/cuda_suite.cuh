// The CUDA half of suite.hpp.
#pragma once
#define KERNEL_CODE __host__ __device__
#include "suite.hpp"

namespace suite {

template <class T>
T* device(const std::vector<T>& values) {
  T* made = nullptr;
  cudaMalloc(&made, values.size() * sizeof(T));
  cudaMemcpy(made, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return made;
}

template <class T>
std::vector<T> host(const T* values, std::size_t n) {
  std::vector<T> copied(n);
  cudaMemcpy(copied.data(), values, n * sizeof(T), cudaMemcpyDeviceToHost);
  if (cudaGetLastError() != cudaSuccess) std::exit(1);
  return copied;
}

template <class Step>
long serve(Step&& step) {
  return serve(step, [] { cudaDeviceSynchronize(); });
}

inline int blocks(long n, int block) { return int((n + block - 1) / block); }

// Blocks of flat kernels, as engineers write them.
constexpr int flat = 256;
inline dim3 flat2() { return dim3(32, 8); }
inline dim3 flat3() { return dim3(32, 4, 2); }
inline dim3 over(dim3 block, int x, int y, int z = 1) {
  return dim3(blocks(x, block.x), blocks(y, block.y), blocks(z, block.z));
}

}  // namespace suite
