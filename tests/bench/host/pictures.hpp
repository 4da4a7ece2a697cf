// More kernels of everyday_hc.cpp and everyday_omp.cpp: pictures in tiles, mirrored and around their edges,
// in halves and in colours.
#pragma once

namespace everyday {

// --- tiles: pictures_hc.hpp and pictures_omp.hpp ------------------------------------------------------
// value(read, y, x) is what is expected there; read(y, x) is 0 beyond the picture.
template <class T, class Launch, class Value>
int of_picture(int repetitions, const std::vector<T>& in, Launch launch, Value value) {
  constexpr int n = pictures::side;
  std::vector<T> out(n * n);
  const auto read = [&](int y, int x) { return y < 0 || x < 0 || y >= n || x >= n ? T() : in[y * n + x]; };
  const auto plain = [&] {
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) out[y * n + x] = value(read, y, x);
  };
  return verdict(repetitions, out, [&] { launch(in.data(), out.data()); }, plain);
}

inline int hotspot(int repetitions) {
  constexpr int n = pictures::side;
  const auto in = numbers<float>(n * n, 0, 1), power = numbers<float>(n * n, 0, 1, 2);
  const auto launch = [&](const float* from, float* to) { pictures::hotspot(from, power.data(), to); };
  return of_picture(repetitions, in, launch, [&](auto read, int y, int x) {
    const auto near = [&](int v, int u) {
      return read(std::min(std::max(v, 0), n - 1), std::min(std::max(u, 0), n - 1));
    };
    const float here = read(y, x), across = near(y, x - 1) + near(y, x + 1) - 2 * here;
    const float along = near(y - 1, x) + near(y + 1, x) - 2 * here;
    return here + 0.01f * (power[y * n + x] + 0.5f * along + 0.5f * across + (80 - here) * 0.25f);
  });
}

inline int hotspot_in_steps(int repetitions) {
  constexpr int n = pictures::side;
  const auto in = numbers<float>(n * n, 0, 1), power = numbers<float>(n * n, 0, 1, 2);
  std::vector<float> out(n * n);
  const auto plain = [&] {
    std::vector<float> now = in;
    for (int s = 0; s < 4; ++s, now = out)
      for (int i = 0; i < n * n; ++i) {
        const int x = i % n, y = i / n;
        const float here = now[i], up = now[y > 0 ? i - n : i], down = now[y < n - 1 ? i + n : i];
        const float across = now[x > 0 ? i - 1 : i] + now[x < n - 1 ? i + 1 : i] - 2 * here;
        out[i] =
            here + 0.01f * (power[i] + 0.5f * (up + down - 2 * here) + 0.5f * across + (80 - here) * 0.25f);
      }
  };
  const auto launch = [&] { pictures::hotspot_in_steps(in.data(), power.data(), out.data()); };
  return verdict(repetitions, out, launch, plain);
}

inline int means(int repetitions) {
  const auto in = numbers<float>(pictures::side * pictures::side, 0, 1);
  return of_picture(repetitions, in, pictures::means, [](auto read, int y, int x) {
    float sum = 0;
    for (int k = 0; k < 9; ++k) sum += read(y + k / 3 - 1, x + k % 3 - 1);
    return sum / 9;
  });
}

inline int convolution(int repetitions) {
  const auto in = numbers<float>(pictures::side * pictures::side, 0, 1), weights = numbers<float>(25, 0, 1);
  const auto launch = [&](const float* from, float* to) { pictures::convolution(from, weights.data(), to); };
  return of_picture(repetitions, in, launch, [&](auto read, int y, int x) {
    float sum = 0;
    for (int k = 0; k < 25; ++k) sum += weights[k] * read(y + k / 5 - 2, x + k % 5 - 2);
    return sum;
  });
}

inline int life_in_tiles(int repetitions) {
  constexpr int n = pictures::side;
  const auto in = numbers<int>(n * n, 0, 2);
  return of_picture(repetitions, in, pictures::life, [](auto read, int y, int x) {
    int count = 0;
    for (int k = 0; k < 9; ++k) count += k != 4 ? read((y + k / 3 + n - 1) % n, (x + k % 3 + n - 1) % n) : 0;
    return int(count == 3 || (count == 2 && read(y, x)));
  });
}

