// Idiomatic kernels that nobody tuned for (fields), in HC; the twin in CUDA C++ is fields_cuda.cu.
#include "idioms_hc.hpp"

static void run_mandelbrot() {
  const int h = 2048, w = 2048;
  std::vector<int> out_v(h * w);
  array_view<int, 2> out(h, w, out_v);
  RUN("mandelbrot", out, {
    parallel_for_each(out.get_extent(), [=](index<2> i) [[hc]] {
      float cx = i[1] * (3.0f / w) - 2, cy = i[0] * (2.0f / h) - 1, x = 0, y = 0;
      int k = 0;
      while (k < 200 && x * x + y * y < 4) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        ++k;
      }
      out[i] = k;
    });
  })
}

static void run_jacobi_halo() {
  const int n = 4096;
  auto in_v = numbers<float>(n * n, 0, 1);
  std::vector<float> out_v(n * n);
  array_view<const float, 2> in(n, n, in_v);
  array_view<float, 2> out(n, n, out_v);
  RUN("jacobi-halo", out, {
    parallel_for_each(out.get_extent().tile(16, 16), [=](tiled_index<2> t) [[hc]] {
      tile_static float s[18][18];
      const int y = t.global[0], x = t.global[1], ly = t.local[0] + 1, lx = t.local[1] + 1;
      s[ly][lx] = in(y, x);
      if (ly == 1) s[0][lx] = in(y > 0 ? y - 1 : 0, x);
      if (ly == 16) s[17][lx] = in(y < n - 1 ? y + 1 : n - 1, x);
      if (lx == 1) s[ly][0] = in(y, x > 0 ? x - 1 : 0);
      if (lx == 16) s[ly][17] = in(y, x < n - 1 ? x + 1 : n - 1);
      t.barrier.wait();
      out(y, x) = 0.25f * (s[ly - 1][lx] + s[ly + 1][lx] + s[ly][lx - 1] + s[ly][lx + 1]);
    });
  })
}

static void run_lu_step() {
  const int n = 2048, k = 100;
  auto out_v = numbers<float>(n * n, 1, 2);
  array_view<float, 2> out(n, n, out_v);
  RUN("lu-step", out, {
    parallel_for_each(out.get_extent(), [=](index<2> i) [[hc]] {
      if (i[0] > k && i[1] > k) out[i] -= out(i[0], k) / out(k, k) * out(k, i[1]) * 1e-3f;
    });
  })
}

static void run_floyd_step() {
  const int n = 2048, k = 100;
  auto out_v = numbers<int>(n * n, 1, 2000);
  array_view<int, 2> out(n, n, out_v);
  RUN("floyd-step", out, {
    parallel_for_each(out.get_extent(), [=](index<2> i) [[hc]] {
      int v = out(i[0], k) + out(k, i[1]);
      if (v < out[i]) out[i] = v;
    });
  })
}

static void run_sobel_bytes() {
  const int h = 4096, w = 4096;
  auto in_v = numbers<unsigned char>(h * w, 0, 255);
  std::vector<unsigned char> out_v(h * w);
  array_view<const unsigned char, 2> in(h, w, in_v);
  array_view<unsigned char, 2> out(h, w, out_v);
  RUN("sobel-bytes", out, {
    parallel_for_each(out.get_extent(), [=](index<2> i) [[hc]] {
      int y = i[0], x = i[1];
      if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
        out[i] = 0;
        return;
      }
      int gx = in(y - 1, x + 1) + 2 * in(y, x + 1) + in(y + 1, x + 1) - in(y - 1, x - 1) - 2 * in(y, x - 1) -
               in(y + 1, x - 1);
      int gy = in(y + 1, x - 1) + 2 * in(y + 1, x) + in(y + 1, x + 1) - in(y - 1, x - 1) - 2 * in(y - 1, x) -
               in(y - 1, x + 1);
      int m = int(sqrtf(float(gx * gx + gy * gy)));
      out[i] = (unsigned char)(m > 255 ? 255 : m);
    });
  })
}

static void run_bilinear() {
  const int h = 2160, w = 3840, sh = 1080, sw = 1920;
  auto in_v = numbers<float>(sh * sw, 0, 1);
  std::vector<float> out_v(h * w);
  array_view<const float, 2> in(sh, sw, in_v);
  array_view<float, 2> out(h, w, out_v);
  RUN("bilinear", out, {
    parallel_for_each(out.get_extent(), [=](index<2> i) [[hc]] {
      float u = (i[1] + 0.5f) * sw / w - 0.5f, v = (i[0] + 0.5f) * sh / h - 0.5f;
      int x = int(floorf(u)), y = int(floorf(v));
      float fx = u - x, fy = v - y;
      int x0 = x < 0 ? 0 : x, x1 = x + 1 >= sw ? sw - 1 : x + 1, y0 = y < 0 ? 0 : y,
          y1 = y + 1 >= sh ? sh - 1 : y + 1;
      out[i] = (in(y0, x0) * (1 - fx) + in(y0, x1) * fx) * (1 - fy) +
               (in(y1, x0) * (1 - fx) + in(y1, x1) * fx) * fy;
    });
  })
}

