// What the twins of samples/applications need: OpenMP's loops, or CUDA's kernels and memory, under one set of
// names. g++ -fopenmp twins.cpp, nvcc -x cu twins.cpp.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../timing.hpp"

#ifdef __CUDACC__
#define BOTH __host__ __device__
constexpr bool on_gpu = true;

inline void must(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
  std::exit(1);
}
inline void finish() { must(cudaDeviceSynchronize()); }

/// Numbers in the device's memory.
template <class T>
struct Memory {
  T* data = nullptr;
  std::size_t count;

  explicit Memory(std::size_t n) : count(n) {
    must(cudaMalloc(&data, n * sizeof(T)));
    must(cudaMemset(data, 0, n * sizeof(T)));
  }
  explicit Memory(const std::vector<T>& from) : Memory(from.size()) {
    must(cudaMemcpy(data, from.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  Memory(const Memory&) = delete;
  ~Memory() { cudaFree(data); }
  std::vector<T> read() const {
    std::vector<T> found(count);
    must(cudaMemcpy(found.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return found;
  }
};

template <class F>
__global__ void run_grid(int width, int height, F f) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) f(x, y, blockIdx.z);
}
/// f for each place; x is the fastest.
template <class F>
void for_grid(int width, int height, int depth, F f) {
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8, depth);
  run_grid<<<grid, block>>>(width, height, f);
}
#else
#define BOTH
constexpr bool on_gpu = false;

inline void finish() {}

template <class T>
struct Memory {
  std::vector<T> own;
  T* data;

  explicit Memory(std::size_t n) : own(n), data(own.data()) {}
  explicit Memory(const std::vector<T>& from) : own(from), data(own.data()) {}
  Memory(const Memory&) = delete;
  std::vector<T> read() const { return own; }
};

template <class F>
void for_grid(int width, int height, int depth, F f) {
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) f(x, y, z);
}
#endif

/// A line that run.py reads: the name, a figure and its unit.
inline void figure(const char* name, double value, const char* unit, bool right) {
  std::printf("%s: %.6g %s, %s\n", name, value, unit, right ? "right" : "WRONG");
  if (!right) std::exit(1);
}

/// The least seconds of five, as the samples have it.
template <class F>
double least_seconds(F f, int calls = 5) {
  f(), finish();
  double least = 1e300;
  for (int i = 0; i < calls; ++i) {
    const double start = seconds_now();
    f(), finish();
    least = std::min(least, seconds_now() - start);
  }
  return least;
}

struct alignas(16) Four {
  float x, y, z, w;
};

struct Vec {
  float x, y, z;
};
BOTH inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
BOTH inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
BOTH inline Vec operator*(Vec a, Vec b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
BOTH inline Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
BOTH inline float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
BOTH inline Vec cross(Vec a, Vec b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
BOTH inline Vec normalize(Vec a) { return a * (1 / sqrtf(dot(a, a))); }

/// Philox 4x32 with ten rounds, and the stream of numbers that hc::random_stream makes of it.
struct Random {
  std::uint32_t seed, stream, word[4];
  std::uint64_t next;
  bool filled;

  BOTH Random(std::uint32_t seed_, std::uint32_t stream_, std::uint64_t first)
      : seed(seed_), stream(stream_), word{}, next(first), filled(false) {}
  BOTH float uniform() {
    const int at = static_cast<int>(next & 3);
    if (at == 0 || !filled) fill();
    ++next;
    const std::uint32_t w = at == 0 ? word[0] : at == 1 ? word[1] : at == 2 ? word[2] : word[3];
    return static_cast<float>(w >> 8) * (1.0f / 16777216.0f);
  }

 private:
  BOTH void fill() {
    std::uint32_t c0 = static_cast<std::uint32_t>(next >> 2), c1 = static_cast<std::uint32_t>(next >> 34);
    std::uint32_t c2 = stream, c3 = 0, k0 = seed, k1 = 0;
    for (int i = 0; i < 10; ++i, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
      const std::uint64_t a = std::uint64_t{0xD2511F53u} * c0, b = std::uint64_t{0xCD9E8D57u} * c2;
      c0 = static_cast<std::uint32_t>(b >> 32) ^ c1 ^ k0, c1 = static_cast<std::uint32_t>(b);
      c2 = static_cast<std::uint32_t>(a >> 32) ^ c3 ^ k1, c3 = static_cast<std::uint32_t>(a);
    }
    word[0] = c0, word[1] = c1, word[2] = c2, word[3] = c3;
    filled = true;
  }
};
