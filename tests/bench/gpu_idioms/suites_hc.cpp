// Idiomatic kernels that nobody tuned for, of the kinds that suites of benchmarks have, in HC.
#include "idioms_hc.hpp"

static void run_atax() {
  const int n = 4096;
  auto a_v = numbers<float>(std::size_t(n) * n, 0, 1), x_v = numbers<float>(n, 0, 1, 2);
  std::vector<float> t_v(n), y_v(n);
  array_view<const float> a(n * n, a_v), x(n, x_v);
  array_view<float> t(n, t_v), y(n, y_v);
  RUN("atax", y, {
    parallel_for_each(t.get_extent(), [=](index<1> i) [[hc]] {
      float s = 0;
      for (int j = 0; j < n; j++) s += a[i[0] * n + j] * x[j];
      t[i] = s;
    });
    parallel_for_each(y.get_extent(), [=](index<1> j) [[hc]] {
      float s = 0;
      for (int i = 0; i < n; i++) s += a[i * n + j[0]] * t[i];
      y[j] = s;
    });
  })
}

static void run_syr2k() {
  const int n = 1024, m = 512;
  auto a_v = numbers<float>(n * m, 0, 1), b_v = numbers<float>(n * m, 0, 1, 2);
  std::vector<float> c_v(n * n);
  array_view<const float, 2> a(n, m, a_v), b(n, m, b_v);
  array_view<float, 2> c(n, n, c_v);
  RUN("syr2k", c, {
    parallel_for_each(c.get_extent(), [=](index<2> i) [[hc]] {
      float s = 0;
      for (int k = 0; k < m; k++) s += a(i[0], k) * b(i[1], k) + b(i[0], k) * a(i[1], k);
      c[i] = s * 1.5f;
    });
  })
}

static void run_covariance() {
  const int n = 1024;
  auto d_v = numbers<float>(n * n, 0, 1);
  std::vector<float> s_v(n * n);
  array_view<const float, 2> d(n, n, d_v);
  array_view<float, 2> s(n, n, s_v);
  RUN("covariance", s, {
    parallel_for_each(extent<1>(n), [=](index<1> id) [[hc]] {
      const int j1 = id[0];
      for (int j2 = j1; j2 < n && j2 < j1 + 8; j2++) {
        float sum = 0;
        for (int i = 0; i < n; i++) sum += d(i, j1) * d(i, j2);
        s(j1, j2) = sum;
        s(j2, j1) = sum;
      }
    });
  })
}

static void run_conv3() {
  const int n = 256;
  auto in_v = numbers<float>(n * n * n, 0, 1);
  std::vector<float> out_v(n * n * n);
  array_view<const float> in(n * n * n, in_v);
  array_view<float> out(n * n * n, out_v);
  RUN("conv3d", out, {
    parallel_for_each(extent<2>(n, n), [=](index<2> id) [[hc]] {
      const int j = id[0], k = id[1];
      if (j < 1 || k < 1 || j >= n - 1 || k >= n - 1) return;
      for (int i = 1; i < n - 1; i++) {
        const int c = i * n * n + j * n + k;
        out[c] = 0.2f * in[c - n * n - n - 1] + 0.5f * in[c - n * n + 1] - 0.8f * in[c - n] + 0.3f * in[c] +
                 0.6f * in[c + n] - 0.9f * in[c + n * n - 1] + 0.1f * in[c + n * n + n + 1] +
                 0.4f * in[c + 1] + 0.7f * in[c - 1];
      }
    });
  })
}

static void run_fdtd() {
  const int h = 2048, w = 2048;
  auto ex_v = numbers<float>(h * w, 0, 1), ey_v = numbers<float>(h * w, 0, 1, 2),
       hz_v = numbers<float>(h * w, 0, 1e-3, 3);
  array_view<float, 2> ex(h, w, ex_v), ey(h, w, ey_v), hz(h, w, hz_v);
  RUN("fdtd", hz, {
    parallel_for_each(hz.get_extent(), [=](index<2> id) [[hc]] {
      const int y = id[0], x = id[1];
      if (y > 0) ey(y, x) = ey(y, x) - 0.001f * (hz(y, x) - hz(y - 1, x));
    });
    parallel_for_each(hz.get_extent(), [=](index<2> id) [[hc]] {
      const int y = id[0], x = id[1];
      if (x > 0) ex(y, x) = ex(y, x) - 0.001f * (hz(y, x) - hz(y, x - 1));
    });
    parallel_for_each(hz.get_extent(), [=](index<2> id) [[hc]] {
      const int y = id[0], x = id[1];
      if (y < h - 1 && x < w - 1)
        hz(y, x) = hz(y, x) - 0.0007f * (ex(y, x + 1) - ex(y, x) + ey(y + 1, x) - ey(y, x));
    });
  })
}

