// The kernels of everyday_hc.cpp and everyday_omp.cpp, which define each() and HC_CODE. Each result is
// compared with what one plain loop computes.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../timing.hpp"

namespace everyday {

struct Random {
  std::uint32_t state = 12345;
  std::uint32_t next() { return (state = state * 1664525u + 1013904223u) >> 8; }
};

template <class T>
std::vector<T> numbers(int n, double low, double high, std::uint32_t seed = 1) {
  Random random{seed};
  std::vector<T> made(n);
  for (T& value : made) value = static_cast<T>(low + (high - low) * (random.next() / 16777216.0));
  return made;
}

template <class T, class Launch, class Plain>
int verdict(int repetitions, std::vector<T>& out, Launch launch, Plain plain) {
  const double seconds = median_seconds(repetitions, launch);
  const std::vector<T> got = out;
  std::fill(out.begin(), out.end(), T());
  plain();
  bool right = true;
  for (std::size_t i = 0; i < out.size(); ++i)
    right = right && std::fabs(double(got[i]) - double(out[i])) <= 1e-3 * (1 + std::fabs(double(out[i])));
  return report(seconds, right);
}

template <class T, class Body>
int run(int repetitions, std::vector<T>& out, int n, Body body) {
  const auto plain = [&] {
    for (int i = 0; i < n; ++i) body(i);
  };
  return verdict(repetitions, out, [&] { each(n, body); }, plain);
}

template <class T, class Body>
int run(int repetitions, std::vector<T>& out, int rows, int columns, Body body) {
  const auto plain = [&] {
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x) body(y, x);
  };
  return verdict(repetitions, out, [&] { each(rows, columns, body); }, plain);
}

constexpr int side = 1024;

// --- a row each --------------------------------------------------------------------------------------
inline int running_sums(int repetitions) {
  const auto in = numbers<float>(side * side, 0, 1);
  std::vector<float> out(side * side);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, side, [=](int y) HC_CODE {
    float sum = 0;
    for (int x = 0; x < side; ++x) to[y * side + x] = sum += from[y * side + x];
  });
}

inline int greatest(int repetitions) {
  const auto in = numbers<float>(side * side, 0, 1);
  std::vector<int> out(side);
  const float* const from = in.data();
  int* const to = out.data();
  return run(repetitions, out, side, [=](int y) HC_CODE {
    float most = -1;
    int at = 0;
    for (int x = 0; x < side; ++x)
      if (from[y * side + x] > most) most = from[y * side + x], at = x;
    to[y] = at;
  });
}

inline int matrix_vector(int repetitions) {
  const auto matrix = numbers<float>(side * side, 0, 1), vector = numbers<float>(side, 0, 1, 2);
  std::vector<float> out(side);
  const float *const m = matrix.data(), *const v = vector.data();
  float* const to = out.data();
  return run(repetitions, out, side, [=](int y) HC_CODE {
    float sum = 0;
    for (int x = 0; x < side; ++x) sum += m[y * side + x] * v[x];
    to[y] = sum;
  });
}

inline int byte_products(int repetitions) {
  constexpr int n = 1 << 15, length = 64;
  const auto a = numbers<std::int8_t>(n * length, -128, 127),
             b = numbers<std::int8_t>(n * length, -128, 127, 2);
  std::vector<int> out(n);
  const std::int8_t *const pa = a.data(), *const pb = b.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    int sum = 0;
    for (int k = 0; k < length; ++k) sum += pa[i * length + k] * pb[i * length + k];
    to[i] = sum;
  });
}

inline int words(int repetitions) {
  constexpr int n = 1 << 14, length = 64;
  auto text = numbers<char>(n * length, 97, 105);
  for (char& c : text) c = c == 'a' ? ' ' : c;
  std::vector<int> out(n);
  const char* const in = text.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    int count = 0;
    bool inside = false;
    for (int k = 0; k < length; ++k) {
      const bool letter = in[i * length + k] != ' ';
      count += letter && !inside;
      inside = letter;
    }
    to[i] = count;
  });
}

