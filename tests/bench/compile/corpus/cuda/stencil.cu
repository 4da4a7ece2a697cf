// The twin of ../stencil.cpp in CUDA.
#include <utility>
#include <vector>

static __host__ __device__ float blend(float centre, float around, float rate) {
  return centre + rate * (0.25f * around - centre);
}

__global__ void relax_kernel(const float* a, float* b, int rows, int columns) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
  if (y <= 0 || x <= 0 || y >= rows - 1 || x >= columns - 1) return;
  const float* p = a + y * columns + x;
  b[y * columns + x] = blend(*p, p[-columns] + p[columns] + p[-1] + p[1], 0.9f);
}

void relax(std::vector<float>& field, int rows, int columns, int steps) {
  const std::size_t bytes = field.size() * sizeof(float);
  float *a = nullptr, *b = nullptr;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMemcpy(a, field.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, field.data(), bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < steps; ++step) {
    relax_kernel<<<dim3((columns + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(a, b, rows, columns);
    std::swap(a, b);
  }
  cudaMemcpy(field.data(), a, bytes, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
}
