// The random numbers of the reliability tests: the same on every machine for a seed.
#pragma once
#include <cstdint>

class Random {
 public:
  // Mixed first: the numbers of neighbouring seeds would be the same ones, shifted.
  explicit Random(std::uint64_t seed) : state_(mixed(seed + 1)) {}

  std::uint32_t next() {  // splitmix64
    state_ += 0x9E3779B97F4A7C15u;
    return static_cast<std::uint32_t>(mixed(state_) >> 16);
  }
  int below(int bound) { return static_cast<int>(next() % static_cast<std::uint32_t>(bound)); }
  int between(int low, int high) { return low + below(high - low + 1); }  // both included
  bool chance(int percent) { return below(100) < percent; }

 private:
  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};
