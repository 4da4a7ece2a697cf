// Idiomatic kernels that nobody tuned for, of the kinds that suites of benchmarks have, in CUDA C++: the twin
// of suites_hc.cpp.
#include "idioms_cuda.cuh"

__global__ void atax1(const float* a, const float* x, float* t, int n) {
  I1;
  if (i >= n) return;
  float s = 0;
  for (int j = 0; j < n; j++) s += a[i * n + j] * x[j];
  t[i] = s;
}

__global__ void atax2(const float* a, const float* t, float* y, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  float s = 0;
  for (int i = 0; i < n; i++) s += a[i * n + j] * t[i];
  y[j] = s;
}

static void run_atax() {
  const int n = 4096;
  auto a_v = numbers<float>(std::size_t(n) * n, 0, 1), x_v = numbers<float>(n, 0, 1, 2);
  std::vector<float> t_v(n), y_v(n);
  auto a = dev(a_v), x = dev(x_v), t = dev(t_v), y = dev(y_v);
  RUN("atax", y, {
    atax1<<<FLAT(n)>>>(a, x, t, n);
    atax2<<<FLAT(n)>>>(a, t, y, n);
  })
}

__global__ void syr2k(const float* a, const float* b, float* c, int n, int m) {
  I2;
  if (x >= n || y >= n) return;
  float s = 0;
  for (int k = 0; k < m; k++) s += a[y * m + k] * b[x * m + k] + b[y * m + k] * a[x * m + k];
  c[y * n + x] = s * 1.5f;
}

static void run_syr2k() {
  const int n = 1024, m = 512;
  auto a_v = numbers<float>(n * m, 0, 1), b_v = numbers<float>(n * m, 0, 1, 2);
  std::vector<float> c_v(n * n);
  auto a = dev(a_v), b = dev(b_v), c = dev(c_v);
  RUN("syr2k", c, { syr2k<<<FLAT2(n, n)>>>(a, b, c, n, m); })
}

__global__ void covariance(const float* d, float* s, int n) {
  const int j1 = blockIdx.x * blockDim.x + threadIdx.x;
  if (j1 >= n) return;
  for (int j2 = j1; j2 < n && j2 < j1 + 8; j2++) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += d[i * n + j1] * d[i * n + j2];
    s[j1 * n + j2] = sum;
    s[j2 * n + j1] = sum;
  }
}

static void run_covariance() {
  const int n = 1024;
  auto d_v = numbers<float>(n * n, 0, 1);
  std::vector<float> s_v(n * n);
  auto d = dev(d_v), s = dev(s_v);
  RUN("covariance", s, { covariance<<<FLAT(n)>>>(d, s, n); })
}

__global__ void conv3(const float* in, float* out, int n) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (j < 1 || k < 1 || j >= n - 1 || k >= n - 1) return;
  for (int i = 1; i < n - 1; i++) {
    const int c = i * n * n + j * n + k;
    out[c] = 0.2f * in[c - n * n - n - 1] + 0.5f * in[c - n * n + 1] - 0.8f * in[c - n] + 0.3f * in[c] +
             0.6f * in[c + n] - 0.9f * in[c + n * n - 1] + 0.1f * in[c + n * n + n + 1] + 0.4f * in[c + 1] +
             0.7f * in[c - 1];
  }
}

static void run_conv3() {
  const int n = 256;
  auto in_v = numbers<float>(n * n * n, 0, 1);
  std::vector<float> out_v(n * n * n);
  auto in = dev(in_v), out = dev(out_v);
  RUN("conv3d", out, { conv3<<<FLAT2(n, n)>>>(in, out, n); })
}

__global__ void fdtd_y(float* ey, const float* hz, int h, int w) {
  I2;
  if (x >= w || y >= h) return;
  if (y > 0) ey[y * w + x] = ey[y * w + x] - 0.001f * (hz[y * w + x] - hz[(y - 1) * w + x]);
}

__global__ void fdtd_x(float* ex, const float* hz, int h, int w) {
  I2;
  if (x >= w || y >= h) return;
  if (x > 0) ex[y * w + x] = ex[y * w + x] - 0.001f * (hz[y * w + x] - hz[y * w + x - 1]);
}

__global__ void fdtd_z(const float* ex, const float* ey, float* hz, int h, int w) {
  I2;
  if (y < h - 1 && x < w - 1)
    hz[y * w + x] =
        hz[y * w + x] - 0.0007f * (ex[y * w + x + 1] - ex[y * w + x] + ey[(y + 1) * w + x] - ey[y * w + x]);
}

