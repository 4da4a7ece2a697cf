// More kernels of everyday_hc.cpp and everyday_omp.cpp: graphics, physics, linear algebra, images, hashing.
// Included by cases.hpp.
#pragma once

namespace everyday {

struct Matrix4 {
  float m[16];
};
struct Vector3 {
  float x, y, z;
};
struct Vector4 {
  float x, y, z, w;
};
struct Particle {
  float x, y, z, vx, vy, vz, mass, life;
};

// --- records -----------------------------------------------------------------------------------------
inline Matrix4 product(const Matrix4& a, const Matrix4& b) HC_CODE {
  Matrix4 made;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) sum += a.m[y * 4 + k] * b.m[k * 4 + x];
      made.m[y * 4 + x] = sum;
    }
  return made;
}

inline int matrices_by_value(int repetitions) {
  constexpr int n = 1 << 16;
  const auto a = numbers<float>(n * 16, 0, 1), b = numbers<float>(n * 16, 0, 1, 2);
  std::vector<float> out(n * 16);
  const auto *const pa = reinterpret_cast<const Matrix4*>(a.data()), *const pb =
                                                                         reinterpret_cast<const Matrix4*>(
                                                                             b.data());
  auto* const to = reinterpret_cast<Matrix4*>(out.data());
  return run(repetitions, out, n, [=](int i) HC_CODE { to[i] = product(pa[i], pb[i]); });
}

inline int transformed(int repetitions) {
  constexpr int n = 1 << 18;
  const auto in = numbers<float>(n * 4, 0, 1), m = numbers<float>(16, 0, 1, 2);
  std::vector<float> out(n * 4);
  const float *const from = in.data(), *const by = m.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    for (int y = 0; y < 4; ++y) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) sum += by[y * 4 + k] * from[i * 4 + k];
      to[i * 4 + y] = sum;
    }
  });
}

inline int cosines_of_rows(int repetitions) {
  constexpr int n = 1 << 15;
  const auto in = numbers<float>(n * 8, 0, 1), m = numbers<float>(64, -1, 1, 2);
  std::vector<float> out(n * 8);
  const float *const from = in.data(), *const by = m.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    for (int u = 0; u < 8; ++u) {
      float sum = 0;
      for (int x = 0; x < 8; ++x) sum += from[i * 8 + x] * by[u * 8 + x];
      to[i * 8 + u] = sum;
    }
  });
}

inline int rotated(int repetitions) {
  constexpr int n = 1 << 17;
  const auto q = numbers<float>(n * 4, -1, 1), v = numbers<float>(n * 3, -1, 1, 3);
  std::vector<float> out(n * 3);
  const auto* const by = reinterpret_cast<const Vector4*>(q.data());
  const auto* const from = reinterpret_cast<const Vector3*>(v.data());
  auto* const to = reinterpret_cast<Vector3*>(out.data());
  return run(repetitions, out, n, [=](int i) HC_CODE {
    const Vector4 a = by[i];
    const Vector3 b = from[i];
    const float x = 2 * (a.y * b.z - a.z * b.y), y = 2 * (a.z * b.x - a.x * b.z),
                z = 2 * (a.x * b.y - a.y * b.x);
    to[i] = Vector3{b.x + a.w * x + a.y * z - a.z * y, b.y + a.w * y + a.z * x - a.x * z,
                    b.z + a.w * z + a.x * y - a.y * x};
  });
}

