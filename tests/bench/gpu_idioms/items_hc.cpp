// Idiomatic kernels that nobody tuned for (items), in HC; the twin in CUDA C++ is items_cuda.cu.
#include "idioms_hc.hpp"

static void run_mat4_struct() {
  const int n = 1 << 18;
  auto a_v = numbers<float>(n * 16, 0, 1), b_v = numbers<float>(n * 16, 0, 1, 2);
  std::vector<float> out_v(n * 16);
  array_view<const M4> a(n, (const M4*)a_v.data()), b(n, (const M4*)b_v.data());
  array_view<M4> out(n, (M4*)out_v.data());
  RUN("mat4-struct", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      M4 p = a[i], q = b[i], r;
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x) {
          float s = 0;
          for (int k = 0; k < 4; ++k) s += p.m[y * 4 + k] * q.m[k * 4 + x];
          r.m[y * 4 + x] = s;
        }
      out[i] = r;
    });
  })
}

static void run_scatter_gather() {
  const int n = 1 << 22;
  auto in_v = numbers<float>(n, 0, 1);
  std::vector<int> p_v(n);
  for (int i = 0; i < n; ++i) p_v[i] = int((i * 2654435761u) % n);
  std::vector<float> out_v(n);
  array_view<const float> in(n, in_v);
  array_view<const int> p(n, p_v);
  array_view<float> out(n, out_v);
  RUN("scatter-gather", out, {
    parallel_for_each(out.get_extent(),
                      [=](index<1> i) [[hc]] { out[p[i]] = in[p[(i[0] + 1) & (n - 1)]] * 2; });
  })
}

static void run_bitonic_step() {
  const int n = 1 << 22;
  auto out_v = numbers<float>(n, 0, 1);
  array_view<float> out(n, out_v);
  RUN("bitonic-step", out, {
    for (int j = 1 << 10; j > 0; j >>= 2)
      parallel_for_each(out.get_extent(), [=](index<1> id) [[hc]] {
        int i = id[0], l = i ^ j;
        if (l > i) {
          float a = out[i], b = out[l];
          if (((i & (1 << 11)) == 0) == (a > b)) {
            out[i] = b;
            out[l] = a;
          }
        }
      });
  })
}

static void run_kmeans() {
  const int n = 1 << 20, k = 32, d = 4;
  auto in_v = numbers<float>(n * d, 0, 1), c_v = numbers<float>(k * d, 0, 1, 2);
  std::vector<int> out_v(n);
  array_view<const float, 2> in(n, d, in_v), c(k, d, c_v);
  array_view<int> out(n, out_v);
  RUN("kmeans", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      float best = 1e30f;
      int at = 0;
      for (int j = 0; j < k; ++j) {
        float s = 0;
        for (int q = 0; q < d; ++q) {
          float v = in(i[0], q) - c(j, q);
          s += v * v;
        }
        if (s < best) {
          best = s;
          at = j;
        }
      }
      out[i] = at;
    });
  })
}

static void run_knn_topk() {
  const int n = 8192, m = 1024, K = 8;
  auto in_v = numbers<float>(n * 2, 0, 1), r_v = numbers<float>(m * 2, 0, 1, 2);
  std::vector<float> out_v(n);
  array_view<const float, 2> in(n, 2, in_v), r(m, 2, r_v);
  array_view<float> out(n, out_v);
  RUN("knn-topk", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      float best[K];
      for (int q = 0; q < K; ++q) best[q] = 1e30f;
      for (int j = 0; j < m; ++j) {
        float dx = in(i[0], 0) - r(j, 0), dy = in(i[0], 1) - r(j, 1), v = dx * dx + dy * dy;
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
    });
  })
}

static void run_levenshtein() {
  const int n = 1 << 16, L = 24;
  auto a_v = numbers<char>(n * L, 97, 101), b_v = numbers<char>(n * L, 97, 101, 2);
  std::vector<int> out_v(n);
  array_view<const char, 2> a(n, L, a_v), b(n, L, b_v);
  array_view<int> out(n, out_v);
  RUN("levenshtein", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      int row[L + 1];
      for (int k = 0; k <= L; ++k) row[k] = k;
      for (int y = 0; y < L; ++y) {
        int diag = row[0];
        row[0] = y + 1;
        for (int x = 0; x < L; ++x) {
          int up = row[x + 1];
          int v = diag + (a(i[0], y) != b(i[0], x));
          int u = (up < row[x] ? up : row[x]) + 1;
          row[x + 1] = u < v ? u : v;
          diag = up;
        }
      }
      out[i] = row[L];
    });
  })
}

static void run_binary_search() {
  const int n = 1 << 22, m = 1 << 16;
  auto in_v = numbers<float>(n, 0, 1), s_v = numbers<float>(m, 0, 1, 2);
  std::sort(s_v.begin(), s_v.end());
  std::vector<int> out_v(n);
  array_view<const float> in(n, in_v), s(m, s_v);
  array_view<int> out(n, out_v);
  RUN("binary-search", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
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
    });
  })
}

