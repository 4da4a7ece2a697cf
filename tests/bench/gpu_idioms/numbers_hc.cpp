// Idiomatic kernels that nobody tuned for (numbers), in HC; the twin in CUDA C++ is numbers_cuda.cu.
#include "idioms_hc.hpp"

static void run_histogram() {
  const int n = 1 << 24;
  auto in_v = numbers<unsigned char>(n, 0, 256);
  std::vector<unsigned> out_v(256);
  std::vector<unsigned> in4(n / 4);
  memcpy(in4.data(), in_v.data(), n);
  array_view<const unsigned> in(n / 4, in4);
  array_view<unsigned> out(256, out_v);
  RUN("histogram", out, {
    parallel_for_each(extent<1>(256 * 1024).tile(256), [=](tiled_index<1> t) [[hc]] {
      tile_static unsigned bins[256];
      bins[t.local[0]] = 0;
      t.barrier.wait();
      for (int k = t.global[0]; k < n / 4; k += 256 * 1024) {
        unsigned v = in[k];
        atomic_fetch_add(&bins[v & 255], 1u);
        atomic_fetch_add(&bins[v >> 8 & 255], 1u);
        atomic_fetch_add(&bins[v >> 16 & 255], 1u);
        atomic_fetch_add(&bins[v >> 24], 1u);
      }
      t.barrier.wait();
      atomic_fetch_add(&out[t.local[0]], bins[t.local[0]]);
    });
  })
}

static void run_nbody_tile_struct() {
  const int n = 16384;
  auto in_v = numbers<float>(n * 4, 0, 1);
  std::vector<float> out_v(n * 3);
  array_view<const V4> in(n, (const V4*)in_v.data());
  array_view<V3> out(n, (V3*)out_v.data());
  RUN("nbody-tile-struct", out, {
    parallel_for_each(out.get_extent().tile(256), [=](tiled_index<1> t) [[hc]] {
      tile_static V4 s[256];
      V4 me = in[t.global];
      float ax = 0, ay = 0, az = 0;
      for (int j = 0; j < n; j += 256) {
        s[t.local[0]] = in[j + t.local[0]];
        t.barrier.wait();
        for (int k = 0; k < 256; ++k) {
          float dx = s[k].x - me.x, dy = s[k].y - me.y, dz = s[k].z - me.z;
          float d = dx * dx + dy * dy + dz * dz + 1e-3f;
          float inv = 1.0f / sqrtf(d);
          float f = s[k].w * inv * inv * inv;
          ax += f * dx;
          ay += f * dy;
          az += f * dz;
        }
        t.barrier.wait();
      }
      out[t.global] = V3{ax, ay, az};
    });
  })
}

static void run_scan_hillis() {
  const int n = 1 << 22;
  auto in_v = numbers<float>(n, 0, 1);
  std::vector<float> out_v(n);
  array_view<const float> in(n, in_v);
  array_view<float> out(n, out_v);
  RUN("scan-hillis", out, {
    parallel_for_each(out.get_extent().tile(256), [=](tiled_index<1> t) [[hc]] {
      tile_static float s[2][256];
      int l = t.local[0], cur = 0;
      s[0][l] = in[t.global];
      t.barrier.wait();
      for (int o = 1; o < 256; o *= 2) {
        s[1 - cur][l] = l >= o ? s[cur][l] + s[cur][l - o] : s[cur][l];
        cur = 1 - cur;
        t.barrier.wait();
      }
      out[t.global] = s[cur][l];
    });
  })
}

static void run_dot_double() {
  const int n = 1 << 24;
  auto in_v = numbers<double>(n, 0, 1), b_v = numbers<double>(n, 0, 1, 2);
  std::vector<double> out_v(512);
  array_view<const double> in(n, in_v), b(n, b_v);
  array_view<double> out(512, out_v);
  RUN("dot-double", out, {
    parallel_for_each(extent<1>(512 * 256).tile(256), [=](tiled_index<1> t) [[hc]] {
      tile_static double s[256];
      double sum = 0;
      for (int k = t.global[0]; k < n; k += 512 * 256) sum += in[k] * b[k];
      s[t.local[0]] = sum;
      t.barrier.wait();
      for (int h = 128; h > 0; h /= 2) {
        if (t.local[0] < h) s[t.local[0]] += s[t.local[0] + h];
        t.barrier.wait();
      }
      if (t.local[0] == 0) out[t.tile] = s[0];
    });
  })
}

static void run_black_scholes() {
  const int n = 1 << 22;
  auto S_v = numbers<float>(n, 5, 30), X_v = numbers<float>(n, 1, 100, 2),
       T_v = numbers<float>(n, 0.25, 10, 3);
  std::vector<float> out_v(n);
  array_view<const float> S(n, S_v), X(n, X_v), T(n, T_v);
  array_view<float> out(n, out_v);
  RUN("black-scholes", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      float s = S[i], x = X[i], t = T[i], q = sqrtf(t),
            d1 = (logf(s / x) + (0.02f + 0.045f) * t) / (0.3f * q), d2 = d1 - 0.3f * q;
      out[i] = s * 0.5f * erfcf(-d1 * 0.70710678f) - x * expf(-0.02f * t) * 0.5f * erfcf(-d2 * 0.70710678f);
    });
  })
}