template <class Launch>
int of_cells(int repetitions, Launch launch) {
  constexpr int n = 64;
  const auto in = numbers<float>(n * n * n, 0, 1);
  std::vector<float> out(n * n * n);
  const auto plain = [&] {
    for (int i = 0; i < n * n * n; ++i) {
      const int x = i % n, y = i / n % n, z = i / n / n;
      out[i] = (x > 0 ? in[i - 1] : 0) + (x < n - 1 ? in[i + 1] : 0) + (y > 0 ? in[i - n] : 0) +
               (y < n - 1 ? in[i + n] : 0) + (z > 0 ? in[i - n * n] : 0) + (z < n - 1 ? in[i + n * n] : 0) -
               6 * in[i];
    }
  };
  return verdict(repetitions, out, [&] { launch(in.data(), out.data()); }, plain);
}

inline int cells_in_tiles(int repetitions) { return of_cells(repetitions, pictures::cells); }
inline int cells_past_tiles(int repetitions) { return of_cells(repetitions, pictures::cells_past); }

inline int counts_in_rounds(int repetitions) {
  constexpr int n = 1 << 18, bins = 256;
  const auto in = numbers<int>(n, 0, bins);
  std::vector<int> out(bins);
  const auto plain = [&] {
    for (int i = 0; i < n; ++i) ++out[in[i]];
  };
  const auto launch = [&] {
    std::fill(out.begin(), out.end(), 0);
    pictures::counts(in.data(), out.data(), n);
  };
  return verdict(repetitions, out, launch, plain);
}

// --- a pixel each ------------------------------------------------------------------------------------
// body(from, y, x) gives what comes there.
template <class Body>
int of_pixels(int repetitions, Body body) {
  constexpr int n = pictures::side;
  const auto in = numbers<float>(n * n, 0, 1);
  std::vector<float> out(n * n);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, n, n, [=](int y, int x) HC_CODE { to[y * n + x] = body(from, y, x); });
}

inline int mirrored(int repetitions) {
  return of_pixels(repetitions, [](const float* from, int y, int x) HC_CODE {
    constexpr int n = pictures::side;
    float sum = 0;
    for (int k = -3; k <= 3; ++k) {
      int at = x + k;
      if (at < 0) at = -at;
      if (at >= n) at = 2 * n - 2 - at;
      sum += from[y * n + at];
    }
    return sum;
  });
}

inline int around_edges(int repetitions) {
  return of_pixels(repetitions, [](const float* from, int y, int x) HC_CODE {
    constexpr int n = pictures::side;
    float sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        int v = y + dy, u = x + dx;
        if (v < 0) v += n;
        if (v >= n) v -= n;
        if (u < 0) u += n;
        if (u >= n) u -= n;
        sum += from[v * n + u];
      }
    return sum;
  });
}

inline int enlarged(int repetitions) {
  return of_pixels(repetitions, [](const float* from, int y, int x)
                                    HC_CODE { return from[y / 2 * pictures::side + x / 2]; });
}

inline int halves(int repetitions) {
  constexpr int n = pictures::side;
  const auto in = numbers<float>(n * n, 0, 1);
  std::vector<float> out(n * n);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, n, n,
             [=](int y, int x) HC_CODE { to[y * n + x % 2 * (n / 2) + x / 2] = from[y * n + x]; });
}

inline int colours(int repetitions) {  // a step of Gauss and Seidel for every second cell
  constexpr int n = pictures::side;
  const auto in = numbers<float>(n * n, 0, 1);
  std::vector<float> out(n * n);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, n - 2, n - 2, [=](int row, int column) HC_CODE {
    const int y = row + 1, x = column + 1, at = y * n + x;
    if ((x + y) % 2 == 1) to[at] = 0.25f * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n]);
  });
}

}  // namespace everyday
