// Idiomatic kernels that nobody tuned for (steps), in CUDA C++: the twin of steps_hc.cpp.
#include "idioms_cuda.cuh"
#include "steps.hpp"

__global__ void split(const Particle* in, float* out, int n) {
  I1;
  if (i >= n) return;
  const Particle& p = in[i];
  out[i] = p.x;
  out[n + i] = p.y;
  out[2 * n + i] = p.z;
  out[3 * n + i] = p.vx;
  out[4 * n + i] = p.vy;
  out[5 * n + i] = p.vz;
  out[6 * n + i] = p.m;
}

static void run_aos_soa() {
  const int n = 1 << 21;
  auto in_v = numbers<float>(n * 7, 0, 1);
  std::vector<float> out_v(n * 7);
  auto in = dev(in_v), out = dev(out_v);
  RUN("aos-soa", out, { split<<<FLAT(n)>>>((Particle*)in, out, n); })
}

__global__ void wave4(const float* in, float* out, int n) {
  I2;
  int z = blockIdx.z;
  if (z < 2 || y < 2 || x < 2 || z >= n - 2 || y >= n - 2 || x >= n - 2) return;
  int i = (z * n + y) * n + x;
  float near = in[i - n * n] + in[i + n * n] + in[i - n] + in[i + n] + in[i - 1] + in[i + 1];
  float far = in[i - 2 * n * n] + in[i + 2 * n * n] + in[i - 2 * n] + in[i + 2 * n] + in[i - 2] + in[i + 2];
  out[i] = 0.5f * out[i] + 0.1f * (16 * near - far - 90 * in[i]) / 12;
}

static void run_wave4() {
  const int n = 192;
  auto in_v = numbers<float>(n * n * n, 0, 1);
  std::vector<float> out_v(in_v);
  auto in = dev(in_v), out = dev(out_v);
  RUN("wave4-3d", out, { wave4<<<dim3(n / 32, n / 8, n), dim3(32, 8)>>>(in, out, n); })
}

__global__ void columns(const float* in, float* out, int h, int w) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= w) return;
  float s = 0;
  for (int i = 0; i < h; ++i) s += in[i * w + j];
  out[j] = s;
}

static void run_column_sums() {
  const int h = 4096, w = 8192;
  auto in_v = numbers<float>(std::size_t(h) * w, 0, 1);
  std::vector<float> out_v(w);
  auto in = dev(in_v), out = dev(out_v);
  RUN("column-sums", out, { columns<<<FLAT(w)>>>(in, out, h, w); })
}

__global__ void rows(const float* in, float* out, int w) {
  __shared__ float part[256];
  int l = threadIdx.x, row = blockIdx.x;
  float s = 0;
  for (int j = l; j < w; j += 256) s += in[row * w + j] * in[row * w + j];
  part[l] = s;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (l < step) part[l] += part[l + step];
    __syncthreads();
  }
  if (l == 0) out[row] = sqrtf(part[0]);
}

static void run_row_norms() {
  const int h = 8192, w = 2048;
  auto in_v = numbers<float>(std::size_t(h) * w, 0, 1);
  std::vector<float> out_v(h);
  auto in = dev(in_v), out = dev(out_v);
  RUN("row-norms", out, { rows<<<h, 256>>>(in, out, w); })
}

__global__ void hamming(const std::uint64_t* in, const std::uint64_t* q, int* out, int n, int queries) {
  I1;
  if (i >= n) return;
  int best = 65;
  for (int k = 0; k < queries; ++k) {
    std::uint64_t x = in[i] ^ q[k];
    x = x - ((x >> 1) & 0x5555555555555555ull);
    x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full;
    int d = int((x * 0x0101010101010101ull) >> 56);
    if (d < best) best = d;
  }
  out[i] = best;
}

