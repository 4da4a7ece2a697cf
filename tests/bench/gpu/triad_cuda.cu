// The same triad in CUDA C++. Arguments: [elements] [repetitions].
#include "triad.hpp"

__global__ void triad(float* a, const float* b, const float* c, float s) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = b[i] + s * c[i];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 28;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 100;
  std::vector<float> ha(n, -1.0f), hb(n), hc(n);
  triad_inputs(hb, hc);
  const std::size_t bytes = sizeof(float) * std::size_t(n);
  float *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, ha.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, hb.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(c, hc.data(), bytes, cudaMemcpyHostToDevice);
  const float s = triad_scalar;
  for (int r = 0; r < 5; ++r) triad<<<n / 1024, 1024>>>(a, b, c, s);
  cudaDeviceSynchronize();
  const double start = seconds_now();
  for (int r = 0; r < repetitions; ++r) triad<<<n / 1024, 1024>>>(a, b, c, s);
  cudaDeviceSynchronize();
  const double each = (seconds_now() - start) / repetitions;
  cudaMemcpy(ha.data(), a, bytes, cudaMemcpyDeviceToHost);
  if (cudaGetLastError() != cudaSuccess) return 1;
  return triad_report(ha, hb, hc, each);
}
