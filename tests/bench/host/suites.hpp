// More kernels of everyday_hc.cpp and everyday_omp.cpp: as suites of benchmarks have them.
#pragma once

namespace everyday {

inline int clusters(int repetitions) {  // k-means, sixteen features
  constexpr int n = 1 << 14, features = 16, k = 5;
  const auto points = numbers<float>(n * features, 0, 1), centres = numbers<float>(k * features, 0, 1, 5);
  std::vector<int> out(n);
  const float *const p = points.data(), *const c = centres.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    int at = -1;
    float least = 3e38f;
    for (int j = 0; j < k; ++j) {
      float apart = 0;
      for (int f = 0; f < features; ++f) {
        const float d = p[i * features + f] - c[j * features + f];
        apart += d * d;
      }
      if (apart < least) least = apart, at = j;
    }
    to[i] = at;
  });
}

inline int motion(int repetitions) {  // of blocks of 16 x 16 bytes, up to 8 x 8 further
  constexpr int w = 176, h = 144, pitch = w + 32;
  const auto now = numbers<std::uint8_t>(w * h, 0, 255),
             before = numbers<std::uint8_t>(pitch * (h + 32), 0, 255, 3);
  std::vector<int> out(w / 16 * h / 16);
  const std::uint8_t *const a = now.data(), *const b = before.data();
  int* const to = out.data();
  return run(repetitions, out, h / 16, w / 16, [=](int by, int bx) HC_CODE {
    int least = 1 << 30, at = 0;
    for (int dy = 0; dy < 8; ++dy)
      for (int dx = 0; dx < 8; ++dx) {
        int sum = 0;
        for (int y = by * 16; y < by * 16 + 16; ++y)
          for (int x = bx * 16; x < bx * 16 + 16; ++x) {
            const int d = a[y * w + x] - b[(y + dy) * pitch + x + dx];
            sum += d < 0 ? -d : d;
          }
        if (sum < least) least = sum, at = dy * 8 + dx;
      }
    to[by * (w / 16) + bx] = at;
  });
}

inline int first_in_row(int repetitions) {
  constexpr int n = 256, length = 512;
  const auto in = numbers<float>(n * length, 0, 1);
  std::vector<int> out(n);
  const float* const from = in.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int y) HC_CODE {
    int x = 0;
    while (x < length && from[y * length + x] < 0.99f) ++x;
    to[y] = x;
  });
}

// --- tiles: tiles_hc.hpp and tiles_omp.hpp -----------------------------------------------------------
inline int counts_of_tiles(int repetitions) {
  const auto in = numbers<int>(tiles::all, 0, tiles::size);
  std::vector<int> out(tiles::size);
  const auto plain = [&] {
    for (int i = 0; i < tiles::all; ++i) ++out[in[i]];
  };
  const auto launch = [&] {
    std::fill(out.begin(), out.end(), 0);
    tiles::counts(in.data(), out.data());
  };
  return verdict(repetitions, out, launch, plain);
}

inline int places_of_greatest(int repetitions) {
  const auto in = numbers<float>(tiles::all, 0, 1);
  std::vector<int> out(tiles::all / tiles::size);
  const auto plain = [&] {
    for (int i = 0; i < tiles::all; ++i)
      if (in[i] > in[i / tiles::size * tiles::size + out[i / tiles::size]])
        out[i / tiles::size] = i % tiles::size;
  };
  return verdict(repetitions, out, [&] { tiles::places(in.data(), out.data()); }, plain);
}

inline int doubling_scan(int repetitions) {
  const auto in = numbers<float>(tiles::all, 0, 1);
  std::vector<float> out(tiles::all);
  const auto plain = [&] {
    for (int i = 0; i < tiles::all; ++i) out[i] = (i % tiles::size ? out[i - 1] : 0) + in[i];
  };
  return verdict(repetitions, out, [&] { tiles::doubling(in.data(), out.data()); }, plain);
}

inline int paths_in_tiles(int repetitions) {
  const auto costs = numbers<int>(tiles::all, 0, 10);
  constexpr int columns = tiles::all / 8;
  std::vector<int> out(columns);
  const auto plain = [&] {
    std::vector<int> before(costs.begin(), costs.begin() + columns);
    for (int y = 1; y < 8; ++y, before = out)
      for (int x = 0; x < columns; ++x) {
        const int left = before[x > 0 ? x - 1 : x], right = before[x < columns - 1 ? x + 1 : x];
        out[x] = std::min(before[x], std::min(left, right)) + costs[y * columns + x];
      }
  };
  return verdict(repetitions, out, [&] { tiles::paths(costs.data(), out.data()); }, plain);
}

template <class Launch>
int products_with(int repetitions, Launch launch_on) {
  constexpr int n = 512;
  const auto matrix = numbers<float>(n * n, 0, 1), vector = numbers<float>(n, 0, 1, 3);
  std::vector<float> out(n);
  const auto launch = [&] { launch_on(matrix.data(), vector.data(), out.data(), n, n); };
  const auto plain = [&] {
    for (int i = 0; i < n * n; ++i) out[i / n] = (i % n ? out[i / n] : 0) + matrix[i] * vector[i % n];
  };
  return verdict(repetitions, out, launch, plain);
}

inline int products_of_rows(int repetitions) { return products_with(repetitions, tiles::row_products); }
inline int products_across_tiles(int repetitions) { return products_with(repetitions, tiles::rows_across); }

inline int turned_tiles(int repetitions) {
  const auto in = numbers<float>(tiles::all, 0, 1);
  std::vector<float> out(tiles::all);
  const auto plain = [&] {
    for (int i = 0; i < tiles::all; ++i) out[i] = in[i / 16 * 16 + 15 - i % 16] + in[i];
  };
  return verdict(repetitions, out, [&] { tiles::turned(in.data(), out.data()); }, plain);
}