inline int quaternions(int repetitions) {
  constexpr int n = 1 << 17;
  const auto a = numbers<float>(n * 4, -1, 1), b = numbers<float>(n * 4, -1, 1, 3);
  std::vector<float> out(n * 4);
  const auto *const pa = reinterpret_cast<const Vector4*>(a.data()), *const pb =
                                                                         reinterpret_cast<const Vector4*>(
                                                                             b.data());
  auto* const to = reinterpret_cast<Vector4*>(out.data());
  return run(repetitions, out, n, [=](int i) HC_CODE {
    const Vector4 p = pa[i], q = pb[i];
    to[i] =
        Vector4{p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
                p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
  });
}

inline int particles(int repetitions) {
  constexpr int n = 1 << 16;
  const auto in = numbers<float>(n * 8, -1, 1);
  std::vector<float> out(n * 8);
  const auto* const from = reinterpret_cast<const Particle*>(in.data());
  auto* const to = reinterpret_cast<Particle*>(out.data());
  return run(repetitions, out, n, [=](int i) HC_CODE {
    Particle p = from[i];
    p.vy -= 9.8e-3f;
    p.x += p.vx * 1e-3f;
    p.y += p.vy * 1e-3f;
    p.z += p.vz * 1e-3f;
    if (p.y < 0) {
      p.y = -p.y;
      p.vy = -p.vy * 0.9f;
    }
    p.life -= 1e-3f;
    to[i] = p;
  });
}

// --- linear algebra and graphs -----------------------------------------------------------------------
inline int sparse(int repetitions) {
  constexpr int n = 1 << 15;
  Random random{7};
  std::vector<int> starts, columns;
  for (int i = 0; i < n; ++i) {
    starts.push_back(static_cast<int>(columns.size()));
    for (int k = random.next() % 32; k > 0; --k) columns.push_back(random.next() % n);
  }
  starts.push_back(static_cast<int>(columns.size()));
  const auto values = numbers<float>(columns.size(), 0, 1), x = numbers<float>(n, 0, 1, 3);
  std::vector<float> out(n);
  const int *const ps = starts.data(), *const pc = columns.data();
  const float *const pv = values.data(), *const px = x.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    float sum = 0;
    for (int k = ps[i]; k < ps[i + 1]; ++k) sum += pv[k] * px[pc[k]];
    to[i] = sum;
  });
}

inline int shortest_paths(int repetitions) {  // a step of Floyd and Warshall's
  constexpr int n = 512, k = 100;
  const auto in = numbers<float>(n * n, 1, 100);
  std::vector<float> out(n * n);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, n, n, [=](int y, int x) HC_CODE {
    const float over = from[y * n + k] + from[k * n + x];
    to[y * n + x] = over < from[y * n + x] ? over : from[y * n + x];
  });
}

inline int at_most(int repetitions) {  // in place
  constexpr int n = 1 << 18;
  const auto in = numbers<float>(n, 0, 1);
  std::vector<float> out(n);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE { to[i] = to[i] > from[i] ? to[i] : from[i]; });
}

inline int nearest(int repetitions) {
  constexpr int n = 4096, m = 512;
  const auto a = numbers<float>(n * 3, 0, 1), b = numbers<float>(m * 3, 0, 1, 5);
  std::vector<int> out(n);
  const auto* const pa = reinterpret_cast<const Vector3*>(a.data());
  const auto* const pb = reinterpret_cast<const Vector3*>(b.data());
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    float least = 1e30f;
    int at = 0;
    for (int j = 0; j < m; ++j) {
      const float x = pa[i].x - pb[j].x, y = pa[i].y - pb[j].y, z = pa[i].z - pb[j].z;
      const float apart = x * x + y * y + z * z;
      if (apart < least) least = apart, at = j;
    }
    to[i] = at;
  });
}

inline int nearest_of_eight(int repetitions) {  // a step of k-means
  constexpr int n = 1 << 15;
  const auto a = numbers<float>(n * 4, 0, 1), b = numbers<float>(8 * 4, 0, 1, 5);
  std::vector<int> out(n);
  const float *const pa = a.data(), *const pb = b.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    float least = 1e30f;
    int at = 0;
    for (int j = 0; j < 8; ++j) {
      float apart = 0;
      for (int k = 0; k < 4; ++k) {
        const float d = pa[i * 4 + k] - pb[j * 4 + k];
        apart += d * d;
      }
      if (apart < least) least = apart, at = j;
    }
    to[i] = at;
  });
}

