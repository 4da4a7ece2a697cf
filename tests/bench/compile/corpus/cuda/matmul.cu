// The twin of ../matmul.cpp in CUDA.
#include <vector>

template <class T>
T* upload(const std::vector<T>& data) {
  T* place = nullptr;
  cudaMalloc(&place, data.size() * sizeof(T));
  cudaMemcpy(place, data.data(), data.size() * sizeof(T), cudaMemcpyHostToDevice);
  return place;
}

__global__ void matmul_kernel(const float* a, const float* b, float* c, int n) {
  constexpr int T = 16;
  __shared__ float sa[T][T], sb[T][T];
  const int row = threadIdx.y, column = threadIdx.x;
  const int y = blockIdx.y * T + row, x = blockIdx.x * T + column;
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    sa[row][column] = a[y * n + k + column];
    sb[row][column] = b[(k + row) * n + x];
    __syncthreads();
    for (int j = 0; j < T; ++j) sum += sa[row][j] * sb[j][column];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

void matmul(const std::vector<float>& left, const std::vector<float>& right, std::vector<float>& product,
            int n) {
  float *a = upload(left), *b = upload(right), *c = upload(product);
  matmul_kernel<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
  cudaMemcpy(product.data(), c, product.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (float* p : {a, b, c}) cudaFree(p);
}
