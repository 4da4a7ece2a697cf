// The twin of ../histogram.cpp in CUDA.
__global__ void count_kernel(const unsigned* data, unsigned* bins) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&local[data[blockIdx.x * 256 + threadIdx.x] & 255], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

void count(const unsigned* data, unsigned* bins, int n) { count_kernel<<<n / 256, 256>>>(data, bins); }