static void run_hamming() {
  const int n = 1 << 19, queries = 32;
  auto in_v = words(n), q_v = words(queries);
  std::vector<int> out_v(n);
  auto in = dev(in_v), q = dev(q_v);
  auto out = dev(out_v);
  RUN("hamming", out, { hamming<<<FLAT(n)>>>(in, q, out, n, queries); })
}

__global__ void modpow(const std::uint64_t* in, int* out, int n) {
  I1;
  if (i >= n) return;
  std::uint64_t m = (in[i] & 0x7fffffff) | 1, b = in[i] >> 33, r = 1;
  for (unsigned e = 65537; e; e >>= 1) {
    if (e & 1) r = r * b % m;
    b = b * b % m;
  }
  out[i] = int(r);
}

static void run_modpow() {
  const int n = 1 << 17;
  auto in_v = words(n);
  std::vector<int> out_v(n);
  auto in = dev(in_v);
  auto out = dev(out_v);
  RUN("modpow", out, { modpow<<<FLAT(n)>>>(in, out, n); })
}

__global__ void sbox(const unsigned char* table, const unsigned char* in, unsigned char* out, int n) {
  I1;
  if (i >= n) return;
  unsigned char s[4];
  for (int k = 0; k < 4; ++k) s[k] = in[i * 4 + k];
  for (int round = 0; round < 10; ++round) {
    unsigned char first = s[0];
    for (int k = 0; k < 3; ++k) s[k] = table[s[k + 1]] ^ round;
    s[3] = table[first] ^ s[0];
  }
  for (int k = 0; k < 4; ++k) out[i * 4 + k] = s[k];
}

static void run_sbox() {
  const int n = 1 << 20;
  std::vector<unsigned char> table_v = bytes(256), in_v = bytes(n * 4), out_v(n * 4);
  auto table = dev(table_v), in = dev(in_v), out = dev(out_v);
  RUN("sbox", out, { sbox<<<FLAT(n)>>>(table, in, out, n); })
}

__global__ void yuv(const Rgba* in, Rgba* out, int h, int w) {
  I2;
  if (x >= w || y >= h) return;
  Rgba p = in[y * w + x];
  float l = 0.299f * p.r + 0.587f * p.g + 0.114f * p.b;
  float u = 0.492f * (p.b - l) + 128, v = 0.877f * (p.r - l) + 128;
  u = u < 0 ? 0 : u > 255 ? 255 : u;
  v = v < 0 ? 0 : v > 255 ? 255 : v;
  out[y * w + x] = Rgba{(unsigned char)l, (unsigned char)u, (unsigned char)v, p.a};
}

static void run_yuv() {
  const int h = 2160, w = 3840;
  auto in_v = bytes(h * w * 4);
  std::vector<unsigned char> out_v(h * w * 4);
  auto in = dev(in_v), out = dev(out_v);
  RUN("yuv", out, { yuv<<<FLAT2(h, w)>>>((Rgba*)in, (Rgba*)out, h, w); })
}

__global__ void ger(const double* xs, const double* ys, double* out, int h, int w) {
  I2;
  if (x < w && y < h) out[y * w + x] += 0.25 * xs[y] * ys[x];
}

static void run_ger() {
  const int h = 4096, w = 4096;
  auto x_v = numbers<double>(h, 0, 1), y_v = numbers<double>(w, 0, 1, 2);
  std::vector<double> out_v(h * w);
  auto x = dev(x_v), y = dev(y_v), out = dev(out_v);
  RUN("ger", out, { ger<<<FLAT2(h, w)>>>(x, y, out, h, w); })
}

__global__ void cholesky(const float* in, float* out, int n) {
  I1;
  if (i >= n) return;
  float l[4][4] = {};
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c <= r; ++c) {
      float s = in[i * 16 + r * 4 + c];
      for (int k = 0; k < c; ++k) s -= l[r][k] * l[c][k];
      l[r][c] = r == c ? sqrtf(s < 1e-6f ? 1e-6f : s) : s / l[c][c];
    }
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) out[i * 16 + r * 4 + c] = l[r][c];
}

