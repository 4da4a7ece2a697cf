// Idiomatic kernels that nobody tuned for (items), in CUDA C++: the twin of items_hc.cpp.
#include "idioms_cuda.cuh"

__global__ void mat4(const M4* a, const M4* b, M4* out, int n) {
  I1;
  if (i >= n) return;
  M4 p = a[i], q = b[i], r;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) {
      float s = 0;
      for (int k = 0; k < 4; ++k) s += p.m[y * 4 + k] * q.m[k * 4 + x];
      r.m[y * 4 + x] = s;
    }
  out[i] = r;
}

static void run_mat4_struct() {
  const int n = 1 << 18;
  auto a_v = numbers<float>(n * 16, 0, 1), b_v = numbers<float>(n * 16, 0, 1, 2);
  std::vector<float> out_v(n * 16);
  auto a = dev(a_v), b = dev(b_v), out = dev(out_v);
  RUN("mat4-struct", out, { mat4<<<FLAT(n)>>>((M4*)a, (M4*)b, (M4*)out, n); })
}

__global__ void scat(const float* in, const int* p, float* out, int n) {
  I1;
  if (i < n) out[p[i]] = in[p[(i + 1) & (n - 1)]] * 2;
}

static void run_scatter_gather() {
  const int n = 1 << 22;
  auto in_v = numbers<float>(n, 0, 1);
  std::vector<int> p_v(n);
  for (int i = 0; i < n; ++i) p_v[i] = int((i * 2654435761u) % n);
  std::vector<float> out_v(n);
  auto in = dev(in_v), out = dev(out_v);
  auto p = dev(p_v);
  RUN("scatter-gather", out, { scat<<<FLAT(n)>>>(in, p, out, n); })
}

__global__ void bitonic(float* out, int n, int j) {
  I1;
  if (i >= n) return;
  int l = i ^ j;
  if (l > i) {
    float a = out[i], b = out[l];
    if (((i & (1 << 11)) == 0) == (a > b)) {
      out[i] = b;
      out[l] = a;
    }
  }
}

static void run_bitonic_step() {
  const int n = 1 << 22;
  auto out_v = numbers<float>(n, 0, 1);
  auto out = dev(out_v);
  RUN("bitonic-step", out, {
    for (int j = 1 << 10; j > 0; j >>= 2) bitonic<<<FLAT(n)>>>(out, n, j);
  })
}

__global__ void kmeans(const float* in, const float* c, int* out, int n) {
  const int k = 32, d = 4;
  I1;
  if (i >= n) return;
  float best = 1e30f;
  int at = 0;
  for (int j = 0; j < k; ++j) {
    float s = 0;
    for (int q = 0; q < d; ++q) {
      float v = in[i * d + q] - c[j * d + q];
      s += v * v;
    }
    if (s < best) {
      best = s;
      at = j;
    }
  }
  out[i] = at;
}

static void run_kmeans() {
  const int n = 1 << 20, k = 32, d = 4;
  auto in_v = numbers<float>(n * d, 0, 1), c_v = numbers<float>(k * d, 0, 1, 2);
  std::vector<int> out_v(n);
  auto in = dev(in_v), c = dev(c_v);
  auto out = dev(out_v);
  RUN("kmeans", out, { kmeans<<<FLAT(n)>>>(in, c, out, n); })
}

__global__ void knn(const float* in, const float* r, float* out, int n) {
  const int m = 1024, K = 8;
  I1;
  if (i >= n) return;
  float best[K];
  for (int q = 0; q < K; ++q) best[q] = 1e30f;
  for (int j = 0; j < m; ++j) {
    float dx = in[i * 2] - r[j * 2], dy = in[i * 2 + 1] - r[j * 2 + 1], v = dx * dx + dy * dy;
    if (v < best[K - 1]) {
      int q = K - 1;
      while (q > 0 && best[q - 1] > v) {
        best[q] = best[q - 1];
        --q;
      }
      best[q] = v;
    }
  }
  float s = 0;
  for (int q = 0; q < K; ++q) s += best[q];
  out[i] = s;
}