static void run_binomial() {
  const int n = 1 << 14, N = 64;
  auto S_v = numbers<float>(n, 5, 30);
  std::vector<float> out_v(n);
  array_view<const float> S(n, S_v);
  array_view<float> out(n, out_v);
  RUN("binomial", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
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
    });
  })
}

static void run_hash_rounds() {
  const int n = 1 << 20;
  auto in_v = numbers<unsigned>(n, 0, 4e9);
  std::vector<unsigned> out_v(n);
  array_view<const unsigned> in(n, in_v);
  array_view<unsigned> out(n, out_v);
  RUN("hash-rounds", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
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
    });
  })
}

static void run_sgemm_naive() {
  const int n = 1024;
  auto a_v = numbers<float>(n * n, 0, 1), b_v = numbers<float>(n * n, 0, 1, 2);
  std::vector<float> out_v(n * n);
  array_view<const float, 2> a(n, n, a_v), b(n, n, b_v);
  array_view<float, 2> out(n, n, out_v);
  RUN("sgemm-naive", out, {
    parallel_for_each(out.get_extent(), [=](index<2> i) [[hc]] {
      float s = 0;
      for (int k = 0; k < n; ++k) s += a(i[0], k) * b(k, i[1]);
      out[i] = s;
    });
  })
}

static void run_gemv_tile() {
  const int n = 4096;
  auto a_v = numbers<float>(n * n, 0, 1), b_v = numbers<float>(n, 0, 1, 2);
  std::vector<float> out_v(n);
  array_view<const float, 2> a(n, n, a_v);
  array_view<const float> b(n, b_v);
  array_view<float> out(n, out_v);
  RUN("gemv-tile", out, {
    parallel_for_each(extent<1>(n * 128).tile(128), [=](tiled_index<1> t) [[hc]] {
      tile_static float s[128];
      float v = 0;
      for (int k = t.local[0]; k < n; k += 128) v += a(t.tile[0], k) * b[k];
      s[t.local[0]] = v;
      t.barrier.wait();
      for (int h = 64; h; h >>= 1) {
        if (t.local[0] < h) s[t.local[0]] += s[t.local[0] + h];
        t.barrier.wait();
      }
      if (!t.local[0]) out[t.tile[0]] = s[0];
    });
  })
}

static void run_softmax() {
  const int n = 4096;
  auto in_v = numbers<float>(n * n, -3, 3);
  std::vector<float> out_v(n * n);
  array_view<const float, 2> in(n, n, in_v);
  array_view<float, 2> out(n, n, out_v);
  RUN("softmax", out, {
    parallel_for_each(extent<1>(n * 256).tile(256), [=](tiled_index<1> t) [[hc]] {
      tile_static float s[256];
      int l = t.local[0], r = t.tile[0];
      float m = -1e30f;
      for (int k = l; k < n; k += 256) m = fmaxf(m, in(r, k));
      s[l] = m;
      t.barrier.wait();
      for (int h = 128; h; h /= 2) {
        if (l < h) s[l] = fmaxf(s[l], s[l + h]);
        t.barrier.wait();
      }
      m = s[0];
      t.barrier.wait();
      float sum = 0;
      for (int k = l; k < n; k += 256) sum += expf(in(r, k) - m);
      s[l] = sum;
      t.barrier.wait();
      for (int h = 128; h; h /= 2) {
        if (l < h) s[l] += s[l + h];
        t.barrier.wait();
      }
      sum = s[0];
      for (int k = l; k < n; k += 256) out(r, k) = expf(in(r, k) - m) / sum;
    });
  })
}

static void run_hash64() {
  const int n = 1 << 20;
  auto in_v = numbers<uint64_t>(n, 1, 1.6e7);
  std::vector<uint64_t> out_v(n);
  array_view<const uint64_t> in(n, in_v);
  array_view<uint64_t> out(n, out_v);
  RUN("hash64", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      uint64_t x = in[i];
      for (int k = 0; k < 16; ++k) {
        x ^= x >> 30;
        x *= 0xbf58476d1ce4e5b9ull;
        x ^= x >> 27;
        x *= 0x94d049bb133111ebull;
        x ^= x >> 31;
      }
      out[i] = x >> 40;
    });
  })
}

static void run_gcd_primes() {
  const int n = 1 << 20;
  std::vector<int> out_v(n);
  array_view<int> out(n, out_v);
  RUN("gcd-primes", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      int v = i[0] + 1000;
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
    });
  })
}

static void run_double_math() {
  const int n = 1 << 20;
  auto in_v = numbers<double>(n, 0.1, 10);
  std::vector<double> out_v(n);
  array_view<const double> in(n, in_v);
  array_view<double> out(n, out_v);
  RUN("double-math", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      double x = in[i];
      out[i] = sin(x) * exp(-x) + log(x) / sqrt(x) + pow(x, 0.3);
    });
  })
}

static void run_float_math() {
  const int n = 1 << 22;
  auto in_v = numbers<float>(n, 0.1, 10);
  std::vector<float> out_v(n);
  array_view<const float> in(n, in_v);
  array_view<float> out(n, out_v);
  RUN("float-math", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      float x = in[i];
      out[i] = sinf(x) * expf(-x) + logf(x) / sqrtf(x) + powf(x, 0.3f) + tanhf(x) + atan2f(x, 2.0f);
    });
  })
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
