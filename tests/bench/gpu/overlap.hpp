// B16: chunks of data go up, are computed on and come back. Modes: serial (one queue that is waited for after
// each step), pipelined (three queues side by side).
#pragma once
#include <cstring>

#include "../timing.hpp"

constexpr int chunk = 4 << 20;  // floats; 16 MiB
constexpr int chunks = 48;
constexpr int queues = 3;
constexpr int rounds = 1500;  // so that computing takes about as long as each of the copies

inline bool all_right(const float* result, const float* source) {
  for (long i = 0; i < static_cast<long>(chunk) * chunks; i += 4097) {
    float x = source[i];
    for (int r = 0; r < rounds; ++r) x = __builtin_fmaf(x, 0.999f, 0.5f);
    if (result[i] != x) return false;
  }
  return true;
}
