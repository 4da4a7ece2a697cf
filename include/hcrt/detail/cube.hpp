// Places on the faces of a cube: the face that a direction meets, and the texels around a place, over the
// edges. Faces and coordinates are those of graphics: +x, -x, +y, -y, +z, -z, seen from within.
#ifndef HCRT_DETAIL_CUBE_HPP
#define HCRT_DETAIL_CUBE_HPP

#include "sampling.hpp"

namespace hcrt {
namespace detail {

/// Where a direction meets the cube: `along` the axis that looks at the face, u to the right, v down.
template <class T>
struct CubePlace {
  int face;
  T u, v, along;

  HCRT_BOTH CubePlace(T x, T y, T z) {
    const T ax = x < 0 ? -x : x, ay = y < 0 ? -y : y, az = z < 0 ? -z : z;
    if (ax >= ay && ax >= az) {
      face = x < 0 ? 1 : 0, u = x < 0 ? z : -z, v = -y, along = ax;
    } else if (ay >= az) {
      face = y < 0 ? 3 : 2, u = x, v = y < 0 ? -z : z, along = ay;
    } else {
      face = z < 0 ? 5 : 4, u = z < 0 ? -x : x, v = -y, along = az;
    }
  }
};

/// A texel of a cube's face: its row and its column.
struct CubeTexel {
  int face, row, column;
};

/// The texel of a face with n rows, or that next to it over one edge: `row` or `column` is then -1 or n. In
/// half texels from the face's middle, where the face is n away: over the edge that is folded by one.
HCRT_BOTH inline CubeTexel cube_texel(int face, int row, int column, int n) {
  if (row >= 0 && row < n && column >= 0 && column < n) return {face, row, column};
  int u = 2 * column + 1 - n, v = 2 * row + 1 - n;
  const int along = n - 1;
  u = u > n ? n : u < -n ? -n : u;
  v = v > n ? n : v < -n ? -n : v;
  const int sign = (face & 1) != 0 ? -1 : 1;
  const CubePlace<int> place = face < 2   ? CubePlace<int>(sign * along, -v, -sign * u)
                               : face < 4 ? CubePlace<int>(u, sign * along, sign * v)
                                          : CubePlace<int>(sign * u, -v, sign * along);
  return {place.face, (place.v + n - 1) / 2, (place.u + n - 1) / 2};
}

/// The four texels around a place of a face with n rows, and their shares, in the order of Sampling. A corner
/// of the cube has three texels: the fourth one's share is theirs, in equal parts.
struct CubeCorners {
  CubeTexel texel[4];
  float share[4];

  HCRT_BOTH CubeCorners(const CubePlace<float>& place, int n) {
#pragma clang fp contract(off)
    const float x = (0.5f * (place.u / place.along + 1.0f)) * static_cast<float>(n) - 0.5f;
    const float y = (0.5f * (place.v / place.along + 1.0f)) * static_cast<float>(n) - 0.5f;
    const int column = first_of(x, n), row = first_of(y, n);
    const float fx = x - static_cast<float>(column), fy = y - static_cast<float>(row);
    const bool is_corner = (column < 0 || column + 1 == n) && (row < 0 || row + 1 == n);
    const int missing = (column < 0 ? 0 : 2) + (row < 0 ? 0 : 1);
    for (int k = 0; k < 4; ++k) {  // bit 0: the second row, bit 1: the second column
      const int r = row + (k & 1), c = column + (k >> 1);
      share[k] = ((k & 1) != 0 ? fy : 1.0f - fy) * (k >> 1 != 0 ? fx : 1.0f - fx);
      texel[k] = is_corner && k == missing ? CubeTexel{place.face, 0, 0} : cube_texel(place.face, r, c, n);
    }
    if (!is_corner) return;
    const float third = share[missing] * (1.0f / 3.0f);
    for (int k = 0; k < 4; ++k) share[k] = k == missing ? 0.0f : share[k] + third;
  }

 private:
  HCRT_BOTH static int first_of(float at, int n) {
    const int first = floor_to_int(at);
    return first < -1 ? -1 : first < n ? first : n - 1;
  }
};

}  // namespace detail
}  // namespace hcrt
#endif