static void run_hotspot() {
  const int n = 2048;
  auto p_v = numbers<float>(n * n, 0, 1), in_v = numbers<float>(n * n, 300, 340, 2);
  std::vector<float> out_v(n * n);
  array_view<const float> power(n * n, p_v), in(n * n, in_v);
  array_view<float> out(n * n, out_v);
  RUN("hotspot", out, {
    parallel_for_each(extent<2>(n, n).tile(16, 16), [=](tiled_index<2> t) [[hc]] {
      tile_static float now[16][16];
      tile_static float heat[16][16];
      const int ty = t.local[0], tx = t.local[1];
      const int y = t.tile[0] * 14 + ty - 1, x = t.tile[1] * 14 + tx - 1;
      const bool inside = y >= 0 && y < n && x >= 0 && x < n;
      if (inside) {
        now[ty][tx] = in[y * n + x];
        heat[ty][tx] = power[y * n + x];
      }
      t.barrier.wait();
      if (inside && ty > 0 && ty < 15 && tx > 0 && tx < 15) {
        const int up = y == 0 ? ty : ty - 1, down = y == n - 1 ? ty : ty + 1;
        const int left = x == 0 ? tx : tx - 1, right = x == n - 1 ? tx : tx + 1;
        out[y * n + x] =
            now[ty][tx] + 0.01f * (heat[ty][tx] + (now[up][tx] + now[down][tx] - 2 * now[ty][tx]) * 0.5f +
                                   (now[ty][left] + now[ty][right] - 2 * now[ty][tx]) * 0.5f +
                                   (80.0f - now[ty][tx]) * 0.25f);
      }
    });
  })
}

static void run_pathfinder() {
  const int w = 1 << 20, rows = 20;
  auto wall_v = numbers<int>(std::size_t(w) * rows, 0, 10);
  std::vector<int> out_v(w);
  array_view<const int> wall(w * rows, wall_v);
  array_view<int> out(w, out_v);
  const int blocks = (w + 255 - 2 * rows) / (256 - 2 * rows);
  RUN("pathfinder", out, {
    parallel_for_each(extent<1>(blocks * 256).tile(256), [=](tiled_index<1> t) [[hc]] {
      tile_static int before[256];
      tile_static int now[256];
      const int tx = t.local[0];
      const int x = t.tile[0] * (256 - 2 * rows) - rows + tx;
      const bool valid = x >= 0 && x < w;
      before[tx] = valid ? wall[x] : 1000000;
      t.barrier.wait();
      for (int i = 1; i < rows; i++) {
        int best = before[tx];
        if (tx > 0) best = best < before[tx - 1] ? best : before[tx - 1];
        if (tx < 255) best = best < before[tx + 1] ? best : before[tx + 1];
        now[tx] = valid ? best + wall[i * w + x] : 1000000;
        t.barrier.wait();
        before[tx] = now[tx];
        t.barrier.wait();
      }
      if (valid && tx >= rows && tx < 256 - rows) out[x] = before[tx];
    });
  })
}

static void run_lud_inner() {
  const int n = 2048;
  auto m_v = numbers<float>(n * n, 0, 1e-3);
  array_view<float> m(n * n, m_v);
  RUN("lud-inner", m, {
    parallel_for_each(extent<2>(n - 16, n - 16).tile(16, 16), [=](tiled_index<2> t) [[hc]] {
      tile_static float row[16][16];
      tile_static float column[16][16];
      const int ty = t.local[0], tx = t.local[1];
      const int y = (t.tile[0] + 1) * 16, x = (t.tile[1] + 1) * 16;
      row[ty][tx] = m[ty * n + x + tx];
      column[ty][tx] = m[(y + ty) * n + tx];
      t.barrier.wait();
      float sum = 0;
      for (int i = 0; i < 16; i++) sum += column[ty][i] * row[i][tx];
      m[(y + ty) * n + x + tx] -= sum;
    });
  })
}

