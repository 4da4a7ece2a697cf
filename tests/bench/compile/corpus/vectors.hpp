// What several units of the corpus share: small vectors and a generator, for host code and kernels.
#ifndef CORPUS_VECTORS_HPP
#define CORPUS_VECTORS_HPP

#include <cmath>
#include <cstdint>

#ifdef __CUDACC__
#define CORPUS_BOTH __host__ __device__
#define CORPUS_INLINE CORPUS_BOTH inline
#elif defined(__KALMAR_AMP__)
#define CORPUS_INLINE inline
#define CORPUS_BOTH
#else
#define CORPUS_BOTH
#define CORPUS_INLINE inline
#endif

template <class T>
struct Vec3 {
  T x, y, z;
  CORPUS_BOTH Vec3 operator+(const Vec3& o) const { return {x + o.x, y + o.y, z + o.z}; }
  CORPUS_BOTH Vec3 operator-(const Vec3& o) const { return {x - o.x, y - o.y, z - o.z}; }
  CORPUS_BOTH Vec3 operator*(T s) const { return {x * s, y * s, z * s}; }
  CORPUS_BOTH T dot(const Vec3& o) const { return x * o.x + y * o.y + z * o.z; }
};

CORPUS_INLINE std::uint32_t mix(std::uint32_t state) {
  state ^= state << 13;
  state ^= state >> 17;
  return state ^ (state << 5);
}

#endif
