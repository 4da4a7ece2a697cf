// The components of short vectors under all their names.
#ifndef HCRT_DETAIL_VECTOR_LANES_HPP
#define HCRT_DETAIL_VECTOR_LANES_HPP

#include "norm.hpp"
#include "swizzles.hpp"

namespace hcrt {
namespace vectors {

/// N components of T. Where Wide (HC) its size is that of clang's vector of N components, so that three take
/// the place of four, and so is its alignment, up to 16 bytes: the storage of a kernel's arguments has no
/// more. Else (C++ AMP) the components just follow each other, aligned as one of them.
template <class T, int N, bool Wide>
class short_vector_of;

constexpr int vector_alignment(int component_bytes, int n, bool wide) {
  if (!wide) return component_bytes;
  const int bytes = component_bytes * (n == 3 ? 4 : n);
  return bytes < 16 ? bytes : 16;
}

/// A short vector's storage, its components' names, and the swizzles of the first four of them. A component
/// is written by one of its names and read by another.
template <class T, int N, bool Wide>
struct Lanes;

#define HCRT_NAMES(...)  \
  __extension__ struct { \
    T __VA_ARGS__;       \
  };
#define HCRT_BEGIN_LANES(N)                                                \
  template <class T, bool Wide>                                            \
  struct alignas(vector_alignment(sizeof(T), N, Wide)) Lanes<T, N, Wide> { \
    template <int K>                                                       \
    using Vector = short_vector_of<T, K, Wide>;
#define HCRT_CONSTRUCT_LANES               \
  HCRT_BOTH constexpr Lanes() : lane_{} {} \
  template <class... C>                    \
  HCRT_BOTH constexpr explicit Lanes(int, C... c) : lane_{static_cast<T>(c)...} {}
#define HCRT_NAMED(c)                           \
  HCRT_BOTH T get_##c() const { return c; }     \
  HCRT_BOTH void set_##c(const T& v) { c = v; } \
  HCRT_BOTH T& ref_##c() { return c; }
#define HCRT_NAMED_4(a, b, c, d) HCRT_NAMED(a) HCRT_NAMED(b) HCRT_NAMED(c) HCRT_NAMED(d)
#define HCRT_SWIZZLED(list) list(HCRT_SWIZZLE2, HCRT_SWIZZLE3, HCRT_SWIZZLE4)

// clang-format off
HCRT_BEGIN_LANES(1)
  union { T lane_[1]; HCRT_NAMES(x) HCRT_NAMES(r) HCRT_NAMES(s0) };
  HCRT_CONSTRUCT_LANES
  HCRT_NAMED(x) HCRT_NAMED(r) HCRT_NAMED(s0)
};

HCRT_BEGIN_LANES(2)
  union { T lane_[2]; HCRT_NAMES(x, y) HCRT_NAMES(r, g) HCRT_NAMES(s0, s1) };
  HCRT_CONSTRUCT_LANES
  HCRT_NAMED(x) HCRT_NAMED(y) HCRT_NAMED(r) HCRT_NAMED(g) HCRT_NAMED(s0) HCRT_NAMED(s1)
  HCRT_SWIZZLED(HCRT_SWIZZLES_2)
};

HCRT_BEGIN_LANES(3)
  union { T lane_[3]; HCRT_NAMES(x, y, z) HCRT_NAMES(r, g, b) HCRT_NAMES(s0, s1, s2) };
  HCRT_CONSTRUCT_LANES
  HCRT_NAMED(x) HCRT_NAMED(y) HCRT_NAMED(z) HCRT_NAMED(r) HCRT_NAMED(g) HCRT_NAMED(b)
  HCRT_NAMED(s0) HCRT_NAMED(s1) HCRT_NAMED(s2)
  HCRT_SWIZZLED(HCRT_SWIZZLES_3)
};

HCRT_BEGIN_LANES(4)
  union { T lane_[4]; HCRT_NAMES(x, y, z, w) HCRT_NAMES(r, g, b, a) HCRT_NAMES(s0, s1, s2, s3) };
  HCRT_CONSTRUCT_LANES
  HCRT_NAMED_4(x, y, z, w) HCRT_NAMED_4(r, g, b, a) HCRT_NAMED_4(s0, s1, s2, s3)
  HCRT_SWIZZLED(HCRT_SWIZZLES_4)
};

HCRT_BEGIN_LANES(8)
  union {
    T lane_[8];
    HCRT_NAMES(x, y, z, w)
    HCRT_NAMES(r, g, b, a)
    HCRT_NAMES(s0, s1, s2, s3, s4, s5, s6, s7)
  };
  HCRT_CONSTRUCT_LANES
  HCRT_NAMED_4(x, y, z, w) HCRT_NAMED_4(r, g, b, a)
  HCRT_NAMED_4(s0, s1, s2, s3) HCRT_NAMED_4(s4, s5, s6, s7)
  HCRT_SWIZZLED(HCRT_SWIZZLES_4)
};

HCRT_BEGIN_LANES(16)
  union {
    T lane_[16];
    HCRT_NAMES(x, y, z, w)
    HCRT_NAMES(r, g, b, a)
    HCRT_NAMES(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sA, sB, sC, sD, sE, sF)
    HCRT_NAMES(gap_[10], sa, sb, sc, sd, se, sf)
  };
  HCRT_CONSTRUCT_LANES
  HCRT_NAMED_4(x, y, z, w) HCRT_NAMED_4(r, g, b, a)
  HCRT_NAMED_4(s0, s1, s2, s3) HCRT_NAMED_4(s4, s5, s6, s7)
  HCRT_NAMED_4(s8, s9, sA, sB) HCRT_NAMED_4(sC, sD, sE, sF)
  HCRT_NAMED_4(sa, sb, sc, sd) HCRT_NAMED(se) HCRT_NAMED(sf)
  HCRT_SWIZZLED(HCRT_SWIZZLES_4)
};
// clang-format on

#undef HCRT_NAMES
#undef HCRT_BEGIN_LANES
#undef HCRT_CONSTRUCT_LANES
#undef HCRT_NAMED
#undef HCRT_NAMED_4
#undef HCRT_SWIZZLED

}  // namespace vectors
}  // namespace hcrt
#endif
