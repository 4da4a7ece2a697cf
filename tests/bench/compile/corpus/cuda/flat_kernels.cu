// The twin of ../flat_kernels.cpp in CUDA.
#define KERNEL(name, expression)                                                            \
  __global__ void name##_kernel(const float* a, const float* b, float* c, float s, int n) { \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                                    \
    if (i < n) c[i] = expression;                                                           \
  }                                                                                         \
  void name(const float* a, const float* b, float* c, float s, int n) {                     \
    name##_kernel<<<(n + 255) / 256, 256>>>(a, b, c, s, n);                                 \
  }
KERNEL(copy, a[i])
KERNEL(scale, s* a[i])
KERNEL(add, a[i] + b[i])
KERNEL(triad, a[i] + s * b[i])
KERNEL(larger, a[i] > b[i] ? a[i] : b[i])
KERNEL(clamp, a[i]<s ? s : a[i]> b[i] ? b[i] : a[i])
KERNEL(square, a[i] * a[i] - b[i] * b[i])
KERNEL(smooth, 0.25f * a[i] + 0.5f * b[i] + 0.25f * s)
