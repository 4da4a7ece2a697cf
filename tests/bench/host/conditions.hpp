// More kernels of everyday.hpp, which includes this: what work-items load and compute under conditions on
// data.
#pragma once

namespace everyday {

inline int pattern(int repetitions) {  // dark, dark, bright, not too bright
  constexpr int n = 1 << 18;
  const auto in = numbers<std::uint8_t>(n + 3, 0, 256);
  std::vector<std::uint8_t> out(n);
  const std::uint8_t* const f = in.data();
  std::uint8_t* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    to[i] = f[i] < 128 && f[i + 1] < 128 && f[i + 2] >= 128 && f[i + 3] < 200;
  });
}

inline int letters(int repetitions) {  // how many from here on
  constexpr int n = 1 << 18, most = 16;
  const auto in = numbers<char>(n + most, 97, 123);
  std::vector<int> out(n);
  const char* const text = in.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    int k = 0;
    while (k < most && text[i + k] > 'e') ++k;
    to[i] = k;
  });
}

inline int matches(int repetitions) {  // as much of a pattern as there is, in a text of two letters
  constexpr int n = 1 << 18, most = 16;
  const auto in = numbers<char>(n + most, 97, 99), wanted = numbers<char>(most, 97, 99, 4);
  std::vector<int> out(n);
  const char *const text = in.data(), *const looked_for = wanted.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    int k = 0;
    while (k < most && text[i + k] == looked_for[k]) ++k;
    to[i] = k;
  });
}

inline int in_polygon(int repetitions) {
  constexpr int n = 1 << 16, corners = 16;
  const auto a = numbers<float>(2 * n, 0, 1), b = numbers<float>(2 * corners, 0, 1, 4);
  std::vector<int> out(n);
  const float *const p = a.data(), *const q = b.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    const float x = p[2 * i], y = p[2 * i + 1];
    bool inside = false;
    for (int k = 0, j = corners - 1; k < corners; j = k++)
      if ((q[2 * k + 1] > y) != (q[2 * j + 1] > y) &&
          x < (q[2 * j] - q[2 * k]) * (y - q[2 * k + 1]) / (q[2 * j + 1] - q[2 * k + 1]) + q[2 * k])
        inside = !inside;
    to[i] = inside;
  });
}

inline int lights(int repetitions) {  // those that are above
  constexpr int n = 1 << 16;
  const auto a = numbers<float>(n, 0, 1), b = numbers<float>(32, 0, 1, 3);
  std::vector<float> out(n);
  const float *const from = a.data(), *const light = b.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    float sum = 0;
    for (int k = 0; k < 16; ++k) {
      const float above = from[i] - light[2 * k];
      if (above > 0) sum += light[2 * k + 1] * above;
    }
    to[i] = sum;
  });
}

inline int digits(int repetitions) {  // their sum
  constexpr int n = 1 << 16;
  const auto in = numbers<int>(n, 0, 1000000);
  std::vector<int> out(n);
  const int* const from = in.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    int sum = 0;
    for (int v = from[i]; v; v /= 10) sum += v % 10;
    to[i] = sum;
  });
}

inline int green(int repetitions) {  // of a camera's mosaic
  const auto in = numbers<std::uint8_t>(side * side, 0, 256);
  std::vector<std::uint8_t> out(side * side);
  const std::uint8_t* const f = in.data();
  std::uint8_t* const to = out.data();
  return run(repetitions, out, side - 2, side - 2, [=](int y, int x) HC_CODE {
    const std::uint8_t* const at = f + (y + 1) * side + x + 1;
    const bool has = (x ^ y) & 1;
    to[y * side + x] = static_cast<std::uint8_t>(has ? at[0] : (at[-1] + at[1] + at[-side] + at[side]) / 4);
  });
}

inline int corners(int repetitions) {  // brighter than the middle: three of four
  const auto in = numbers<std::uint8_t>(side * side, 0, 256);
  std::vector<std::uint8_t> out(side * side);
  const std::uint8_t* const f = in.data();
  std::uint8_t* const to = out.data();
  return run(repetitions, out, side - 6, side - 6, [=](int y, int x) HC_CODE {
    const int least = f[(y + 3) * side + x + 3] + 20;
    int found = 0;
    if (f[y * side + x + 3] > least) ++found;
    if (f[(y + 6) * side + x + 3] > least) ++found;
    if (found > 0 && f[(y + 3) * side + x] > least) ++found;
    if (found > 1 && f[(y + 3) * side + x + 6] > least) ++found;
    to[y * side + x] = found >= 3;
  });
}

inline int hysteresis(int repetitions) {  // the last step of Canny's
  const auto in = numbers<std::uint8_t>(side * side, 0, 256);
  std::vector<std::uint8_t> out(side * side);
  const std::uint8_t* const f = in.data();
  std::uint8_t* const to = out.data();
  return run(repetitions, out, side, side, [=](int y, int x) HC_CODE {
    const std::uint8_t v = f[y * side + x];
    if (v > 200) {
      to[y * side + x] = 255;
      return;
    }
    bool near = false;
    for (int b = -1; b <= 1 && v >= 100 && !near; ++b)
      for (int a = -1; a <= 1; ++a)
        if (y + b >= 0 && y + b < side && x + a >= 0 && x + a < side && f[(y + b) * side + x + a] > 200) {
          near = true;
          break;
        }
    to[y * side + x] = near ? 255 : 0;
  });
}

// The beginnings of segments of 1 to 15 numbers.
inline std::vector<std::uint8_t> heads(int n) {
  std::vector<std::uint8_t> made(n);
  Random random{3};
  for (int at = 0; at < n; at += 1 + random.next() % 15) made[at] = 1;
  return made;
}

inline int segments(int repetitions) {  // their sums, where they begin
  const auto in = numbers<float>(tiles::all, 0, 1);
  const auto begins = heads(tiles::all);
  std::vector<float> out(tiles::all);
  const float* const from = in.data();
  const std::uint8_t* const head = begins.data();
  float* const to = out.data();
  return run(repetitions, out, tiles::all, [=](int i) HC_CODE {
    if (!head[i]) return;
    float sum = from[i];
    for (int k = i + 1; k < tiles::all && !head[k]; ++k) sum += from[k];
    to[i] = sum;
  });
}

inline int segments_of_tiles(int repetitions) {
  const auto in = numbers<float>(tiles::all, 0, 1);
  const auto begins = heads(tiles::all);
  std::vector<float> out(tiles::all);
  const auto plain = [&] {
    for (int i = 0; i < tiles::all; ++i) out[i] = i % tiles::size && !begins[i] ? out[i - 1] + in[i] : in[i];
  };
  return verdict(repetitions, out, [&] { tiles::segments(in.data(), begins.data(), out.data()); }, plain);
}

}  // namespace everyday