inline int outer_product(int repetitions) {  // ids taken apart
  const int width = 1000;
  const auto a = numbers<float>(width, 0, 1), b = numbers<float>(width, 0, 1, 5);
  std::vector<float> out(width * width);
  const float *const pa = a.data(), *const pb = b.data();
  float* const to = out.data();
  return run(repetitions, out, width * width, [=](int i) HC_CODE {
    const int y = i / width, x = i % width;
    to[y * width + x] = pa[y] * pb[x];
  });
}

// --- images ------------------------------------------------------------------------------------------
inline int sobel(int repetitions) {
  const auto in = numbers<std::uint8_t>(side * side, 0, 255);
  std::vector<std::uint8_t> out(side * side);
  const std::uint8_t* const f = in.data();
  std::uint8_t* const to = out.data();
  return run(repetitions, out, side, side, [=](int y, int x) HC_CODE {
    if (x == 0 || y == 0 || x == side - 1 || y == side - 1) {
      to[y * side + x] = 0;
      return;
    }
    const std::uint8_t* const at = f + y * side + x;
    const int right = at[1 - side] + 2 * at[1] + at[1 + side],
              left = at[-1 - side] + 2 * at[-1] + at[side - 1];
    const int below = at[side - 1] + 2 * at[side] + at[side + 1],
              above = at[-1 - side] + 2 * at[-side] + at[1 - side];
    const int dx = right - left, dy = below - above;
    const int most = static_cast<int>(sqrtf(static_cast<float>(dx * dx + dy * dy)));
    to[y * side + x] = static_cast<std::uint8_t>(most > 255 ? 255 : most);
  });
}

inline int luminance(int repetitions) {  // bytes of red, green, blue to luminance and colour
  constexpr int n = 1 << 19;
  const auto in = numbers<std::uint8_t>(n * 3, 0, 255);
  std::vector<std::uint8_t> out(n * 3);
  const std::uint8_t* const from = in.data();
  std::uint8_t* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    const int r = from[3 * i], g = from[3 * i + 1], b = from[3 * i + 2];
    to[3 * i] = static_cast<std::uint8_t>(((66 * r + 129 * g + 25 * b + 128) >> 8) + 16);
    to[3 * i + 1] = static_cast<std::uint8_t>(((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128);
    to[3 * i + 2] = static_cast<std::uint8_t>(((112 * r - 94 * g - 18 * b + 128) >> 8) + 128);
  });
}

inline int gamma(int repetitions) {
  constexpr int n = 1 << 18;
  const auto in = numbers<std::uint8_t>(n, 0, 255);
  std::vector<std::uint8_t> out(n);
  const std::uint8_t* const from = in.data();
  std::uint8_t* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    to[i] = static_cast<std::uint8_t>(powf(from[i] / 255.0f, 1 / 2.2f) * 255 + 0.25f);
  });
}

inline int resized(int repetitions) {
  constexpr int w = 700, h = 500, wide = 1024, high = 512;
  const auto in = numbers<float>(w * h, 0, 1);
  std::vector<float> out(wide * high);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, high, wide, [=](int y, int x) HC_CODE {
    const float u = (x + 0.5f) * w / wide, v = (y + 0.5f) * h / high;
    const int left = static_cast<int>(u), top = static_cast<int>(v);
    const int right = left + 1 < w ? left + 1 : w - 1, bottom = top + 1 < h ? top + 1 : h - 1;
    const float a = u - left, b = v - top;
    to[y * wide + x] = (from[top * w + left] * (1 - a) + from[top * w + right] * a) * (1 - b) +
                       (from[bottom * w + left] * (1 - a) + from[bottom * w + right] * a) * b;
  });
}

// --- hashes and noise --------------------------------------------------------------------------------
inline int hashed(int repetitions) {
  constexpr int n = 1 << 19;
  const auto in = numbers<std::uint32_t>(n, 0, 4e9);
  std::vector<std::uint32_t> out(n);
  const std::uint32_t* const from = in.data();
  std::uint32_t* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    std::uint32_t h = from[i];
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    to[i] = h ^ h >> 16;
  });
}

