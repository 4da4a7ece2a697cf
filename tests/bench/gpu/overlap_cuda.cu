#include "overlap.hpp"

__global__ void compute(float* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = data[i];
#pragma unroll 8
  for (int r = 0; r < rounds; ++r) x = __fmaf_rn(x, 0.999f, 0.5f);
  data[i] = x;
}

int main(int argc, char** argv) {
  const bool pipelined = argc < 2 || std::strcmp(argv[1], "serial") != 0;
  const size_t bytes = sizeof(float) * chunk;
  float *source, *result;
  if (cudaMallocHost(&source, bytes * chunks) != cudaSuccess) return 1;
  if (cudaMallocHost(&result, bytes * chunks) != cudaSuccess) return 1;
  for (long i = 0; i < static_cast<long>(chunk) * chunks; ++i) source[i] = static_cast<float>(i % 1000);
  cudaStream_t streams[queues];
  float* buffers[queues];
  for (int q = 0; q < queues; ++q) {
    cudaStreamCreateWithFlags(&streams[q], cudaStreamNonBlocking);
    if (cudaMalloc(&buffers[q], bytes) != cudaSuccess) return 1;
  }
  const auto step = [&] {
    for (int c = 0; c < chunks; ++c) {
      const int q = pipelined ? c % queues : 0;
      const long at = static_cast<long>(c) * chunk;
      cudaMemcpyAsync(buffers[q], source + at, bytes, cudaMemcpyHostToDevice, streams[q]);
      if (!pipelined) cudaStreamSynchronize(streams[q]);
      compute<<<chunk / 256, 256, 0, streams[q]>>>(buffers[q]);
      if (!pipelined) cudaStreamSynchronize(streams[q]);
      cudaMemcpyAsync(result + at, buffers[q], bytes, cudaMemcpyDeviceToHost, streams[q]);
      if (!pipelined) cudaStreamSynchronize(streams[q]);
    }
    for (int q = 0; q < queues; ++q) cudaStreamSynchronize(streams[q]);
  };
  const double seconds = median_seconds(5, step);
  return report(seconds, all_right(result, source));
}