static void run_fdtd() {
  const int h = 2048, w = 2048;
  auto ex_v = numbers<float>(h * w, 0, 1), ey_v = numbers<float>(h * w, 0, 1, 2),
       hz_v = numbers<float>(h * w, 0, 1e-3, 3);
  auto ex = dev(ex_v), ey = dev(ey_v), hz = dev(hz_v);
  RUN("fdtd", hz, {
    fdtd_y<<<FLAT2(h, w)>>>(ey, hz, h, w);
    fdtd_x<<<FLAT2(h, w)>>>(ex, hz, h, w);
    fdtd_z<<<FLAT2(h, w)>>>(ex, ey, hz, h, w);
  })
}

__global__ void hotspot(const float* power, const float* in, float* out, int n) {
  __shared__ float now[16][16];
  __shared__ float heat[16][16];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int y = blockIdx.y * 14 + ty - 1, x = blockIdx.x * 14 + tx - 1;
  const bool inside = y >= 0 && y < n && x >= 0 && x < n;
  if (inside) {
    now[ty][tx] = in[y * n + x];
    heat[ty][tx] = power[y * n + x];
  }
  __syncthreads();
  if (inside && ty > 0 && ty < 15 && tx > 0 && tx < 15) {
    const int up = y == 0 ? ty : ty - 1, down = y == n - 1 ? ty : ty + 1;
    const int left = x == 0 ? tx : tx - 1, right = x == n - 1 ? tx : tx + 1;
    out[y * n + x] =
        now[ty][tx] +
        0.01f * (heat[ty][tx] + (now[up][tx] + now[down][tx] - 2 * now[ty][tx]) * 0.5f +
                 (now[ty][left] + now[ty][right] - 2 * now[ty][tx]) * 0.5f + (80.0f - now[ty][tx]) * 0.25f);
  }
}

static void run_hotspot() {
  const int n = 2048;
  auto p_v = numbers<float>(n * n, 0, 1), in_v = numbers<float>(n * n, 300, 340, 2);
  std::vector<float> out_v(n * n);
  auto power = dev(p_v), in = dev(in_v), out = dev(out_v);
  RUN("hotspot", out, { hotspot<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(power, in, out, n); })
}

__global__ void pathfinder(const int* wall, int* out, int w, int rows) {
  __shared__ int before[256];
  __shared__ int now[256];
  const int tx = threadIdx.x;
  const int x = blockIdx.x * (256 - 2 * rows) - rows + tx;
  const bool valid = x >= 0 && x < w;
  before[tx] = valid ? wall[x] : 1000000;
  __syncthreads();
  for (int i = 1; i < rows; i++) {
    int best = before[tx];
    if (tx > 0) best = best < before[tx - 1] ? best : before[tx - 1];
    if (tx < 255) best = best < before[tx + 1] ? best : before[tx + 1];
    now[tx] = valid ? best + wall[i * w + x] : 1000000;
    __syncthreads();
    before[tx] = now[tx];
    __syncthreads();
  }
  if (valid && tx >= rows && tx < 256 - rows) out[x] = before[tx];
}

static void run_pathfinder() {
  const int w = 1 << 20, rows = 20;
  auto wall_v = numbers<int>(std::size_t(w) * rows, 0, 10);
  std::vector<int> out_v(w);
  auto wall = dev(wall_v), out = dev(out_v);
  const int blocks = (w + 255 - 2 * rows) / (256 - 2 * rows);
  RUN("pathfinder", out, { pathfinder<<<blocks, 256>>>(wall, out, w, rows); })
}

__global__ void lud(float* m, int n) {
  __shared__ float row[16][16];
  __shared__ float column[16][16];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int y = (blockIdx.y + 1) * 16, x = (blockIdx.x + 1) * 16;
  row[ty][tx] = m[ty * n + x + tx];
  column[ty][tx] = m[(y + ty) * n + tx];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 16; i++) sum += column[ty][i] * row[i][tx];
  m[(y + ty) * n + x + tx] -= sum;
}

static void run_lud_inner() {
  const int n = 2048;
  auto m_v = numbers<float>(n * n, 0, 1e-3);
  auto m = dev(m_v);
  RUN("lud-inner", m, { lud<<<dim3(n / 16 - 1, n / 16 - 1), dim3(16, 16)>>>(m, n); })
}

__global__ void needle(const int* score, int* out, int n, int blocks) {
  __shared__ int cell[17][17];
  __shared__ int match[16][16];
  const int bx = blockIdx.x, by = blocks - 1 - bx, tx = threadIdx.x, pitch = n + 1;
  const int corner = by * 16 * pitch + bx * 16;
  for (int i = 0; i < 16; i++) match[i][tx] = score[(by * 16 + i) * n + bx * 16 + tx];
  if (tx == 0) cell[0][0] = out[corner];
  cell[tx + 1][0] = out[corner + (tx + 1) * pitch];
  cell[0][tx + 1] = out[corner + tx + 1];
  __syncthreads();
  for (int m = 0; m < 31; m++) {
    const int i = m - tx;
    if (i >= 0 && i < 16) {
      const int a = cell[i][tx] + match[i][tx], b = cell[i][tx + 1] - 10, c = cell[i + 1][tx] - 10;
      cell[i + 1][tx + 1] = a > b ? (a > c ? a : c) : (b > c ? b : c);
    }
    __syncthreads();
  }
  for (int i = 0; i < 16; i++) out[corner + (i + 1) * pitch + tx + 1] = cell[i + 1][tx + 1];
}

