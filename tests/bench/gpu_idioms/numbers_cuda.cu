// Idiomatic kernels that nobody tuned for (numbers), in CUDA C++: the twin of numbers_hc.cpp.
#include "idioms_cuda.cuh"

__global__ void histogram(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
    unsigned v = in[k];
    atomicAdd(&bins[v & 255], 1u);
    atomicAdd(&bins[v >> 8 & 255], 1u);
    atomicAdd(&bins[v >> 16 & 255], 1u);
    atomicAdd(&bins[v >> 24], 1u);
  }
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

static void run_histogram() {
  const int n = 1 << 24;
  auto in_v = numbers<unsigned char>(n, 0, 256);
  std::vector<unsigned> out_v(256);
  std::vector<unsigned> in4(n / 4);
  memcpy(in4.data(), in_v.data(), n);
  auto in = dev(in4), out = dev(out_v);
  RUN("histogram", out, { histogram<<<1024, 256>>>(in, out, n / 4); })
}

__global__ void nbody(const V4* in, V3* out, int n) {
  __shared__ V4 s[256];
  I1;
  V4 me = in[i];
  float ax = 0, ay = 0, az = 0;
  for (int j = 0; j < n; j += 256) {
    s[threadIdx.x] = in[j + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 256; ++k) {
      float dx = s[k].x - me.x, dy = s[k].y - me.y, dz = s[k].z - me.z;
      float d = dx * dx + dy * dy + dz * dz + 1e-3f;
      float inv = 1.0f / sqrtf(d);
      float f = s[k].w * inv * inv * inv;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    __syncthreads();
  }
  out[i] = V3{ax, ay, az};
}

static void run_nbody_tile_struct() {
  const int n = 16384;
  auto in_v = numbers<float>(n * 4, 0, 1);
  std::vector<float> out_v(n * 3);
  auto in = dev(in_v), out = dev(out_v);
  RUN("nbody-tile-struct", out, { nbody<<<n / 256, 256>>>((V4*)in, (V3*)out, n); })
}

__global__ void hillis(const float* in, float* out) {
  __shared__ float s[2][256];
  I1;
  int l = threadIdx.x, cur = 0;
  s[0][l] = in[i];
  __syncthreads();
  for (int o = 1; o < 256; o *= 2) {
    s[1 - cur][l] = l >= o ? s[cur][l] + s[cur][l - o] : s[cur][l];
    cur = 1 - cur;
    __syncthreads();
  }
  out[i] = s[cur][l];
}

static void run_scan_hillis() {
  const int n = 1 << 22;
  auto in_v = numbers<float>(n, 0, 1);
  std::vector<float> out_v(n);
  auto in = dev(in_v), out = dev(out_v);
  RUN("scan-hillis", out, { hillis<<<n / 256, 256>>>(in, out); })
}

__global__ void dotd(const double* a, const double* b, double* out, int n) {
  __shared__ double s[256];
  I1;
  double sum = 0;
  for (int k = i; k < n; k += 512 * 256) sum += a[k] * b[k];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int h = 128; h > 0; h /= 2) {
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

static void run_dot_double() {
  const int n = 1 << 24;
  auto in_v = numbers<double>(n, 0, 1), b_v = numbers<double>(n, 0, 1, 2);
  std::vector<double> out_v(512);
  auto in = dev(in_v), b = dev(b_v), out = dev(out_v);
  RUN("dot-double", out, { dotd<<<512, 256>>>(in, b, out, n); })
}

__global__ void bs(const float* S, const float* X, const float* T, float* out, int n) {
  I1;
  if (i >= n) return;
  float s = S[i], x = X[i], t = T[i], q = sqrtf(t), d1 = (logf(s / x) + (0.02f + 0.045f) * t) / (0.3f * q),
        d2 = d1 - 0.3f * q;
  out[i] = s * 0.5f * erfcf(-d1 * 0.70710678f) - x * expf(-0.02f * t) * 0.5f * erfcf(-d2 * 0.70710678f);
}

static void run_black_scholes() {
  const int n = 1 << 22;
  auto S_v = numbers<float>(n, 5, 30), X_v = numbers<float>(n, 1, 100, 2),
       T_v = numbers<float>(n, 0.25, 10, 3);
  std::vector<float> out_v(n);
  auto S = dev(S_v), X = dev(X_v), T = dev(T_v), out = dev(out_v);
  RUN("black-scholes", out, { bs<<<FLAT(n)>>>(S, X, T, out, n); })
}

__global__ void binomial(const float* S, float* out, int n) {
  const int N = 64;
  I1;
  if (i >= n) return;
  float v[N + 1];
  float s = S[i], u = 1.02f, d = 1 / u;
  float p = s;
  for (int k = 0; k < N; ++k) p *= d;
  for (int k = 0; k <= N; ++k) {
    v[k] = p > 15 ? p - 15 : 0;
    p *= u * u;
  }
  for (int t = N; t > 0; --t)
    for (int k = 0; k < t; ++k) v[k] = 0.999f * (0.51f * v[k + 1] + 0.49f * v[k]);
  out[i] = v[0];
}

static void run_binomial() {
  const int n = 1 << 14;
  auto S_v = numbers<float>(n, 5, 30);
  std::vector<float> out_v(n);
  auto S = dev(S_v), out = dev(out_v);
  RUN("binomial", out, { binomial<<<FLAT(n)>>>(S, out, n); })
}

__global__ void rounds(const unsigned* in, unsigned* out, int n) {
  I1;
  if (i >= n) return;
  unsigned a = in[i], b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
  for (int r = 0; r < 64; ++r) {
    unsigned f = r < 16   ? (b & c) | (~b & d)
                 : r < 32 ? (d & b) | (~d & c)
                 : r < 48 ? b ^ c ^ d
                          : c ^ (b | ~d);
    unsigned t = d;
    d = c;
    c = b;
    unsigned v = a + f + 0x5a827999u * (r + 1);
    b = b + (v << 7 | v >> 25);
    a = t;
  }
  out[i] = a ^ b ^ c ^ d;
}

static void run_hash_rounds() {
  const int n = 1 << 20;
  auto in_v = numbers<unsigned>(n, 0, 4e9);
  std::vector<unsigned> out_v(n);
  auto in = dev(in_v), out = dev(out_v);
  RUN("hash-rounds", out, { rounds<<<FLAT(n)>>>(in, out, n); })
}

__global__ void sgemm(const float* a, const float* b, float* out, int n) {
  I2;
  if (x >= n || y >= n) return;
  float s = 0;
  for (int k = 0; k < n; ++k) s += a[y * n + k] * b[k * n + x];
  out[y * n + x] = s;
}

static void run_sgemm_naive() {
  const int n = 1024;
  auto a_v = numbers<float>(n * n, 0, 1), b_v = numbers<float>(n * n, 0, 1, 2);
  std::vector<float> out_v(n * n);
  auto a = dev(a_v), b = dev(b_v), out = dev(out_v);
  RUN("sgemm-naive", out, { sgemm<<<FLAT2(n, n)>>>(a, b, out, n); })
}

__global__ void gemv(const float* a, const float* b, float* out, int n) {
  __shared__ float s[128];
  int l = threadIdx.x;
  float v = 0;
  for (int k = l; k < n; k += 128) v += a[blockIdx.x * n + k] * b[k];
  s[l] = v;
  __syncthreads();
  for (int h = 64; h; h >>= 1) {
    if (l < h) s[l] += s[l + h];
    __syncthreads();
  }
  if (!l) out[blockIdx.x] = s[0];
}

static void run_gemv_tile() {
  const int n = 4096;
  auto a_v = numbers<float>(n * n, 0, 1), b_v = numbers<float>(n, 0, 1, 2);
  std::vector<float> out_v(n);
  auto a = dev(a_v), b = dev(b_v), out = dev(out_v);
  RUN("gemv-tile", out, { gemv<<<n, 128>>>(a, b, out, n); })
}

__global__ void softmax(const float* in, float* out, int n) {
  __shared__ float s[256];
  int l = threadIdx.x, r = blockIdx.x;
  float m = -1e30f;
  for (int k = l; k < n; k += 256) m = fmaxf(m, in[r * n + k]);
  s[l] = m;
  __syncthreads();
  for (int h = 128; h; h /= 2) {
    if (l < h) s[l] = fmaxf(s[l], s[l + h]);
    __syncthreads();
  }
  m = s[0];
  __syncthreads();
  float sum = 0;
  for (int k = l; k < n; k += 256) sum += expf(in[r * n + k] - m);
  s[l] = sum;
  __syncthreads();
  for (int h = 128; h; h /= 2) {
    if (l < h) s[l] += s[l + h];
    __syncthreads();
  }
  sum = s[0];
  for (int k = l; k < n; k += 256) out[r * n + k] = expf(in[r * n + k] - m) / sum;
}

static void run_softmax() {
  const int n = 4096;
  auto in_v = numbers<float>(n * n, -3, 3);
  std::vector<float> out_v(n * n);
  auto in = dev(in_v), out = dev(out_v);
  RUN("softmax", out, { softmax<<<n, 256>>>(in, out, n); })
}

__global__ void hash64(const uint64_t* in, uint64_t* out, int n) {
  I1;
  if (i >= n) return;
  uint64_t x = in[i];
  for (int k = 0; k < 16; ++k) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ull;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebull;
    x ^= x >> 31;
  }
  out[i] = x >> 40;
}

static void run_hash64() {
  const int n = 1 << 20;
  auto in_v = numbers<uint64_t>(n, 1, 1.6e7);
  std::vector<uint64_t> out_v(n);
  auto in = dev(in_v), out = dev(out_v);
  RUN("hash64", out, { hash64<<<FLAT(n)>>>(in, out, n); })
}

__global__ void gcdp(int* out, int n) {
  I1;
  if (i >= n) return;
  int v = i + 1000;
  int p = 1;
  for (int d = 2; d * d <= v && d < 200; ++d)
    if (v % d == 0) {
      p = 0;
      break;
    }
  int a = v, b = 360360;
  while (b) {
    int t = a % b;
    a = b;
    b = t;
  }
  out[i] = p + a;
}

static void run_gcd_primes() {
  const int n = 1 << 20;
  std::vector<int> out_v(n);
  auto out = dev(out_v);
  RUN("gcd-primes", out, { gcdp<<<FLAT(n)>>>(out, n); })
}

__global__ void dmath(const double* in, double* out, int n) {
  I1;
  if (i >= n) return;
  double x = in[i];
  out[i] = sin(x) * exp(-x) + log(x) / sqrt(x) + pow(x, 0.3);
}

static void run_double_math() {
  const int n = 1 << 20;
  auto in_v = numbers<double>(n, 0.1, 10);
  std::vector<double> out_v(n);
  auto in = dev(in_v), out = dev(out_v);
  RUN("double-math", out, { dmath<<<FLAT(n)>>>(in, out, n); })
}

__global__ void fmath(const float* in, float* out, int n) {
  I1;
  if (i >= n) return;
  float x = in[i];
  out[i] = sinf(x) * expf(-x) + logf(x) / sqrtf(x) + powf(x, 0.3f) + tanhf(x) + atan2f(x, 2.0f);
}

static void run_float_math() {
  const int n = 1 << 22;
  auto in_v = numbers<float>(n, 0.1, 10);
  std::vector<float> out_v(n);
  auto in = dev(in_v), out = dev(out_v);
  RUN("float-math", out, { fmath<<<FLAT(n)>>>(in, out, n); })
}

int main() {
  run_histogram();
  run_nbody_tile_struct();
  run_scan_hillis();
  run_dot_double();
  run_black_scholes();
  run_binomial();
  run_hash_rounds();
  run_sgemm_naive();
  run_gemv_tile();
  run_softmax();
  run_hash64();
  run_gcd_primes();
  run_double_math();
  run_float_math();
}
