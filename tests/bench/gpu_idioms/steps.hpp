// What the kernels of steps_hc.cpp and steps_cuda.cu share.
#pragma once
#include "idioms.hpp"

// A function of kernels: DEVICE f() HC_MARK.
#ifdef __CUDACC__
#define DEVICE __device__
#define HC_MARK
#else
#define DEVICE
#define HC_MARK [[hc]]
#endif

struct Particle {
  float x, y, z, vx, vy, vz, m;
};
struct Rgba {
  unsigned char r, g, b, a;
};

inline std::vector<std::uint64_t> words(int n) {
  Rng random{99};
  std::vector<std::uint64_t> made(n);
  for (std::uint64_t& each : made)
    each = (std::uint64_t(random.next()) << 44) ^ (std::uint64_t(random.next()) << 22) ^ random.next();
  return made;
}

inline std::vector<unsigned char> bytes(int n) {
  Rng random{7};
  std::vector<unsigned char> made(n);
  for (unsigned char& each : made) each = (unsigned char)random.next();
  return made;
}

DEVICE inline V3 turned(V4 q, V3 v) HC_MARK {
  float tx = 2 * (q.y * v.z - q.z * v.y), ty = 2 * (q.z * v.x - q.x * v.z), tz = 2 * (q.x * v.y - q.y * v.x);
  return V3{v.x + q.w * tx + q.y * tz - q.z * ty, v.y + q.w * ty + q.z * tx - q.x * tz,
            v.z + q.w * tz + q.x * ty - q.y * tx};
}

class Random64 {
 public:
  DEVICE explicit Random64(std::uint64_t seed) HC_MARK : state_(seed) {}
  DEVICE float uniform() HC_MARK {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return float(state_ >> 40) * (1 / 16777216.0f);
  }

 private:
  std::uint64_t state_;
};
