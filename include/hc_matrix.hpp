// Matrices of 2 to 4 rows and columns, and quaternions: hc::matrix, hc::quaternion and their functions.
#ifndef HC_MATRIX_HPP
#define HC_MATRIX_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc_vector_math.hpp"
#include "hcrt/detail/matrix.hpp"

namespace hc {

using hcrt::vectors::determinant;
using hcrt::vectors::inverse;
using hcrt::vectors::matrix;
using hcrt::vectors::outer_product;
using hcrt::vectors::quaternion;
using hcrt::vectors::trace;
using hcrt::vectors::transpose;

#define HCRT_MATRICES(T)           \
  typedef matrix<T, 2, 2> T##_2x2; \
  typedef matrix<T, 2, 3> T##_2x3; \
  typedef matrix<T, 2, 4> T##_2x4; \
  typedef matrix<T, 3, 2> T##_3x2; \
  typedef matrix<T, 3, 3> T##_3x3; \
  typedef matrix<T, 3, 4> T##_3x4; \
  typedef matrix<T, 4, 2> T##_4x2; \
  typedef matrix<T, 4, 3> T##_4x3; \
  typedef matrix<T, 4, 4> T##_4x4;
HCRT_MATRICES(half)
HCRT_MATRICES(float)
HCRT_MATRICES(double)
#undef HCRT_MATRICES

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
