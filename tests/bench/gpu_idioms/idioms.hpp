// Data, times and structures of the idiomatic kernels. Each prints its name, microseconds and a sum of its
// results, which the twins' sums are compared with.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct Rng {
  std::uint32_t state = 12345;
  std::uint32_t next() { return (state = state * 1664525u + 1013904223u) >> 8; }
};

template <class T>
std::vector<T> numbers(std::size_t n, double low, double high, std::uint32_t seed = 1) {
  Rng random{seed};
  std::vector<T> made(n);
  for (T& value : made) value = T(low + (high - low) * (random.next() / 16777216.0));
  return made;
}

// The least of seven rounds of twenty launches, in microseconds a launch.
template <class F, class W>
double timed(F launch, W wait) {
  launch();
  wait();
  double least = 1e9;
  for (int round = 0; round < 7; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < 20; ++k) launch();
    wait();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    least = std::min(least, taken.count() / 20);
  }
  return least * 1e6;
}

template <class T>
void say(const char* name, double us, const std::vector<T>& values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += double(values[i]) * double(i % 7 + 1);
  std::printf("%s %.3f %.9g\n", name, us, sum);
}

struct V3 {
  float x, y, z;
};
struct V4 {
  float x, y, z, w;
};
struct M4 {
  float m[16];
};
struct Sphere {
  float x, y, z, r;
  int kind;
};
struct Rgb {
  unsigned char r, g, b;
};
struct Weights {
  float w[25];
};
