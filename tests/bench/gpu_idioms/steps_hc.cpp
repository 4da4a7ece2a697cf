// Idiomatic kernels that nobody tuned for (steps), in HC; the twin in CUDA C++ is steps_cuda.cu.
#include "idioms_hc.hpp"
#include "steps.hpp"

static void run_aos_soa() {
  const int n = 1 << 21;
  auto in_v = numbers<float>(n * 7, 0, 1);
  std::vector<float> out_v(n * 7);
  array_view<const Particle> in(n, (const Particle*)in_v.data());
  array_view<float, 2> out(7, n, out_v);
  RUN("aos-soa", out, {
    parallel_for_each(extent<1>(n), [=](index<1> i) [[hc]] {
      const Particle& p = in[i];
      out(0, i[0]) = p.x;
      out(1, i[0]) = p.y;
      out(2, i[0]) = p.z;
      out(3, i[0]) = p.vx;
      out(4, i[0]) = p.vy;
      out(5, i[0]) = p.vz;
      out(6, i[0]) = p.m;
    });
  })
}

static void run_wave4() {
  const int n = 192;
  auto in_v = numbers<float>(n * n * n, 0, 1);
  std::vector<float> out_v(in_v);
  array_view<const float, 3> in(n, n, n, in_v);
  array_view<float, 3> out(n, n, n, out_v);
  RUN("wave4-3d", out, {
    parallel_for_each(out.get_extent(), [=](index<3> id) [[hc]] {
      int z = id[0], y = id[1], x = id[2];
      if (z < 2 || y < 2 || x < 2 || z >= n - 2 || y >= n - 2 || x >= n - 2) return;
      float near = in(z - 1, y, x) + in(z + 1, y, x) + in(z, y - 1, x) + in(z, y + 1, x) + in(z, y, x - 1) +
                   in(z, y, x + 1);
      float far = in(z - 2, y, x) + in(z + 2, y, x) + in(z, y - 2, x) + in(z, y + 2, x) + in(z, y, x - 2) +
                  in(z, y, x + 2);
      out[id] = 0.5f * out[id] + 0.1f * (16 * near - far - 90 * in[id]) / 12;
    });
  })
}

static void run_column_sums() {
  const int h = 4096, w = 8192;
  auto in_v = numbers<float>(std::size_t(h) * w, 0, 1);
  std::vector<float> out_v(w);
  array_view<const float, 2> in(h, w, in_v);
  array_view<float> out(w, out_v);
  RUN("column-sums", out, {
    parallel_for_each(out.get_extent(), [=](index<1> j) [[hc]] {
      float s = 0;
      for (int i = 0; i < in.get_extent()[0]; ++i) s += in(i, j[0]);
      out[j] = s;
    });
  })
}

static void run_row_norms() {
  const int h = 8192, w = 2048;
  auto in_v = numbers<float>(std::size_t(h) * w, 0, 1);
  std::vector<float> out_v(h);
  array_view<const float, 2> in(h, w, in_v);
  array_view<float> out(h, out_v);
  RUN("row-norms", out, {
    parallel_for_each(extent<1>(h * 256).tile(256), [=](tiled_index<1> t) [[hc]] {
      tile_static float part[256];
      int l = t.local[0], row = t.tile[0];
      float s = 0;
      for (int j = l; j < w; j += 256) s += in(row, j) * in(row, j);
      part[l] = s;
      t.barrier.wait();
      for (int step = 128; step > 0; step /= 2) {
        if (l < step) part[l] += part[l + step];
        t.barrier.wait();
      }
      if (l == 0) out[row] = sqrtf(part[0]);
    });
  })
}

static void run_hamming() {
  const int n = 1 << 19, queries = 32;
  auto in_v = words(n), q_v = words(queries);
  std::vector<int> out_v(n);
  array_view<const std::uint64_t> in(n, in_v), q(queries, q_v);
  array_view<int> out(n, out_v);
  RUN("hamming", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
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
    });
  })
}

static void run_modpow() {
  const int n = 1 << 17;
  auto in_v = words(n);
  std::vector<int> out_v(n);
  array_view<const std::uint64_t> in(n, in_v);
  array_view<int> out(n, out_v);
  RUN("modpow", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      std::uint64_t m = (in[i] & 0x7fffffff) | 1, b = in[i] >> 33, r = 1;
      for (unsigned e = 65537; e; e >>= 1) {
        if (e & 1) r = r * b % m;
        b = b * b % m;
      }
      out[i] = int(r);
    });
  })
}

