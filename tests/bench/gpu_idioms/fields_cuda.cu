// Idiomatic kernels that nobody tuned for (fields), in CUDA C++: the twin of fields_hc.cpp.
#include "idioms_cuda.cuh"

__global__ void mandelbrot(int* out, int h, int w) {
  I2;
  if (x >= w || y >= h) return;
  float cx = x * (3.0f / w) - 2, cy = y * (2.0f / h) - 1, a = 0, b = 0;
  int k = 0;
  while (k < 200 && a * a + b * b < 4) {
    float t = a * a - b * b + cx;
    b = 2 * a * b + cy;
    a = t;
    ++k;
  }
  out[y * w + x] = k;
}

static void run_mandelbrot() {
  const int h = 2048, w = 2048;
  std::vector<int> out_v(h * w);
  auto out = dev(out_v);
  RUN("mandelbrot", out, { mandelbrot<<<FLAT2(h, w)>>>(out, h, w); })
}

__global__ void jacobi(const float* in, float* out, int n) {
  __shared__ float s[18][18];
  I2;
  int ly = threadIdx.y + 1, lx = threadIdx.x + 1;
  s[ly][lx] = in[y * n + x];
  if (ly == 1) s[0][lx] = in[(y > 0 ? y - 1 : 0) * n + x];
  if (ly == 16) s[17][lx] = in[(y < n - 1 ? y + 1 : n - 1) * n + x];
  if (lx == 1) s[ly][0] = in[y * n + (x > 0 ? x - 1 : 0)];
  if (lx == 16) s[ly][17] = in[y * n + (x < n - 1 ? x + 1 : n - 1)];
  __syncthreads();
  out[y * n + x] = 0.25f * (s[ly - 1][lx] + s[ly + 1][lx] + s[ly][lx - 1] + s[ly][lx + 1]);
}

static void run_jacobi_halo() {
  const int n = 4096;
  auto in_v = numbers<float>(n * n, 0, 1);
  std::vector<float> out_v(n * n);
  auto in = dev(in_v), out = dev(out_v);
  RUN("jacobi-halo", out, { jacobi<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n); })
}

__global__ void lu(float* m, int n, int k) {
  I2;
  if (x < n && y < n && y > k && x > k) m[y * n + x] -= m[y * n + k] / m[k * n + k] * m[k * n + x] * 1e-3f;
}

static void run_lu_step() {
  const int n = 2048;
  auto out_v = numbers<float>(n * n, 1, 2);
  auto out = dev(out_v);
  RUN("lu-step", out, { lu<<<FLAT2(n, n)>>>(out, n, 100); })
}

__global__ void floyd(int* m, int n, int k) {
  I2;
  if (x >= n || y >= n) return;
  int v = m[y * n + k] + m[k * n + x];
  if (v < m[y * n + x]) m[y * n + x] = v;
}

static void run_floyd_step() {
  const int n = 2048;
  auto out_v = numbers<int>(n * n, 1, 2000);
  auto out = dev(out_v);
  RUN("floyd-step", out, { floyd<<<FLAT2(n, n)>>>(out, n, 100); })
}

__global__ void sobel(const unsigned char* f, unsigned char* out, int h, int w) {
  const auto in = [=](int y, int x) { return int(f[y * w + x]); };
  I2;
  if (x >= w || y >= h) return;
  if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
    out[y * w + x] = 0;
    return;
  }
  int gx = in(y - 1, x + 1) + 2 * in(y, x + 1) + in(y + 1, x + 1) - in(y - 1, x - 1) - 2 * in(y, x - 1) -
           in(y + 1, x - 1);
  int gy = in(y + 1, x - 1) + 2 * in(y + 1, x) + in(y + 1, x + 1) - in(y - 1, x - 1) - 2 * in(y - 1, x) -
           in(y - 1, x + 1);
  int m = int(sqrtf(float(gx * gx + gy * gy)));
  out[y * w + x] = (unsigned char)(m > 255 ? 255 : m);
}

static void run_sobel_bytes() {
  const int h = 4096, w = 4096;
  auto in_v = numbers<unsigned char>(h * w, 0, 255);
  std::vector<unsigned char> out_v(h * w);
  auto in = dev(in_v), out = dev(out_v);
  RUN("sobel-bytes", out, { sobel<<<FLAT2(h, w)>>>(in, out, h, w); })
}