static void run_hash_insert() {
  const int n = 1 << 20, cap = 1 << 22;
  std::vector<unsigned> k_v(n);
  for (int i = 0; i < n; ++i) k_v[i] = unsigned(i) * 7919u + 1;
  std::vector<unsigned> out_v(cap);
  array_view<const unsigned> k(n, k_v);
  array_view<unsigned> out(cap, out_v);
  RUN("hash-insert", out, {
    parallel_for_each(extent<1>(n), [=](index<1> i) [[hc]] {
      unsigned key = k[i], h = key * 2654435761u;
      h ^= h >> 15;
      for (;; ++h) {
        unsigned expected = 0;
        unsigned* at = &out[int(h & (cap - 1))];
        if (atomic_compare_exchange(at, &expected, key) || expected == key) break;
      }
    });
  })
}

static void run_string_match() {
  const int n = 1 << 22, m = 16;
  auto t_v = numbers<char>(n + m, 97, 99);
  array_view<const char> t(n + m, t_v);
  std::vector<int> out_v(n);
  array_view<int> out(n, out_v);
  char pat[m + 1] = "aababbabaabbabab";
  std::vector<char> p_v(pat, pat + m);
  array_view<const char> p(m, p_v);
  RUN("string-match", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      int k = 0;
      while (k < m && t[i[0] + k] == p[k]) ++k;
      out[i] = k;
    });
  })
}

static void run_sort_per_item() {
  const int n = 1 << 18, m = 16;
  auto in_v = numbers<float>(n * m, 0, 1);
  std::vector<float> out_v(n * m);
  array_view<const float, 2> in(n, m, in_v);
  array_view<float, 2> out(n, m, out_v);
  RUN("sort-per-item", out, {
    parallel_for_each(extent<1>(n), [=](index<1> i) [[hc]] {
      float v[m];
      for (int k = 0; k < m; ++k) v[k] = in(i[0], k);
      for (int a = 1; a < m; ++a) {
        float x = v[a];
        int b = a - 1;
        while (b >= 0 && v[b] > x) {
          v[b + 1] = v[b];
          --b;
        }
        v[b + 1] = x;
      }
      for (int k = 0; k < m; ++k) out(i[0], k) = v[k];
    });
  })
}

static void run_rgb_gray() {
  const int n = 1 << 22;
  auto in_v = numbers<unsigned char>(n * 3, 0, 255);
  std::vector<unsigned char> out_v(n);
  array_view<const Rgb> in(n, (const Rgb*)in_v.data());
  array_view<unsigned char> out(n, out_v);
  RUN("rgb-gray", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      Rgb c = in[i];
      out[i] = (unsigned char)((c.r * 77 + c.g * 151 + c.b * 28) >> 8);
    });
  })
}

static void run_ell_spmv() {
  const int rows = 1 << 16, width = 16;
  auto v_v = numbers<float>(rows * width, 0, 1), x_v = numbers<float>(rows, 0, 1, 3);
  std::vector<int> c_v(rows * width);
  Rng g;
  for (auto& c : c_v) c = g.next() % rows;
  std::vector<float> out_v(rows);
  array_view<const float, 2> v(width, rows, v_v);
  array_view<const int, 2> c(width, rows, c_v);
  array_view<const float> x(rows, x_v);
  array_view<float> out(rows, out_v);
  RUN("ell-spmv", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      float s = 0;
      for (int k = 0; k < width; ++k) s += v(k, i[0]) * x[c(k, i[0])];
      out[i] = s;
    });
  })
}

static void run_coo_atomics() {
  const int n = 1 << 20;
  auto v_v = numbers<float>(n, 0, 1);
  std::vector<int> c_v(n);
  for (int i = 0; i < n; ++i) c_v[i] = i / 16;
  std::vector<float> out_v(n / 16);
  array_view<const float> v(n, v_v);
  array_view<const int> c(n, c_v);
  array_view<float> out(n / 16, out_v);
  RUN("coo-atomics", out, {
    parallel_for_each(extent<1>(n), [=](index<1> i) [[hc]] { atomic_fetch_add(&out[c[i]], v[i] * 0.001f); });
  })
}

static void run_fft_stage() {
  const int n = 1 << 22;
  auto re_v = numbers<float>(n, 0, 1), out_v = numbers<float>(n, 0, 1, 2);
  array_view<float> re(n, re_v), out(n, out_v);
  const int half = 1 << 10;
  RUN("fft-stage", out, {
    parallel_for_each(extent<1>(n / 2), [=](index<1> id) [[hc]] {
      int t = id[0], k = t % half, i = t / half * 2 * half + k, j = i + half;
      float ang = -3.14159265f * k / half, c = cosf(ang), s = sinf(ang);
      float xr = re[j] * c - out[j] * s, xi = re[j] * s + out[j] * c;
      re[j] = (re[i] - xr) * 0.5f;
      out[j] = (out[i] - xi) * 0.5f;
      re[i] = (re[i] + xr) * 0.5f;
      out[i] = (out[i] + xi) * 0.5f;
    });
  })
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