static void run_cholesky() {
  const int n = 1 << 17;
  auto in_v = numbers<float>(n * 16, 0, 1);
  for (int i = 0; i < n * 16; ++i)
    if (i % 16 % 5 == 0) in_v[i] += 5;
  std::vector<float> out_v(n * 16);
  auto in = dev(in_v), out = dev(out_v);
  RUN("cholesky", out, { cholesky<<<FLAT(n)>>>(in, out, n); })
}

__global__ void newton(const float* in, float* out, int n) {
  I1;
  if (i >= n) return;
  float a = in[i], x = a, step = 1;
  int turns = 0;
  while (fabsf(step) > 1e-5f * x && turns++ < 40) {
    step = (x * x * x - a) / (3 * x * x);
    x -= step;
  }
  out[i] = x;
}

static void run_newton() {
  const int n = 1 << 20;
  auto in_v = numbers<float>(n, 1, 100);
  std::vector<float> out_v(n);
  auto in = dev(in_v), out = dev(out_v);
  RUN("newton", out, { newton<<<FLAT(n)>>>(in, out, n); })
}

__global__ void turn(const V4* q, const V3* in, V3* out, int n) {
  I1;
  if (i < n) out[i] = turned(q[i], in[i]);
}

static void run_quaternions() {
  const int n = 1 << 21;
  auto q_v = numbers<float>(n * 4, -1, 1), in_v = numbers<float>(n * 3, -1, 1, 2);
  std::vector<float> out_v(n * 3);
  auto q = dev(q_v), in = dev(in_v), out = dev(out_v);
  RUN("quaternions", out, { turn<<<FLAT(n)>>>((V4*)q, (V3*)in, (V3*)out, n); })
}

__global__ void lattice9(const float* in, float* out, int h, int w) {
  I2;
  if (x >= w || y >= h) return;
  const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const float weight[9] = {4 / 9.f,  1 / 9.f,  1 / 9.f,  1 / 9.f, 1 / 9.f,
                           1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
  float f[9], rho = 0, ux = 0, uy = 0;
  for (int q = 0; q < 9; ++q) {
    int from_y = (y - dy[q] + h) % h, from_x = (x - dx[q] + w) % w;
    f[q] = in[(q * h + from_y) * w + from_x];
    rho += f[q];
    ux += f[q] * dx[q];
    uy += f[q] * dy[q];
  }
  ux /= rho;
  uy /= rho;
  for (int q = 0; q < 9; ++q) {
    float along = dx[q] * ux + dy[q] * uy;
    float want = weight[q] * rho * (1 + 3 * along + 4.5f * along * along - 1.5f * (ux * ux + uy * uy));
    out[(q * h + y) * w + x] = f[q] + 0.6f * (want - f[q]);
  }
}

static void run_lattice9() {
  const int h = 1024, w = 1024;
  auto in_v = numbers<float>(9 * h * w, 0.1, 0.2);
  std::vector<float> out_v(9 * h * w);
  auto in = dev(in_v), out = dev(out_v);
  RUN("lattice9", out, { lattice9<<<FLAT2(h, w)>>>(in, out, h, w); })
}

__global__ void red_black(double* out, int h, int w, int color) {
  I2;
  if (y == 0 || x == 0 || y >= h - 1 || x >= w - 1 || (y + x) % 2 != color) return;
  int i = y * w + x;
  out[i] = 0.25 * (out[i - w] + out[i + w] + out[i - 1] + out[i + 1]);
}

static void run_red_black() {
  const int h = 2048, w = 2048;
  auto out_v = numbers<double>(h * w, 0, 1);
  auto out = dev(out_v);
  RUN("red-black", out, {
    for (int color = 0; color < 2; ++color) red_black<<<FLAT2(h, w)>>>(out, h, w, color);
  })
}

__global__ void tile_histogram(const unsigned char* in, int* out, int n) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&bins[in[i]], 1);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