static void run_sbox() {
  const int n = 1 << 20;
  std::vector<unsigned char> table_v = bytes(256), in_v = bytes(n * 4), out_v(n * 4);
  array_view<const unsigned char> table(256, table_v), in(n * 4, in_v);
  array_view<unsigned char> out(n * 4, out_v);
  RUN("sbox", out, {
    parallel_for_each(extent<1>(n), [=](index<1> i) [[hc]] {
      unsigned char s[4];
      for (int k = 0; k < 4; ++k) s[k] = in[i[0] * 4 + k];
      for (int round = 0; round < 10; ++round) {
        unsigned char first = s[0];
        for (int k = 0; k < 3; ++k) s[k] = table[s[k + 1]] ^ round;
        s[3] = table[first] ^ s[0];
      }
      for (int k = 0; k < 4; ++k) out[i[0] * 4 + k] = s[k];
    });
  })
}

static void run_yuv() {
  const int h = 2160, w = 3840;
  auto in_v = bytes(h * w * 4);
  std::vector<unsigned char> out_v(h * w * 4);
  array_view<const Rgba, 2> in(h, w, (const Rgba*)in_v.data());
  array_view<Rgba, 2> out(h, w, (Rgba*)out_v.data());
  RUN("yuv", out, {
    parallel_for_each(out.get_extent(), [=](index<2> i) [[hc]] {
      Rgba p = in[i];
      float y = 0.299f * p.r + 0.587f * p.g + 0.114f * p.b;
      float u = 0.492f * (p.b - y) + 128, v = 0.877f * (p.r - y) + 128;
      u = u < 0 ? 0 : u > 255 ? 255 : u;
      v = v < 0 ? 0 : v > 255 ? 255 : v;
      out[i] = Rgba{(unsigned char)y, (unsigned char)u, (unsigned char)v, p.a};
    });
  })
}

static void run_ger() {
  const int h = 4096, w = 4096;
  auto x_v = numbers<double>(h, 0, 1), y_v = numbers<double>(w, 0, 1, 2);
  std::vector<double> out_v(h * w);
  array_view<const double> x(h, x_v), y(w, y_v);
  array_view<double, 2> out(h, w, out_v);
  RUN("ger", out, {
    parallel_for_each(out.get_extent(), [=](index<2> i) [[hc]] { out[i] += 0.25 * x[i[0]] * y[i[1]]; });
  })
}

static void run_cholesky() {
  const int n = 1 << 17;
  auto in_v = numbers<float>(n * 16, 0, 1);
  for (int i = 0; i < n * 16; ++i)
    if (i % 16 % 5 == 0) in_v[i] += 5;
  std::vector<float> out_v(n * 16);
  array_view<const float, 3> in(n, 4, 4, in_v);
  array_view<float, 3> out(n, 4, 4, out_v);
  RUN("cholesky", out, {
    parallel_for_each(extent<1>(n), [=](index<1> id) [[hc]] {
      int i = id[0];
      float l[4][4] = {};
      for (int r = 0; r < 4; ++r)
        for (int c = 0; c <= r; ++c) {
          float s = in(i, r, c);
          for (int k = 0; k < c; ++k) s -= l[r][k] * l[c][k];
          l[r][c] = r == c ? sqrtf(s < 1e-6f ? 1e-6f : s) : s / l[c][c];
        }
      for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) out(i, r, c) = l[r][c];
    });
  })
}

static void run_newton() {
  const int n = 1 << 20;
  auto in_v = numbers<float>(n, 1, 100);
  std::vector<float> out_v(n);
  array_view<const float> in(n, in_v);
  array_view<float> out(n, out_v);
  RUN("newton", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      float a = in[i], x = a, step = 1;
      int turns = 0;
      while (fabsf(step) > 1e-5f * x && turns++ < 40) {
        step = (x * x * x - a) / (3 * x * x);
        x -= step;
      }
      out[i] = x;
    });
  })
}

static void run_quaternions() {
  const int n = 1 << 21;
  auto q_v = numbers<float>(n * 4, -1, 1), in_v = numbers<float>(n * 3, -1, 1, 2);
  std::vector<float> out_v(n * 3);
  array_view<const V4> q(n, (const V4*)q_v.data());
  array_view<const V3> in(n, (const V3*)in_v.data());
  array_view<V3> out(n, (V3*)out_v.data());
  RUN("quaternions", out,
      { parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] { out[i] = turned(q[i], in[i]); }); })
}