static void run_knn_topk() {
  const int n = 8192, m = 1024;
  auto in_v = numbers<float>(n * 2, 0, 1), r_v = numbers<float>(m * 2, 0, 1, 2);
  std::vector<float> out_v(n);
  auto in = dev(in_v), r = dev(r_v), out = dev(out_v);
  RUN("knn-topk", out, { knn<<<FLAT(n)>>>(in, r, out, n); })
}

__global__ void lev(const char* a, const char* b, int* out, int n) {
  const int L = 24;
  I1;
  if (i >= n) return;
  int row[L + 1];
  for (int k = 0; k <= L; ++k) row[k] = k;
  for (int y = 0; y < L; ++y) {
    int diag = row[0];
    row[0] = y + 1;
    for (int x = 0; x < L; ++x) {
      int up = row[x + 1];
      int v = diag + (a[i * L + y] != b[i * L + x]);
      int u = (up < row[x] ? up : row[x]) + 1;
      row[x + 1] = u < v ? u : v;
      diag = up;
    }
  }
  out[i] = row[L];
}

static void run_levenshtein() {
  const int n = 1 << 16, L = 24;
  auto a_v = numbers<char>(n * L, 97, 101), b_v = numbers<char>(n * L, 97, 101, 2);
  std::vector<int> out_v(n);
  auto a = dev(a_v), b = dev(b_v);
  auto out = dev(out_v);
  RUN("levenshtein", out, { lev<<<FLAT(n)>>>(a, b, out, n); })
}

__global__ void bins(const float* in, const float* s, int* out, int n, int m) {
  I1;
  if (i >= n) return;
  float v = in[i];
  int lo = 0, hi = m;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (s[mid] < v)
      lo = mid + 1;
    else
      hi = mid;
  }
  out[i] = lo;
}

static void run_binary_search() {
  const int n = 1 << 22, m = 1 << 16;
  auto in_v = numbers<float>(n, 0, 1), s_v = numbers<float>(m, 0, 1, 2);
  std::sort(s_v.begin(), s_v.end());
  std::vector<int> out_v(n);
  auto in = dev(in_v), s = dev(s_v);
  auto out = dev(out_v);
  RUN("binary-search", out, { bins<<<FLAT(n)>>>(in, s, out, n, m); })
}

__global__ void hashi(const unsigned* k, unsigned* out, int n, int cap) {
  I1;
  if (i >= n) return;
  unsigned key = k[i], h = key * 2654435761u;
  h ^= h >> 15;
  for (;; ++h) {
    unsigned old = atomicCAS(&out[int(h & (cap - 1))], 0u, key);
    if (old == 0 || old == key) break;
  }
}

static void run_hash_insert() {
  const int n = 1 << 20, cap = 1 << 22;
  std::vector<unsigned> k_v(n);
  for (int i = 0; i < n; ++i) k_v[i] = unsigned(i) * 7919u + 1;
  std::vector<unsigned> out_v(cap);
  auto k = dev(k_v), out = dev(out_v);
  RUN("hash-insert", out, { hashi<<<FLAT(n)>>>(k, out, n, cap); })
}

__global__ void match(const char* t, const char* p, int* out, int n) {
  const int m = 16;
  I1;
  if (i >= n) return;
  int k = 0;
  while (k < m && t[i + k] == p[k]) ++k;
  out[i] = k;
}

static void run_string_match() {
  const int n = 1 << 22, m = 16;
  auto t_v = numbers<char>(n + m, 97, 99);
  std::vector<int> out_v(n);
  char pat[m + 1] = "aababbabaabbabab";
  std::vector<char> p_v(pat, pat + m);
  auto t = dev(t_v), p = dev(p_v);
  auto out = dev(out_v);
  RUN("string-match", out, { match<<<FLAT(n)>>>(t, p, out, n); })
}

__global__ void sorti(const float* in, float* out, int n) {
  const int m = 16;
  I1;
  if (i >= n) return;
  float v[m];
  for (int k = 0; k < m; ++k) v[k] = in[i * m + k];
  for (int a = 1; a < m; ++a) {
    float x = v[a];
    int b = a - 1;
    while (b >= 0 && v[b] > x) {
      v[b + 1] = v[b];
      --b;
    }
    v[b + 1] = x;
  }
  for (int k = 0; k < m; ++k) out[i * m + k] = v[k];
}