static void run_conv5_captured() {
  const int h = 4096, w = 4096;
  auto in_v = numbers<float>(h * w, 0, 1);
  std::vector<float> out_v(h * w);
  array_view<const float, 2> in(h, w, in_v);
  array_view<float, 2> out(h, w, out_v);
  Weights k;
  for (int i = 0; i < 25; ++i) k.w[i] = 0.01f * i;
  RUN("conv5-captured", out, {
    parallel_for_each(out.get_extent(), [=](index<2> i) [[hc]] {
      float s = 0;
      for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
          int y = i[0] + dy, x = i[1] + dx;
          if (y >= 0 && y < h && x >= 0 && x < w) s += k.w[(dy + 2) * 5 + dx + 2] * in(y, x);
        }
      out[i] = s;
    });
  })
}

static void run_heat3d() {
  const int n = 256;
  auto in_v = numbers<float>(n * n * n, 0, 1);
  std::vector<float> out_v(n * n * n);
  array_view<const float, 3> in(n, n, n, in_v);
  array_view<float, 3> out(n, n, n, out_v);
  RUN("heat3d", out, {
    parallel_for_each(out.get_extent(), [=](index<3> i) [[hc]] {
      int z = i[0], y = i[1], x = i[2];
      float c = in[i];
      if (z > 0 && z < n - 1 && y > 0 && y < n - 1 && x > 0 && x < n - 1)
        c += 0.1f * (in(z - 1, y, x) + in(z + 1, y, x) + in(z, y - 1, x) + in(z, y + 1, x) + in(z, y, x - 1) +
                     in(z, y, x + 1) - 6 * c);
      out[i] = c;
    });
  })
}

static void run_wave2d() {
  const int n = 4096;
  auto p_v = numbers<float>(n * n, 0, 1), c_v = numbers<float>(n * n, 0, 1, 3);
  std::vector<float> out_v(n * n);
  array_view<const float, 2> p(n, n, p_v), c(n, n, c_v);
  array_view<float, 2> out(n, n, out_v);
  RUN("wave2d", out, {
    parallel_for_each(extent<2>(n - 2, n - 2), [=](index<2> id) [[hc]] {
      index<2> i(id[0] + 1, id[1] + 1);
      out[i] =
          2 * c[i] - p[i] +
          0.25f * (c(i[0] - 1, i[1]) + c(i[0] + 1, i[1]) + c(i[0], i[1] - 1) + c(i[0], i[1] + 1) - 4 * c[i]);
    });
  })
}

static void run_life_modulo() {
  const int n = 4096;
  auto in_v = numbers<int>(n * n, 0, 2);
  std::vector<int> out_v(n * n);
  array_view<const int, 2> in(n, n, in_v);
  array_view<int, 2> out(n, n, out_v);
  RUN("life-modulo", out, {
    parallel_for_each(out.get_extent(), [=](index<2> i) [[hc]] {
      int c = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (dy || dx) c += in((i[0] + dy + n) % n, (i[1] + dx + n) % n);
      out[i] = c == 3 || (c == 2 && in[i]);
    });
  })
}

static void run_spheres() {
  const int h = 1024, w = 1024, ns = 16;
  std::vector<Sphere> s_v(ns);
  Rng g;
  for (auto& s : s_v) {
    s.x = g.next() % 100 * 0.1f - 5;
    s.y = g.next() % 100 * 0.1f - 5;
    s.z = 5 + g.next() % 100 * 0.1f;
    s.r = 0.5f + g.next() % 10 * 0.1f;
    s.kind = g.next() % 2;
  }
  std::vector<float> out_v(h * w);
  array_view<const Sphere> s(ns, s_v);
  array_view<float, 2> out(h, w, out_v);
  RUN("spheres", out, {
    parallel_for_each(out.get_extent(), [=](index<2> i) [[hc]] {
      V3 o{0, 0, 0}, d{(i[1] - w / 2) / float(w), (i[0] - h / 2) / float(h), 1};
      float c = 0, weight = 1;
      for (int bounce = 0; bounce < 4; ++bounce) {
        float inv = 1 / sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
        d.x *= inv;
        d.y *= inv;
        d.z *= inv;
        float best = 1e30f;
        int hit = -1;
        for (int k = 0; k < ns; ++k) {
          float px = s[k].x - o.x, py = s[k].y - o.y, pz = s[k].z - o.z, b = px * d.x + py * d.y + pz * d.z,
                disc = b * b - (px * px + py * py + pz * pz) + s[k].r * s[k].r;
          if (disc > 0) {
            float t = b - sqrtf(disc);
            if (t > 1e-3f && t < best) {
              best = t;
              hit = k;
            }
          }
        }
        if (hit < 0) {
          c += weight * (0.5f + 0.5f * d.y);
          break;
        }
        Sphere q = s[hit];
        V3 p{o.x + d.x * best, o.y + d.y * best, o.z + d.z * best},
            nn{(p.x - q.x) / q.r, (p.y - q.y) / q.r, (p.z - q.z) / q.r};
        float dn = d.x * nn.x + d.y * nn.y + d.z * nn.z;
        c += weight * 0.2f * -dn;
        if (q.kind == 0) break;
        weight *= 0.7f;
        d.x -= 2 * dn * nn.x;
        d.y -= 2 * dn * nn.y;
        d.z -= 2 * dn * nn.z;
        o = p;
      }
      out[i] = c;
    });
  })
}

int main() {
  run_mandelbrot();
  run_jacobi_halo();
  run_lu_step();
  run_floyd_step();
  run_sobel_bytes();
  run_bilinear();
  run_conv5_captured();
  run_heat3d();
  run_wave2d();
  run_life_modulo();
  run_spheres();
}