static void run_tile_histogram() {
  const int n = 1 << 24;
  auto in_v = bytes(n);
  std::vector<int> out_v(256);
  auto in = dev(in_v);
  auto out = dev(out_v);
  RUN("tile-histogram", out, { tile_histogram<<<512, 256>>>(in, out, n); })
}

__global__ void median9(const unsigned char* in, unsigned char* out, int h, int w) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= w || row >= h) return;
  unsigned char v[9];
  for (int dy = -1, k = 0; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx, ++k) {
      int y = row + dy, x = column + dx;
      y = y < 0 ? 0 : y >= h ? h - 1 : y;
      x = x < 0 ? 0 : x >= w ? w - 1 : x;
      v[k] = in[y * w + x];
    }
  for (int a = 0; a < 5; ++a)
    for (int b = a + 1; b < 9; ++b)
      if (v[b] < v[a]) {
        unsigned char s = v[a];
        v[a] = v[b];
        v[b] = s;
      }
  out[row * w + column] = v[4];
}

static void run_median9() {
  const int h = 2160, w = 3840;
  auto in_v = bytes(h * w);
  std::vector<unsigned char> out_v(h * w);
  auto in = dev(in_v), out = dev(out_v);
  RUN("median9", out, { median9<<<FLAT2(h, w)>>>(in, out, h, w); })
}

__global__ void walk(const std::uint64_t* in, float* out, int n) {
  I1;
  if (i >= n) return;
  Random64 random(in[i] | 1);
  float x = 0, y = 0;
  for (int k = 0; k < 256; ++k) {
    x += random.uniform() - 0.5f;
    y += random.uniform() - 0.5f;
    if (x * x + y * y > 25) x = y = 0;
  }
  out[i] = x * x + y * y;
}

static void run_walk() {
  const int n = 1 << 18;
  auto in_v = words(n);
  std::vector<float> out_v(n);
  auto in = dev(in_v);
  auto out = dev(out_v);
  RUN("walk", out, { walk<<<FLAT(n)>>>(in, out, n); })
}

__global__ void fir(const float* in, const float* c, float* out, int n, int taps) {
  I1;
  if (i >= n) return;
  float s = 0;
  for (int k = 0; k < taps; ++k) s += c[k] * in[i + k];
  out[i] = s;
}

static void run_fir() {
  const int n = 1 << 22, taps = 64;
  auto in_v = numbers<float>(n + taps, 0, 1), c_v = numbers<float>(taps, -1, 1, 2);
  std::vector<float> out_v(n);
  auto in = dev(in_v), c = dev(c_v), out = dev(out_v);
  RUN("fir", out, { fir<<<FLAT(n)>>>(in, c, out, n, taps); })
}

__global__ void search(const char* in, const char* word, int* out, int n, int length) {
  I1;
  if (i >= n) return;
  int k = 0;
  while (k < length && in[i + k] == word[k]) ++k;
  out[i] = k;
}

static void run_search() {
  const int n = 1 << 22, length = 12;
  std::vector<char> in_v(n + length);
  Rng random;
  for (char& each : in_v) each = 'a' + random.next() % 3;
  std::vector<char> word_v(in_v.begin() + 77, in_v.begin() + 77 + length);
  std::vector<int> out_v(n);
  auto in = dev(in_v), word = dev(word_v);
  auto out = dev(out_v);
  RUN("naive-search", out, { search<<<FLAT(n)>>>(in, word, out, n, length); })
}

int main() {
  run_aos_soa();
  run_wave4();
  run_column_sums();
  run_row_norms();
  run_hamming();
  run_modpow();
  run_sbox();
  run_yuv();
  run_ger();
  run_cholesky();
  run_newton();
  run_quaternions();
  run_lattice9();
  run_red_black();
  run_tile_histogram();
  run_median9();
  run_walk();
  run_fir();
  run_search();
}