static void run_sort_per_item() {
  const int n = 1 << 18, m = 16;
  auto in_v = numbers<float>(n * m, 0, 1);
  std::vector<float> out_v(n * m);
  auto in = dev(in_v), out = dev(out_v);
  RUN("sort-per-item", out, { sorti<<<FLAT(n)>>>(in, out, n); })
}

__global__ void gray(const Rgb* in, unsigned char* out, int n) {
  I1;
  if (i >= n) return;
  Rgb c = in[i];
  out[i] = (unsigned char)((c.r * 77 + c.g * 151 + c.b * 28) >> 8);
}

static void run_rgb_gray() {
  const int n = 1 << 22;
  auto in_v = numbers<unsigned char>(n * 3, 0, 255);
  std::vector<unsigned char> out_v(n);
  auto in = dev(in_v), out = dev(out_v);
  RUN("rgb-gray", out, { gray<<<FLAT(n)>>>((Rgb*)in, out, n); })
}

__global__ void ell(const float* v, const int* c, const float* x, float* out, int rows, int width) {
  I1;
  if (i >= rows) return;
  float s = 0;
  for (int k = 0; k < width; ++k) s += v[k * rows + i] * x[c[k * rows + i]];
  out[i] = s;
}

static void run_ell_spmv() {
  const int rows = 1 << 16, width = 16;
  auto v_v = numbers<float>(rows * width, 0, 1), x_v = numbers<float>(rows, 0, 1, 3);
  std::vector<int> c_v(rows * width);
  Rng g;
  for (auto& c : c_v) c = g.next() % rows;
  std::vector<float> out_v(rows);
  auto v = dev(v_v), x = dev(x_v), out = dev(out_v);
  auto c = dev(c_v);
  RUN("ell-spmv", out, { ell<<<FLAT(rows)>>>(v, c, x, out, rows, width); })
}

__global__ void coo(const float* v, const int* c, float* out, int n) {
  I1;
  if (i < n) atomicAdd(&out[c[i]], v[i] * 0.001f);
}

static void run_coo_atomics() {
  const int n = 1 << 20;
  auto v_v = numbers<float>(n, 0, 1);
  std::vector<int> c_v(n);
  for (int i = 0; i < n; ++i) c_v[i] = i / 16;
  std::vector<float> out_v(n / 16);
  auto v = dev(v_v), out = dev(out_v);
  auto c = dev(c_v);
  RUN("coo-atomics", out, { coo<<<FLAT(n)>>>(v, c, out, n); })
}

__global__ void fft(float* re, float* out, int n) {
  const int half = 1 << 10;
  I1;
  int t = i;
  if (t >= n / 2) return;
  int k = t % half;
  i = t / half * 2 * half + k;
  int j = i + half;
  float ang = -3.14159265f * k / half, c = cosf(ang), s = sinf(ang);
  float xr = re[j] * c - out[j] * s, xi = re[j] * s + out[j] * c;
  re[j] = (re[i] - xr) * 0.5f;
  out[j] = (out[i] - xi) * 0.5f;
  re[i] = (re[i] + xr) * 0.5f;
  out[i] = (out[i] + xi) * 0.5f;
}

static void run_fft_stage() {
  const int n = 1 << 22;
  auto re_v = numbers<float>(n, 0, 1), out_v = numbers<float>(n, 0, 1, 2);
  auto re = dev(re_v), out = dev(out_v);
  RUN("fft-stage", out, { fft<<<FLAT(n / 2)>>>(re, out, n); })
}

int main() {
  run_mat4_struct();
  run_scatter_gather();
  run_bitonic_step();
  run_kmeans();
  run_knn_topk();
  run_levenshtein();
  run_binary_search();
  run_hash_insert();
  run_string_match();
  run_sort_per_item();
  run_rgb_gray();
  run_ell_spmv();
  run_coo_atomics();
  run_fft_stage();
}