inline int bits(int repetitions) {
  constexpr int n = 1 << 18;
  const auto in = numbers<std::uint32_t>(n, 0, 4e9);
  std::vector<int> out(n);
  const std::uint32_t* const from = in.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    int count = 0;
    for (std::uint32_t v = from[i]; v; v &= v - 1) ++count;
    to[i] = count;
  });
}

inline float slope(int corner, float x, float y) HC_CODE {
  return corner & 1 ? (corner & 2 ? -x - y : y - x) : (corner & 2 ? x - y : x + y);
}

inline int noise(int repetitions) {  // Perlin's
  constexpr int w = 512, h = 256;
  const auto table = numbers<int>(514, 0, 256, 9);
  std::vector<float> out(w * h);
  const int* const p = table.data();
  float* const to = out.data();
  return run(repetitions, out, h, w, [=](int py, int px) HC_CODE {
    const float sx = px * 0.05f, sy = py * 0.05f;
    const int left = static_cast<int>(sx), top = static_cast<int>(sy);
    const float x = sx - left, y = sy - top;
    const float u = x * x * x * (x * (x * 6 - 15) + 10), v = y * y * y * (y * (y * 6 - 15) + 10);
    const int a = p[left & 255] + top, b = p[(left & 255) + 1] + top;
    const float above = slope(p[a & 511], x, y) * (1 - u) + slope(p[b & 511], x - 1, y) * u;
    const float below =
        slope(p[(a + 1) & 511], x, y - 1) * (1 - u) + slope(p[(b + 1) & 511], x - 1, y - 1) * u;
    to[py * w + px] = above * (1 - v) + below * v;
  });
}

// --- tiles, and rounds: tiles_hc.hpp and tiles_omp.hpp ------------------------------------------------
inline int sums_of_tiles(int repetitions) {
  const auto in = numbers<float>(tiles::all, 0, 1);
  std::vector<float> out(tiles::all / tiles::size);
  const auto plain = [&] {
    for (int i = 0; i < tiles::all; ++i) out[i / tiles::size] += in[i];
  };
  return verdict(repetitions, out, [&] { tiles::sums(in.data(), out.data()); }, plain);
}

inline int greatest_of_tiles(int repetitions) {
  const auto in = numbers<float>(tiles::all, 0, 1);
  std::vector<float> out(tiles::all / tiles::size);
  const auto plain = [&] {
    for (int i = 0; i < tiles::all; ++i) out[i / tiles::size] = std::fmax(out[i / tiles::size], in[i]);
  };
  return verdict(repetitions, out, [&] { tiles::greatest(in.data(), out.data()); }, plain);
}

inline int scan_of_tiles(int repetitions) {
  const auto in = numbers<float>(tiles::all, 0, 1);
  std::vector<float> out(tiles::all);
  const auto plain = [&] {
    for (int i = 0; i < tiles::all; ++i) out[i] = i % tiles::size ? out[i - 1] + in[i - 1] : 0;
  };
  return verdict(repetitions, out, [&] { tiles::scan(in.data(), out.data()); }, plain);
}

inline int sorted_tiles(int repetitions) {
  const auto in = numbers<float>(tiles::all, 0, 1);
  std::vector<float> out(tiles::all);
  const auto plain = [&] {
    out = in;
    for (int i = 0; i < tiles::all; i += 64) std::sort(&out[i], &out[i] + 64);
  };
  return verdict(repetitions, out, [&] { tiles::sort(in.data(), out.data()); }, plain);
}

inline int grid_stride(int repetitions) {
  const auto in = numbers<float>(tiles::all, 0, 1);
  std::vector<float> out(tiles::all);
  const auto plain = [&] {
    for (int i = 0; i < tiles::all; ++i) out[i] = 2 * in[i] + 1;
  };
  return verdict(repetitions, out, [&] { tiles::line(in.data(), out.data()); }, plain);
}

}  // namespace everyday
