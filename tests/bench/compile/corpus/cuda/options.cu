// The twin of ../options.cpp in CUDA.
#include <cmath>

static __device__ float normal(float x) { return 0.5f * erfcf(-x * 0.70710678f); }

__global__ void price_kernel(float* c, float* p, const float* s, const float* k, float rate, float spread,
                             float years, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float root = sqrtf(years);
  const float d1 = (logf(s[i] / k[i]) + (rate + 0.5f * spread * spread) * years) / (spread * root);
  const float d2 = d1 - spread * root, discount = expf(-rate * years);
  c[i] = s[i] * normal(d1) - k[i] * discount * normal(d2);
  p[i] = k[i] * discount * normal(-d2) - s[i] * normal(-d1);
}

void price(float* call, float* put, const float* spot, const float* strike, float rate, float spread,
           float years, int n) {
  price_kernel<<<(n + 255) / 256, 256>>>(call, put, spot, strike, rate, spread, years, n);
}
