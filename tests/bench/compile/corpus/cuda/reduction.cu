// The twin of ../reduction.cpp in CUDA.
#include <numeric>
#include <vector>

__global__ void sum_kernel(const float* data, float* out, int count) {
  __shared__ float shared[256];
  const int local = threadIdx.x, i = blockIdx.x * 256 + local;
  shared[local] = i < count ? data[i] : 0;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (local < half) shared[local] += shared[local + half];
    __syncthreads();
  }
  if (local == 0) out[blockIdx.x] = shared[0];
}

float sum(const float* data, int count) {
  const int groups = (count + 255) / 256;
  std::vector<float> partial(groups);
  float* out = nullptr;
  cudaMalloc(&out, groups * sizeof(float));
  sum_kernel<<<groups, 256>>>(data, out, count);
  cudaMemcpy(partial.data(), out, groups * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return std::accumulate(partial.begin(), partial.end(), 0.0f);
}