inline int lengths(int repetitions) {
  constexpr int n = 1 << 15, room = 32;
  auto text = numbers<char>(n * room, 97, 105);
  for (int i = 0; i < n; ++i) text[i * room + text[i * room] * 7 % room] = text[i * room + room - 1] = 0;
  std::vector<int> out(n);
  const char* const in = text.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    int k = 0;
    while (in[i * room + k]) ++k;
    to[i] = k;
  });
}

inline int products_of_four(int repetitions) {
  constexpr int n = 1 << 16;
  const auto a = numbers<float>(n * 16, 0, 1), b = numbers<float>(n * 16, 0, 1, 2);
  std::vector<float> out(n * 16);
  const float *const pa = a.data(), *const pb = b.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 4; ++x) {
        float sum = 0;
        for (int k = 0; k < 4; ++k) sum += pa[i * 16 + y * 4 + k] * pb[i * 16 + k * 4 + x];
        to[i * 16 + y * 4 + x] = sum;
      }
  });
}

// --- a column each -----------------------------------------------------------------------------------
inline int tridiagonal(int repetitions) {
  constexpr int n = 2048, m = 128;
  const auto b = numbers<float>(n * m, 2, 3), d = numbers<float>(n * m, 0, 1, 2);
  std::vector<float> c(n * m), out(n * m);
  const float *const pb = b.data(), *const pd = d.data();
  float *const pc = c.data(), *const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    float upper = -1 / pb[i], right = pd[i] / pb[i];
    pc[i] = upper;
    to[i] = right;
    for (int k = 1; k < m; ++k) {
      const float by = 1 / (pb[k * n + i] + upper);
      upper = -by;
      right = (pd[k * n + i] + right) * by;
      pc[k * n + i] = upper;
      to[k * n + i] = right;
    }
    for (int k = m - 2; k >= 0; --k) to[k * n + i] = right = to[k * n + i] - pc[k * n + i] * right;
  });
}

// --- private arrays ----------------------------------------------------------------------------------
inline int sort_sixteen(int repetitions) {
  constexpr int n = 1 << 14, m = 16;
  const auto in = numbers<float>(n * m, 0, 1);
  std::vector<float> out(n * m);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    float v[m];
    for (int k = 0; k < m; ++k) v[k] = from[k * n + i];
    for (int a = 0; a < m; ++a)
      for (int b = a & 1; b + 1 < m; b += 2)
        if (v[b] > v[b + 1]) {
          const float kept = v[b];
          v[b] = v[b + 1];
          v[b + 1] = kept;
        }
    for (int k = 0; k < m; ++k) to[k * n + i] = v[k];
  });
}

inline int median(int repetitions) {
  constexpr int w = 512, h = 256;
  const auto in = numbers<float>((w + 2) * (h + 2), 0, 1);
  std::vector<float> out(w * h);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, h, w, [=](int y, int x) HC_CODE {
    float v[9];
    for (int k = 0; k < 9; ++k) v[k] = from[(y + k / 3) * (w + 2) + x + k % 3];
    for (int a = 0; a < 5; ++a)
      for (int b = a + 1; b < 9; ++b)
        if (v[b] < v[a]) {
          const float kept = v[a];
          v[a] = v[b];
          v[b] = kept;
        }
    to[y * w + x] = v[4];
  });
}

inline int distance_of_words(int repetitions) {
  constexpr int n = 1 << 12, length = 24;
  const auto a = numbers<char>(n * length, 97, 101), b = numbers<char>(n * length, 97, 101, 2);
  std::vector<int> out(n);
  const char *const pa = a.data(), *const pb = b.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    int row[length + 1];
    for (int k = 0; k <= length; ++k) row[k] = k;
    for (int y = 0; y < length; ++y) {
      int diagonal = row[0];
      row[0] = y + 1;
      for (int x = 0; x < length; ++x) {
        const int above = row[x + 1], least = (above < row[x] ? above : row[x]) + 1;
        const int changed = diagonal + (pa[i * length + y] != pb[i * length + x]);
        row[x + 1] = least < changed ? least : changed;
        diagonal = above;
      }
    }
    to[i] = row[length];
  });
}