__global__ void bilinear(const float* f, float* out, int h, int w, int sh, int sw) {
  const auto in = [=](int y, int x) { return f[y * sw + x]; };
  I2;
  if (x >= w || y >= h) return;
  float u = (x + 0.5f) * sw / w - 0.5f, v = (y + 0.5f) * sh / h - 0.5f;
  int a = int(floorf(u)), b = int(floorf(v));
  float fx = u - a, fy = v - b;
  int x0 = a < 0 ? 0 : a, x1 = a + 1 >= sw ? sw - 1 : a + 1, y0 = b < 0 ? 0 : b,
      y1 = b + 1 >= sh ? sh - 1 : b + 1;
  out[y * w + x] =
      (in(y0, x0) * (1 - fx) + in(y0, x1) * fx) * (1 - fy) + (in(y1, x0) * (1 - fx) + in(y1, x1) * fx) * fy;
}

static void run_bilinear() {
  const int h = 2160, w = 3840, sh = 1080, sw = 1920;
  auto in_v = numbers<float>(sh * sw, 0, 1);
  std::vector<float> out_v(h * w);
  auto in = dev(in_v), out = dev(out_v);
  RUN("bilinear", out, { bilinear<<<FLAT2(h, w)>>>(in, out, h, w, sh, sw); })
}

__global__ void conv5(const float* in, float* out, int h, int w, Weights k) {
  I2;
  if (x >= w || y >= h) return;
  float s = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      int b = y + dy, a = x + dx;
      if (b >= 0 && b < h && a >= 0 && a < w) s += k.w[(dy + 2) * 5 + dx + 2] * in[b * w + a];
    }
  out[y * w + x] = s;
}

static void run_conv5_captured() {
  const int h = 4096, w = 4096;
  auto in_v = numbers<float>(h * w, 0, 1);
  std::vector<float> out_v(h * w);
  auto in = dev(in_v), out = dev(out_v);
  Weights k;
  for (int i = 0; i < 25; ++i) k.w[i] = 0.01f * i;
  RUN("conv5-captured", out, { conv5<<<FLAT2(h, w)>>>(in, out, h, w, k); })
}

__global__ void heat(const float* f, float* out, int n) {
  const auto in = [=](int z, int y, int x) { return f[(z * n + y) * n + x]; };
  I2;
  int z = blockIdx.z;
  if (x >= n || y >= n) return;
  float c = in(z, y, x);
  if (z > 0 && z < n - 1 && y > 0 && y < n - 1 && x > 0 && x < n - 1)
    c += 0.1f * (in(z - 1, y, x) + in(z + 1, y, x) + in(z, y - 1, x) + in(z, y + 1, x) + in(z, y, x - 1) +
                 in(z, y, x + 1) - 6 * c);
  out[(z * n + y) * n + x] = c;
}

static void run_heat3d() {
  const int n = 256;
  auto in_v = numbers<float>(n * n * n, 0, 1);
  std::vector<float> out_v(n * n * n);
  auto in = dev(in_v), out = dev(out_v);
  RUN("heat3d", out, { heat<<<dim3(n / 32, n / 8, n), dim3(32, 8)>>>(in, out, n); })
}

__global__ void wave(const float* p, const float* c, float* out, int n) {
  I2;
  ++x;
  ++y;
  if (x >= n - 1 || y >= n - 1) return;
  int i = y * n + x;
  out[i] = 2 * c[i] - p[i] + 0.25f * (c[i - n] + c[i + n] + c[i - 1] + c[i + 1] - 4 * c[i]);
}

static void run_wave2d() {
  const int n = 4096;
  auto p_v = numbers<float>(n * n, 0, 1), c_v = numbers<float>(n * n, 0, 1, 3);
  std::vector<float> out_v(n * n);
  auto p = dev(p_v), c = dev(c_v), out = dev(out_v);
  RUN("wave2d", out, { wave<<<FLAT2(n - 2, n - 2)>>>(p, c, out, n); })
}

__global__ void life(const int* in, int* out, int n) {
  I2;
  if (x >= n || y >= n) return;
  int c = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dy || dx) c += in[(y + dy + n) % n * n + (x + dx + n) % n];
  out[y * n + x] = c == 3 || (c == 2 && in[y * n + x]);
}

static void run_life_modulo() {
  const int n = 4096;
  auto in_v = numbers<int>(n * n, 0, 2);
  std::vector<int> out_v(n * n);
  auto in = dev(in_v), out = dev(out_v);
  RUN("life-modulo", out, { life<<<FLAT2(n, n)>>>(in, out, n); })
}

__global__ void spheres(const Sphere* s, float* out, int h, int w, int ns) {
  I2;
  if (x >= w || y >= h) return;
  V3 o{0, 0, 0}, d{(x - w / 2) / float(w), (y - h / 2) / float(h), 1};
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
  out[y * w + x] = c;
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
  auto s = dev(s_v);
  auto out = dev(out_v);
  RUN("spheres", out, { spheres<<<FLAT2(h, w)>>>(s, out, h, w, ns); })
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