static void run_needle() {
  const int n = 4096, blocks = n / 16;
  auto score_v = numbers<int>(n * n, -10, 10);
  std::vector<int> out_v((n + 1) * (n + 1));
  auto score = dev(score_v), out = dev(out_v);
  RUN("needle-diagonal", out, { needle<<<blocks, 16>>>(score, out, n, blocks); })
}

__global__ void layer(const float* in, const float* weights, float* part, int out_n) {
  __shared__ float node[16];
  __shared__ float product[16][16];
  const int by = blockIdx.y, ty = threadIdx.y, tx = threadIdx.x;
  if (tx == 0) node[ty] = in[by * 16 + ty];
  __syncthreads();
  product[ty][tx] = weights[(by * 16 + ty) * out_n + tx] * node[ty];
  __syncthreads();
  for (int i = 1; i <= 4; i++) {
    const int power = 1 << i;
    if (ty % power == 0) product[ty][tx] += product[ty + power / 2][tx];
    __syncthreads();
  }
  if (tx == 0) part[by * out_n + ty] = product[tx][ty];
}

static void run_layer() {
  const int in_n = 65536, out_n = 16;
  auto in_v = numbers<float>(in_n, 0, 1), w_v = numbers<float>(in_n * out_n, -1, 1, 2);
  std::vector<float> part_v(in_n / 16 * out_n);
  auto in = dev(in_v), weights = dev(w_v), part = dev(part_v);
  RUN("layer", part, { layer<<<dim3(1, in_n / 16), dim3(16, 16)>>>(in, weights, part, out_n); })
}

static std::vector<int> starts(int n) {
  Rng random{5};
  std::vector<int> made(n + 1);
  for (int i = 0; i < n; ++i) made[i + 1] = made[i] + int(random.next() % 40);
  return made;
}

__global__ void csr_scalar(const int* start, const int* column, const float* value, const float* x,
                           float* out, int n) {
  I1;
  if (i >= n) return;
  float s = 0;
  for (int k = start[i]; k < start[i + 1]; k++) s += value[k] * x[column[k]];
  out[i] = s;
}

__global__ void csr_vector(const int* start, const int* column, const float* value, const float* x,
                           float* y) {
  __shared__ volatile float sums[128];
  const int l = threadIdx.x, lane = l & 31, row = (blockIdx.x * blockDim.x + l) / 32;
  float s = 0;
  for (int k = start[row] + lane; k < start[row + 1]; k += 32) s += value[k] * x[column[k]];
  sums[l] = s;
  __syncthreads();
  for (int step = 16; step > 0; step /= 2) {
    if (lane < step) sums[l] += sums[l + step];
    __syncthreads();
  }
  if (lane == 0) y[row] = sums[l];
}

static void run_csr() {
  const int n = 1 << 17;
  auto start_v = starts(n);
  auto value_v = numbers<float>(start_v[n], 0, 1), x_v = numbers<float>(n, 0, 1, 3);
  auto column_v = numbers<int>(start_v[n], 0, n, 2);
  std::vector<float> out_v(n), y_v(n);
  auto start = dev(start_v), column = dev(column_v);
  auto value = dev(value_v), x = dev(x_v), out = dev(out_v), y = dev(y_v);
  RUN("csr-scalar", out, { csr_scalar<<<FLAT(n)>>>(start, column, value, x, out, n); })
  RUN("csr-vector", y, { csr_vector<<<n / 4, 128>>>(start, column, value, x, y); })
}

__global__ void bfs(const int* start, const int* edge, const int* level, int* next, int n) {
  I1;
  if (i >= n) return;
  if (level[i] != 1) return;
  for (int k = start[i]; k < start[i + 1]; k++)
    if (level[edge[k]] == 3) next[edge[k]] = 2;
}

static void run_bfs() {
  const int n = 1 << 18;
  auto start_v = starts(n);
  auto edge_v = numbers<int>(start_v[n], 0, n, 2);
  auto level_v = numbers<int>(n, 0, 4, 3);
  std::vector<int> next_v(n);
  auto start = dev(start_v), edge = dev(edge_v), level = dev(level_v), next = dev(next_v);
  RUN("bfs-step", next, { bfs<<<FLAT(n)>>>(start, edge, level, next, n); })
}

int main() {
  run_atax();
  run_syr2k();
  run_covariance();
  run_conv3();
  run_fdtd();
  run_hotspot();
  run_pathfinder();
  run_lud_inner();
  run_needle();
  run_layer();
  run_csr();
  run_bfs();
}