static void run_needle() {
  const int n = 4096, blocks = n / 16;
  auto score_v = numbers<int>(n * n, -10, 10);
  std::vector<int> out_v((n + 1) * (n + 1));
  array_view<const int> score(n * n, score_v);
  array_view<int> out((n + 1) * (n + 1), out_v);
  RUN("needle-diagonal", out, {
    parallel_for_each(extent<1>(blocks * 16).tile(16), [=](tiled_index<1> t) [[hc]] {
      tile_static int cell[17][17];
      tile_static int match[16][16];
      const int bx = t.tile[0], by = blocks - 1 - bx, tx = t.local[0], pitch = n + 1;
      const int corner = by * 16 * pitch + bx * 16;
      for (int i = 0; i < 16; i++) match[i][tx] = score[(by * 16 + i) * n + bx * 16 + tx];
      if (tx == 0) cell[0][0] = out[corner];
      cell[tx + 1][0] = out[corner + (tx + 1) * pitch];
      cell[0][tx + 1] = out[corner + tx + 1];
      t.barrier.wait();
      for (int m = 0; m < 31; m++) {
        const int i = m - tx;
        if (i >= 0 && i < 16) {
          const int a = cell[i][tx] + match[i][tx], b = cell[i][tx + 1] - 10, c = cell[i + 1][tx] - 10;
          cell[i + 1][tx + 1] = a > b ? (a > c ? a : c) : (b > c ? b : c);
        }
        t.barrier.wait();
      }
      for (int i = 0; i < 16; i++) out[corner + (i + 1) * pitch + tx + 1] = cell[i + 1][tx + 1];
    });
  })
}

static void run_layer() {
  const int in_n = 65536, out_n = 16;
  auto in_v = numbers<float>(in_n, 0, 1), w_v = numbers<float>(in_n * out_n, -1, 1, 2);
  std::vector<float> part_v(in_n / 16 * out_n);
  array_view<const float> in(in_n, in_v), weights(in_n * out_n, w_v);
  array_view<float> part(in_n / 16 * out_n, part_v);
  RUN("layer", part, {
    parallel_for_each(extent<2>(in_n, out_n).tile(16, 16), [=](tiled_index<2> t) [[hc]] {
      tile_static float node[16];
      tile_static float product[16][16];
      const int by = t.tile[0], ty = t.local[0], tx = t.local[1];
      if (tx == 0) node[ty] = in[by * 16 + ty];
      t.barrier.wait();
      product[ty][tx] = weights[(by * 16 + ty) * out_n + tx] * node[ty];
      t.barrier.wait();
      for (int i = 1; i <= 4; i++) {
        const int power = 1 << i;
        if (ty % power == 0) product[ty][tx] += product[ty + power / 2][tx];
        t.barrier.wait();
      }
      if (tx == 0) part[by * out_n + ty] = product[tx][ty];
    });
  })
}

static std::vector<int> starts(int n) {
  Rng random{5};
  std::vector<int> made(n + 1);
  for (int i = 0; i < n; ++i) made[i + 1] = made[i] + int(random.next() % 40);
  return made;
}

static void run_csr() {
  const int n = 1 << 17;
  auto start_v = starts(n);
  auto value_v = numbers<float>(start_v[n], 0, 1), x_v = numbers<float>(n, 0, 1, 3);
  auto column_v = numbers<int>(start_v[n], 0, n, 2);
  std::vector<float> out_v(n), y_v(n);
  array_view<const int> start(n + 1, start_v), column(start_v[n], column_v);
  array_view<const float> value(start_v[n], value_v), x(n, x_v);
  array_view<float> out(n, out_v), y(n, y_v);
  RUN("csr-scalar", out, {
    parallel_for_each(out.get_extent(), [=](index<1> row) [[hc]] {
      float s = 0;
      for (int k = start[row]; k < start[row + 1]; k++) s += value[k] * x[column[k]];
      out[row] = s;
    });
  })
  RUN("csr-vector", y, {
    parallel_for_each(extent<1>(n * 32).tile(128), [=](tiled_index<1> t) [[hc]] {
      tile_static volatile float sums[128];
      const int l = t.local[0], lane = l & 31, row = t.global[0] / 32;
      float s = 0;
      for (int k = start[row] + lane; k < start[row + 1]; k += 32) s += value[k] * x[column[k]];
      sums[l] = s;
      t.barrier.wait();
      for (int step = 16; step > 0; step /= 2) {
        if (lane < step) sums[l] += sums[l + step];
        t.barrier.wait();
      }
      if (lane == 0) y[row] = sums[l];
    });
  })
}

static void run_bfs() {
  const int n = 1 << 18;
  auto start_v = starts(n);
  auto edge_v = numbers<int>(start_v[n], 0, n, 2);
  auto level_v = numbers<int>(n, 0, 4, 3);
  std::vector<int> next_v(n);
  array_view<const int> start(n + 1, start_v), edge(start_v[n], edge_v), level(n, level_v);
  array_view<int> next(n, next_v);
  RUN("bfs-step", next, {
    parallel_for_each(next.get_extent(), [=](index<1> id) [[hc]] {
      if (level[id] != 1) return;
      for (int k = start[id]; k < start[id + 1]; k++)
        if (level[edge[k]] == 3) next[edge[k]] = 2;
    });
  })
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
