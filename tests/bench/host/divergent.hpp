// Work whose control flow differs between neighbours, as one function of a work-item for HC and OpenMP: what
// is compared is what the compilers make of it. Include it with HC_CODE as what marks a function for kernels.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../timing.hpp"

namespace divergent {

constexpr int size = 1 << 18;      // work-items
constexpr int width = 512;         // of the picture
constexpr int lanes = 1 << 12;     // work-items of the grid-stride loop
constexpr int elements = 1 << 22;  // that they go through
constexpr int clusters = 16;
constexpr int side = 2048;  // of the dynamic programme's matrix
constexpr int bins = 256;

inline int mandelbrot(int i) HC_CODE {
  const float cx = float(i % width) * (3.0f / float(width)) - 2.0f;
  const float cy = float(i / width) * (2.0f / float(width)) - 1.0f;
  float x = 0, y = 0;
  int steps = 0;
  while (steps < 256 && x * x + y * y < 4.0f) {
    const float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++steps;
  }
  return steps;
}

inline int nearest(const float* px, const float* py, const float* cx, const float* cy, int i) HC_CODE {
  float least = 1e30f;
  int best = 0;
  for (int k = 0; k < clusters; ++k) {
    const float dx = px[i] - cx[k], dy = py[i] - cy[k];
    const float distance = dx * dx + dy * dy;
    if (distance < least) {
      least = distance;
      best = k;
    }
  }
  return best;
}

inline float black_scholes(float price, float strike, float years) HC_CODE {
  const float rate = 0.02f, volatility = 0.3f;
  const float root = std::sqrt(years);
  const float d1 =
      (std::log(price / strike) + (rate + 0.5f * volatility * volatility) * years) / (volatility * root);
  const float d2 = d1 - volatility * root;
  const float n1 = 0.5f * std::erfc(-d1 * 0.70710678f), n2 = 0.5f * std::erfc(-d2 * 0.70710678f);
  return price * n1 - strike * std::exp(-rate * years) * n2;
}

// Walks until the walker has left an interval.
inline int walk(int i) HC_CODE {
  std::uint32_t state = std::uint32_t(i) * 2654435761u + 1;
  int place = 0, steps = 0;
  while (place > -8 && place < 8 && steps < 1000) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    if (state & 1)
      ++place;
    else
      --place;
    ++steps;
  }
  return steps;
}

// One cell of the longest common subsequence, on the anti-diagonal d; the borders are 0.
inline void align(const std::uint8_t* a, const std::uint8_t* b, int* table, int d, int i) HC_CODE {
  const int j = d - i;
  if (i < 1 || j < 1 || i > side || j > side) return;
  const int row = side + 1;
  int best = table[(i - 1) * row + j];
  if (a[i - 1] == b[j - 1]) {
    best = table[(i - 1) * row + j - 1] + 1;
  } else if (table[i * row + j - 1] > best) {
    best = table[i * row + j - 1];
  }
  table[i * row + j] = best;
}

// --- data and sums --------------------------------------------------------------------------------
struct Random {
  std::uint32_t state = 12345;
  float operator()() {
    state = state * 1664525u + 1013904223u;
    return float(state >> 8) / 16777216.0f;
  }
};

inline std::vector<float> numbers(int n, float low, float high, std::uint32_t seed) {
  Random next{seed};
  std::vector<float> made(n);
  for (float& value : made) value = low + (high - low) * next();
  return made;
}

inline std::vector<std::uint8_t> letters(int n, std::uint32_t seed, int count) {
  Random next{seed};
  std::vector<std::uint8_t> made(n);
  for (auto& value : made) value = std::uint8_t(next() * float(count));
  return made;
}

// What both programs print: they must agree where arithmetic is exact, and nearly where it is not.
template <class T>
double sum_of(const std::vector<T>& values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += double(values[i]) * double(1 + i % 7);
  return sum;
}

inline int report_sum(double seconds, double sum) {
  std::printf("sum=%.5g\n", sum);
  return report(seconds, sum == sum);
}

}  // namespace divergent