static void run_lattice9() {
  const int h = 1024, w = 1024;
  auto in_v = numbers<float>(9 * h * w, 0.1, 0.2);
  std::vector<float> out_v(9 * h * w);
  array_view<const float, 3> in(9, h, w, in_v);
  array_view<float, 3> out(9, h, w, out_v);
  RUN("lattice9", out, {
    parallel_for_each(extent<2>(h, w), [=](index<2> id) [[hc]] {
      const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
      const float weight[9] = {4 / 9.f,  1 / 9.f,  1 / 9.f,  1 / 9.f, 1 / 9.f,
                               1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
      float f[9], rho = 0, ux = 0, uy = 0;
      for (int q = 0; q < 9; ++q) {
        int y = (id[0] - dy[q] + h) % h, x = (id[1] - dx[q] + w) % w;
        f[q] = in(q, y, x);
        rho += f[q];
        ux += f[q] * dx[q];
        uy += f[q] * dy[q];
      }
      ux /= rho;
      uy /= rho;
      for (int q = 0; q < 9; ++q) {
        float along = dx[q] * ux + dy[q] * uy;
        float want = weight[q] * rho * (1 + 3 * along + 4.5f * along * along - 1.5f * (ux * ux + uy * uy));
        out(q, id[0], id[1]) = f[q] + 0.6f * (want - f[q]);
      }
    });
  })
}

static void run_red_black() {
  const int h = 2048, w = 2048;
  auto out_v = numbers<double>(h * w, 0, 1);
  array_view<double, 2> out(h, w, out_v);
  RUN("red-black", out, {
    for (int color = 0; color < 2; ++color)
      parallel_for_each(extent<2>(h, w), [=](index<2> i) [[hc]] {
        int y = i[0], x = i[1];
        if (y == 0 || x == 0 || y == h - 1 || x == w - 1 || (y + x) % 2 != color) return;
        out[i] = 0.25 * (out(y - 1, x) + out(y + 1, x) + out(y, x - 1) + out(y, x + 1));
      });
  })
}

static void run_tile_histogram() {
  const int n = 1 << 24;
  auto in_v = bytes(n);
  std::vector<int> out_v(256);
  array_view<const unsigned char> in(n, in_v);
  array_view<int> out(256, out_v);
  RUN("tile-histogram", out, {
    parallel_for_each(extent<1>(512 * 256).tile(256), [=](tiled_index<1> t) [[hc]] {
      tile_static int bins[256];
      bins[t.local[0]] = 0;
      t.barrier.wait();
      for (int i = t.global[0]; i < n; i += 512 * 256) atomic_fetch_add(&bins[in[i]], 1);
      t.barrier.wait();
      atomic_fetch_add(&out[t.local[0]], bins[t.local[0]]);
    });
  })
}

static void run_median9() {
  const int h = 2160, w = 3840;
  auto in_v = bytes(h * w);
  std::vector<unsigned char> out_v(h * w);
  array_view<const unsigned char, 2> in(h, w, in_v);
  array_view<unsigned char, 2> out(h, w, out_v);
  RUN("median9", out, {
    parallel_for_each(out.get_extent(), [=](index<2> i) [[hc]] {
      unsigned char v[9];
      for (int dy = -1, k = 0; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx, ++k) {
          int y = i[0] + dy, x = i[1] + dx;
          y = y < 0 ? 0 : y >= h ? h - 1 : y;
          x = x < 0 ? 0 : x >= w ? w - 1 : x;
          v[k] = in(y, x);
        }
      for (int a = 0; a < 5; ++a)
        for (int b = a + 1; b < 9; ++b)
          if (v[b] < v[a]) {
            unsigned char s = v[a];
            v[a] = v[b];
            v[b] = s;
          }
      out[i] = v[4];
    });
  })
}

static void run_walk() {
  const int n = 1 << 18;
  auto in_v = words(n);
  std::vector<float> out_v(n);
  array_view<const std::uint64_t> in(n, in_v);
  array_view<float> out(n, out_v);
  RUN("walk", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      Random64 random(in[i] | 1);
      float x = 0, y = 0;
      for (int k = 0; k < 256; ++k) {
        x += random.uniform() - 0.5f;
        y += random.uniform() - 0.5f;
        if (x * x + y * y > 25) x = y = 0;
      }
      out[i] = x * x + y * y;
    });
  })
}

static void run_fir() {
  const int n = 1 << 22, taps = 64;
  auto in_v = numbers<float>(n + taps, 0, 1), c_v = numbers<float>(taps, -1, 1, 2);
  std::vector<float> out_v(n);
  array_view<const float> in(n + taps, in_v), c(taps, c_v);
  array_view<float> out(n, out_v);
  RUN("fir", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      float s = 0;
      for (int k = 0; k < c.get_extent()[0]; ++k) s += c[k] * in[i[0] + k];
      out[i] = s;
    });
  })
}

static void run_search() {
  const int n = 1 << 22, length = 12;
  std::vector<char> in_v(n + length);
  Rng random;
  for (char& each : in_v) each = 'a' + random.next() % 3;
  std::vector<char> word_v(in_v.begin() + 77, in_v.begin() + 77 + length);
  std::vector<int> out_v(n);
  array_view<const char> in(n + length, in_v), word(length, word_v);
  array_view<int> out(n, out_v);
  RUN("naive-search", out, {
    parallel_for_each(out.get_extent(), [=](index<1> i) [[hc]] {
      int k = 0;
      while (k < word.get_extent()[0] && in[i[0] + k] == word[k]) ++k;
      out[i] = k;
    });
  })
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
