// The twin of ../mandelbrot.cpp in CUDA.
#include <vector>

struct Complex {
  float re, im;
};

__global__ void draw_kernel(int* pixels, int width, int height) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= height || x >= width) return;
  const Complex c{x * 3.0f / width - 2, y * 2.0f / height - 1};
  Complex z{0, 0};
  int n = 0;
  while (n < 256 && z.re * z.re + z.im * z.im < 4) {
    z = {z.re * z.re - z.im * z.im + c.re, 2 * z.re * z.im + c.im};
    ++n;
  }
  pixels[y * width + x] = n;
}

void draw(std::vector<int>& image, int width, int height) {
  int* pixels = nullptr;
  cudaMalloc(&pixels, image.size() * sizeof(int));
  draw_kernel<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(pixels, width, height);
  cudaMemcpy(image.data(), pixels, image.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(pixels);
}
