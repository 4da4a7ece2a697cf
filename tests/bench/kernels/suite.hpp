// What the HC, CUDA and OpenMP twins of every kernel share: cases by name, made-up data, measuring,
// comparing. Define KERNEL_CODE as what marks a function for kernels.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "../timing.hpp"

namespace suite {

// --- data -----------------------------------------------------------------------------------------
inline std::uint32_t mixed(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// The i-th of the numbers in [0, 1) that a seed gives.
inline float unit(std::size_t i, std::uint32_t seed) {
  return float(mixed(std::uint32_t(i) + seed * 0x9e3779b9u) >> 8) / 16777216.0f;
}

template <class T = float>
std::vector<T> numbers(std::size_t n, double low, double high, std::uint32_t seed) {
  std::vector<T> made(n);
  for (std::size_t i = 0; i < n; ++i) made[i] = T(low + (high - low) * double(unit(i, seed)));
  return made;
}

template <class T = std::uint8_t>
std::vector<T> letters(std::size_t n, std::uint32_t count, std::uint32_t seed) {
  std::vector<T> made(n);
  for (std::size_t i = 0; i < n; ++i) made[i] = T(mixed(std::uint32_t(i) + seed * 0x9e3779b9u) % count);
  return made;
}

// --- comparing ------------------------------------------------------------------------------------
inline bool near(double got, double want, double tolerance) {
  return std::fabs(got - want) <= tolerance * (1 + std::fabs(want));
}

// Compares the first, the last and many elements between them with what expected(i) gives.
template <class T, class Expected>
bool agrees(const std::vector<T>& got, double tolerance, Expected expected, std::size_t samples = 4096) {
  const std::size_t n = got.size(), count = n < samples ? n : samples;
  for (std::size_t s = 0; s < count; ++s) {
    const std::size_t i = count == n ? s : s + 1 == count ? n - 1 : s * (n / count) + mixed(s) % (n / count);
    if (near(double(got[s ? i : 0]), double(expected(s ? i : 0)), tolerance)) continue;
    std::printf("element %zu is %.9g, not %.9g\n", i, double(got[i]), double(expected(i)));
    return false;
  }
  return true;
}

// --- measuring ------------------------------------------------------------------------------------
inline double processor_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

constexpr double batch_seconds = 0.06;  // about what is timed at once

// Times batches of steps, each waited for once, as often as a line comes in; pairs.py asks two programs in
// turn. Returns how many steps were taken in all.
template <class Step, class Wait>
long serve(Step&& step, Wait&& wait) {
  step();
  wait();
  const double start = seconds_now();
  step();
  wait();
  const double one = std::max(seconds_now() - start, 1e-7);
  const long batch = long(std::min(std::max(batch_seconds / one, 3.0), 2000.0));
  long steps = 2;
  for (char line[16]; std::fgets(line, sizeof line, stdin);) {
    step();
    wait();
    const double started = seconds_now(), used = processor_seconds();
    for (long s = 0; s < batch; ++s) step();
    wait();
    const double seconds = (seconds_now() - started) / double(batch);
    const double processor = (processor_seconds() - used) / double(batch);
    std::printf("time_s=%.9g processor_s=%.9g\n", seconds, processor);
    std::fflush(stdout);
    steps += batch + 1;
  }
  return steps;
}

inline int verdict(bool right) {
  std::printf("check=%s\n", right ? "PASSED" : "FAILED");
  return right ? 0 : 1;
}

struct Case {
  const char* name;
  int (*run)(bool large);
};

// Arguments: name [large]. Sizes for a GPU are large ones.
template <std::size_t Count>
int main_of(const Case (&cases)[Count], int argc, char** argv) {
  for (const Case& one : cases)
    if (argc > 1 && !std::strcmp(argv[1], one.name)) return one.run(argc > 2);
  for (const Case& one : cases) std::puts(one.name);
  return 2;
}

}  // namespace suite