inline int heat_in_tiles(int repetitions) {
  constexpr int n = 512;
  const auto in = numbers<float>(n * n, 0, 1);
  std::vector<float> out(n * n);
  const auto plain = [&] {
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const float *const here = &in[y * n + x], rest = -4 * *here;
        const float across = (x > 0 ? here[-1] : *here) + (x < n - 1 ? here[1] : *here);
        out[y * n + x] =
            *here + 0.1f * (rest + across + (y > 0 ? here[-n] : *here) + (y < n - 1 ? here[n] : *here));
      }
  };
  return verdict(repetitions, out, [&] { tiles::heat(in.data(), out.data(), n); }, plain);
}

inline int layers(int repetitions) {
  const auto in = numbers<float>(tiles::all / 16, 0, 1), weights = numbers<float>(tiles::all, -1, 1, 3);
  std::vector<float> out(tiles::all / 16);
  const auto plain = [&] {
    for (int i = 0; i < tiles::all; ++i) out[i / 256 * 16 + i % 16] += weights[i] * in[i / 16];
  };
  return verdict(repetitions, out, [&] { tiles::layers(in.data(), weights.data(), out.data()); }, plain);
}

// --- what work-items count in memory -----------------------------------------------------------------
inline int bins(int repetitions) {
  const auto in = numbers<int>(tiles::all, 0, tiles::size);
  std::vector<int> out(tiles::size);
  const auto plain = [&] {
    for (int i = 0; i < tiles::all; ++i) ++out[in[i]];
  };
  const auto launch = [&] {
    std::fill(out.begin(), out.end(), 0);
    tiles::bins(in.data(), out.data());
  };
  return verdict(repetitions, out, launch, plain);
}

inline int inside_a_circle(int repetitions) {
  const auto x = numbers<float>(tiles::all, 0, 1), y = numbers<float>(tiles::all, 0, 1, 2);
  std::vector<int> out(1);
  const auto plain = [&] {
    for (int i = 0; i < tiles::all; ++i) out[0] += x[i] * x[i] + y[i] * y[i] <= 1;
  };
  const auto launch = [&] {
    out[0] = 0;
    tiles::inside(x.data(), y.data(), out.data());
  };
  return verdict(repetitions, out, launch, plain);
}

// --- places that edges choose ------------------------------------------------------------------------
inline int step_of_paths(int repetitions) {
  constexpr int n = 1 << 18;
  const auto costs = numbers<int>(n, 0, 10), before = numbers<int>(n, 0, 100, 3);
  std::vector<int> out(n);
  const int *const cost = costs.data(), *const from = before.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int x) HC_CODE {
    const int left = x > 0 ? from[x - 1] : from[x], right = x < n - 1 ? from[x + 1] : from[x];
    const int side = left < right ? left : right;
    to[x] = (side < from[x] ? side : from[x]) + cost[x];
  });
}

inline int going_round(int repetitions) {
  const auto in = numbers<float>(side * side, 0, 1);
  std::vector<float> out(side * side);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, side, side, [=](int y, int x) HC_CODE {
    const int left = x == 0 ? side - 1 : x - 1, right = x == side - 1 ? 0 : x + 1;
    const int up = y == 0 ? side - 1 : y - 1, down = y == side - 1 ? 0 : y + 1;
    to[y * side + x] = from[y * side + left] + from[y * side + right] + from[up * side + x] +
                       from[down * side + x] - 4 * from[y * side + x];
  });
}

// --- rows that others name ---------------------------------------------------------------------------
inline int embedding(int repetitions) {
  constexpr int n = 2048, length = 64, rows = 1000;
  const auto table = numbers<float>(rows * length, 0, 1);
  const auto words = numbers<int>(n, 0, rows - 1, 3);
  std::vector<float> out(n * length);
  const float* const from = table.data();
  const int* const row = words.data();
  float* const to = out.data();
  return run(repetitions, out, n, length,
             [=](int i, int k) HC_CODE { to[i * length + k] = from[row[i] * length + k]; });
}

inline int exchanged_rows(int repetitions) {  // a step of LU with its rows in an order of their own
  constexpr int n = 384, step = 3;
  const auto in = numbers<float>(n * n, 0, 1);
  const auto order = numbers<int>(n, 0, n - 1, 3);
  std::vector<float> out(n * n);
  const float* const a = in.data();
  const int* const row = order.data();
  float* const to = out.data();
  return run(repetitions, out, n - step, n - step, [=](int y, int x) HC_CODE {
    const int mine = row[y + step], top = row[step - 1], column = x + step;
    to[(y + step) * n + column] = a[mine * n + column] - a[mine * n + step - 1] * a[top * n + column];
  });
}

inline int bouncing(int repetitions) {  // records in memory change, some of it under conditions
  constexpr int n = 1 << 15;
  std::vector<float> all(n * 8);
  const auto first = numbers<float>(n * 8, -1, 1);
  auto* const to = reinterpret_cast<Particle*>(all.data());
  const auto* const from = reinterpret_cast<const Particle*>(first.data());
  return run(repetitions, all, n, [=](int i) HC_CODE {
    Particle& p = to[i];
    p.x = from[i].x + from[i].vx * 0.01f;
    p.y = from[i].y + from[i].vy * 0.01f;
    p.vx = from[i].vx * 0.99f;
    p.vy = from[i].vy * 0.99f;
    if (p.x < -1 || p.x > 1) p.vx = -p.vx;
    if (p.y < -1 || p.y > 1) p.vy = -p.vy;
  });
}

}  // namespace everyday
