// The twin of ../saxpy.cpp in CUDA.
__global__ void saxpy_kernel(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
void saxpy(const float* x, float* y, float a, int n) { saxpy_kernel<<<(n + 255) / 256, 256>>>(x, y, a, n); }