// --- windows -----------------------------------------------------------------------------------------
inline int pool(int repetitions) {
  constexpr int w = 1000, h = 500;
  const auto in = numbers<float>(4 * w * h, 0, 1);
  std::vector<float> out(w * h);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, h, w, [=](int y, int x) HC_CODE {
    float most = -1;
    for (int b = 0; b < 2; ++b)
      for (int a = 0; a < 2; ++a) {
        const float v = from[(2 * y + b) * 2 * w + 2 * x + a];
        most = v > most ? v : most;
      }
    to[y * w + x] = most;
  });
}

inline int life(int repetitions) {
  const auto in = numbers<std::uint8_t>(side * side, 0, 2);
  std::vector<std::uint8_t> out(side * side);
  const std::uint8_t* const from = in.data();
  std::uint8_t* const to = out.data();
  return run(repetitions, out, side, side, [=](int y, int x) HC_CODE {
    int count = 0;
    for (int b = -1; b <= 1; ++b)
      for (int a = -1; a <= 1; ++a)
        if (a || b) count += from[(y + b + side) % side * side + (x + a + side) % side];
    to[y * side + x] = count == 3 || (count == 2 && from[y * side + x]);
  });
}

// --- one element each --------------------------------------------------------------------------------
inline int normal_numbers(int repetitions) {
  constexpr int n = 1 << 18;
  const auto in = numbers<float>(2 * n, 1e-6, 1);
  std::vector<float> out(2 * n);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    const float r = sqrtf(-2 * logf(from[2 * i])), angle = 6.2831853f * from[2 * i + 1];
    to[2 * i] = r * cosf(angle);
    to[2 * i + 1] = r * sinf(angle);
  });
}

inline int hue(int repetitions) {
  constexpr int n = 1 << 18;
  const auto in = numbers<float>(3 * n, 0, 1);
  std::vector<float> out(3 * n);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    const float r = from[3 * i], g = from[3 * i + 1], b = from[3 * i + 2];
    const float most = fmaxf(r, fmaxf(g, b)), apart = most - fminf(r, fminf(g, b));
    float turn = 0;
    if (apart > 0) {
      turn = most == r ? (g - b) / apart : most == g ? 2 + (b - r) / apart : 4 + (r - g) / apart;
      if (turn < 0) turn += 6;
    }
    to[3 * i] = turn * 60;
    to[3 * i + 1] = most > 0 ? apart / most : 0;
    to[3 * i + 2] = most;
  });
}

inline int blend(int repetitions) {
  constexpr int n = 1 << 20;
  const auto a = numbers<std::uint32_t>(n, 0, 4e9), b = numbers<std::uint32_t>(n, 0, 4e9, 2);
  std::vector<std::uint32_t> out(n);
  const std::uint32_t *const pa = a.data(), *const pb = b.data();
  std::uint32_t* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    const std::uint32_t x = pa[i], y = pb[i], share = x >> 24;
    std::uint32_t both = 0xff000000u;
    for (int c = 0; c < 24; c += 8)
      both |= ((x >> c & 255) * share + (y >> c & 255) * (255 - share)) / 255 << c;
    to[i] = both;
  });
}

}  // namespace everyday

#include "cases.hpp"

int main(int argc, char** argv) {
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 11;
  for (const auto& one : everyday::cases)
    if (argc > 1 && !std::strcmp(argv[1], one.name)) return one.run(repetitions);
  for (const auto& one : everyday::cases) std::puts(one.name);
  return 2;
}
