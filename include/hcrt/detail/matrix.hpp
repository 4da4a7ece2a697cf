// Matrices of 2 to 4 rows and columns, and quaternions.
#ifndef HCRT_DETAIL_MATRIX_HPP
#define HCRT_DETAIL_MATRIX_HPP

#include "vector_math.hpp"

namespace hcrt {
namespace vectors {

/// R rows of C components, row after row: m[row][column]. Vectors on its right are columns: m * v.
template <class T, int R, int C>
class matrix {
  static_assert(R >= 2 && R <= 4 && C >= 2 && C <= 4, "a matrix has 2 to 4 rows and columns");
  static_assert(is_real<T>, "a matrix is of half, float or double");

 public:
  typedef T value_type;
  typedef short_vector_of<T, C, true> row_type;
  typedef short_vector_of<T, R, true> column_type;
  static constexpr int rows = R;
  static constexpr int columns = C;

  /// All zero.
  HCRT_BOTH constexpr matrix() {}
  /// `diagonal` on the diagonal, else zero.
  HCRT_BOTH HCRT_CONSTEXPR14 explicit matrix(T diagonal) {
    for (int i = 0; i < (R < C ? R : C); ++i) row_[i][i] = diagonal;
  }
  /// The rows.
  template <class... V,
            class = hcrt::enable_if_t<sizeof...(V) == R && (std::is_convertible<V, row_type>::value && ...) &&
                                      !(std::is_arithmetic<V>::value || ...)>>
  HCRT_BOTH constexpr matrix(const V&... row) : row_{row...} {}
  /// R * C components, row after row.
  template <class... S, class = void,
            class = hcrt::enable_if_t<sizeof...(S) == R * C && (std::is_convertible<S, T>::value && ...)>>
  HCRT_BOTH HCRT_CONSTEXPR14 matrix(S... component) {
    const T all[] = {static_cast<T>(component)...};
    for (int i = 0; i < R * C; ++i) row_[i / C][i % C] = all[i];
  }
  template <class U>
  HCRT_BOTH HCRT_CONSTEXPR14 explicit matrix(const matrix<U, R, C>& other) {
    for (int i = 0; i < R; ++i) row_[i] = row_type(other[i]);
  }
  HCRT_BOTH static constexpr matrix identity() {
    static_assert(R == C, "only a square matrix has an identity");
    return matrix(T(1));
  }

  HCRT_BOTH HCRT_CONSTEXPR14 row_type& operator[](int row) { return row_[row]; }
  HCRT_BOTH constexpr const row_type& operator[](int row) const { return row_[row]; }
  HCRT_BOTH HCRT_CONSTEXPR14 column_type column(int c) const {
    column_type result;
    for (int i = 0; i < R; ++i) result[i] = row_[i][c];
    return result;
  }

  HCRT_BOTH HCRT_CONSTEXPR14 matrix& operator+=(const matrix& o) {
    for (int i = 0; i < R; ++i) row_[i] += o.row_[i];
    return *this;
  }
  HCRT_BOTH HCRT_CONSTEXPR14 matrix& operator-=(const matrix& o) {
    for (int i = 0; i < R; ++i) row_[i] -= o.row_[i];
    return *this;
  }
  HCRT_BOTH HCRT_CONSTEXPR14 matrix& operator*=(T s) {
    for (int i = 0; i < R; ++i) row_[i] *= row_type(s);
    return *this;
  }
  HCRT_BOTH HCRT_CONSTEXPR14 matrix& operator*=(const matrix<T, C, C>& o) { return *this = *this * o; }
  HCRT_BOTH friend HCRT_CONSTEXPR14 matrix operator+(matrix a, const matrix& b) { return a += b; }
  HCRT_BOTH friend HCRT_CONSTEXPR14 matrix operator-(matrix a, const matrix& b) { return a -= b; }
  HCRT_BOTH friend HCRT_CONSTEXPR14 matrix operator-(matrix a) { return a *= T(-1); }
  HCRT_BOTH friend HCRT_CONSTEXPR14 matrix operator*(matrix a, T s) { return a *= s; }
  HCRT_BOTH friend HCRT_CONSTEXPR14 matrix operator*(T s, matrix a) { return a *= s; }
  HCRT_BOTH friend HCRT_CONSTEXPR14 column_type operator*(const matrix& a, const row_type& v) {
    column_type result;
    for (int i = 0; i < R; ++i) result[i] = vectors::dot(a.row_[i], v);
    return result;
  }
  /// v as a row.
  HCRT_BOTH friend HCRT_CONSTEXPR14 row_type operator*(const column_type& v, const matrix& a) {
    row_type result = a.row_[0] * row_type(v[0]);
    for (int i = 1; i < R; ++i) result += a.row_[i] * row_type(v[i]);
    return result;
  }
  template <int K>
  HCRT_BOTH friend HCRT_CONSTEXPR14 matrix<T, R, K> operator*(const matrix& a, const matrix<T, C, K>& b) {
    matrix<T, R, K> result;
    for (int i = 0; i < R; ++i) result[i] = a.row_[i] * b;
    return result;
  }
  HCRT_BOTH friend HCRT_CONSTEXPR14 bool operator==(const matrix& a, const matrix& b) {
    for (int i = 0; i < R; ++i)
      if (a.row_[i] != b.row_[i]) return false;
    return true;
  }
  HCRT_BOTH friend constexpr bool operator!=(const matrix& a, const matrix& b) { return !(a == b); }

 private:
  row_type row_[R];
};

template <class T, int R, int C>
HCRT_BOTH HCRT_CONSTEXPR14 matrix<T, C, R> transpose(const matrix<T, R, C>& a) {
  matrix<T, C, R> result;
  for (int i = 0; i < C; ++i) result[i] = a.column(i);
  return result;
}
/// The matrix a_i * b_j.
template <class T, int R, int C>
HCRT_BOTH HCRT_CONSTEXPR14 matrix<T, R, C> outer_product(const short_vector_of<T, R, true>& a,
                                                         const short_vector_of<T, C, true>& b) {
  matrix<T, R, C> result;
  for (int i = 0; i < R; ++i) result[i] = b * short_vector_of<T, C, true>(a[i]);
  return result;
}
/// The sum of the diagonal.
template <class T, int N>
HCRT_BOTH HCRT_CONSTEXPR14 T trace(const matrix<T, N, N>& a) {
  T sum = a[0][0];
  for (int i = 1; i < N; ++i) sum += a[i][i];
  return sum;
}

template <class T>
HCRT_BOTH HCRT_CONSTEXPR14 T determinant(const matrix<T, 2, 2>& a) {
  return a[0][0] * a[1][1] - a[0][1] * a[1][0];
}
template <class T>
HCRT_BOTH HCRT_CONSTEXPR14 T determinant(const matrix<T, 3, 3>& a) {
  return vectors::dot(a[0], vectors::cross(a[1], a[2]));
}
namespace detail {
/// The minors of two rows: of columns 01, 02, 03, 12, 13, 23.
template <class T>
struct Minors {
  T m[6];
  HCRT_BOTH HCRT_CONSTEXPR14 Minors(const short_vector_of<T, 4, true>& a,
                                    const short_vector_of<T, 4, true>& b)
      : m{a[0] * b[1] - a[1] * b[0], a[0] * b[2] - a[2] * b[0], a[0] * b[3] - a[3] * b[0],
          a[1] * b[2] - a[2] * b[1], a[1] * b[3] - a[3] * b[1], a[2] * b[3] - a[3] * b[2]} {}
};
}  // namespace detail
template <class T>
HCRT_BOTH HCRT_CONSTEXPR14 T determinant(const matrix<T, 4, 4>& a) {
  const detail::Minors<T> u(a[0], a[1]), l(a[2], a[3]);
  return u.m[0] * l.m[5] - u.m[1] * l.m[4] + u.m[2] * l.m[3] + u.m[3] * l.m[2] - u.m[4] * l.m[1] +
         u.m[5] * l.m[0];
}

/// The inverse; infinities and NaNs where the determinant is 0.
template <class T>
HCRT_BOTH HCRT_CONSTEXPR14 matrix<T, 2, 2> inverse(const matrix<T, 2, 2>& a) {
  return matrix<T, 2, 2>(a[1][1], -a[0][1], -a[1][0], a[0][0]) * (T(1) / vectors::determinant(a));
}
template <class T>
HCRT_BOTH HCRT_CONSTEXPR14 matrix<T, 3, 3> inverse(const matrix<T, 3, 3>& a) {
  const matrix<T, 3, 3> columns(vectors::cross(a[1], a[2]), vectors::cross(a[2], a[0]),
                                vectors::cross(a[0], a[1]));
  return vectors::transpose(columns) * (T(1) / vectors::determinant(a));
}
template <class T>
HCRT_BOTH HCRT_CONSTEXPR14 matrix<T, 4, 4> inverse(const matrix<T, 4, 4>& a) {
  const detail::Minors<T> upper(a[0], a[1]), lower(a[2], a[3]);
  const T *const u = upper.m, *const l = lower.m;
  matrix<T, 4, 4> result;
  for (int c = 0; c < 4; ++c) {
    // Column c of the inverse comes from the row's partner in its half and the other half's minors.
    const short_vector_of<T, 4, true>& r = a[c ^ 1];
    const T* const m = c < 2 ? l : u;
    const T sign = c % 2 ? T(-1) : T(1);
    result[0][c] = sign * (r[1] * m[5] - r[2] * m[4] + r[3] * m[3]);
    result[1][c] = sign * (-r[0] * m[5] + r[2] * m[2] - r[3] * m[1]);
    result[2][c] = sign * (r[0] * m[4] - r[1] * m[2] + r[3] * m[0]);
    result[3][c] = sign * (-r[0] * m[3] + r[1] * m[1] - r[2] * m[0]);
  }
  return result * (T(1) / vectors::determinant(a));
}

/// x i + y j + z k + w. One of length 1 is a rotation.
template <class T>
class quaternion {
  static_assert(is_real<T>, "a quaternion is of half, float or double");
  typedef short_vector_of<T, 3, true> Vector;
  typedef short_vector_of<T, 4, true> Four;

 public:
  typedef T value_type;

  T x, y, z, w;

  /// 1: the rotation that moves nothing.
  HCRT_BOTH constexpr quaternion() : x(0), y(0), z(0), w(1) {}
  HCRT_BOTH constexpr quaternion(T x_, T y_, T z_, T w_) : x(x_), y(y_), z(z_), w(w_) {}
  HCRT_BOTH constexpr quaternion(const Vector& v, T w_) : x(v[0]), y(v[1]), z(v[2]), w(w_) {}
  /// The rotation about an axis, of length 1, by an angle in radians, counterclockwise as seen from its tip.
  HCRT_BOTH static quaternion rotation(const Vector& axis, T angle) {
    const T half = angle * T(0.5f);
    return quaternion(axis * Vector(static_cast<T>(Kalmar::precise_math::sin(half))),
                      static_cast<T>(Kalmar::precise_math::cos(half)));
  }

  HCRT_BOTH constexpr Vector xyz() const { return Vector(x, y, z); }

  HCRT_BOTH friend constexpr quaternion operator+(const quaternion& a, const quaternion& b) {
    return quaternion(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
  }
  HCRT_BOTH friend constexpr quaternion operator-(const quaternion& a, const quaternion& b) {
    return quaternion(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w);
  }
  HCRT_BOTH friend constexpr quaternion operator-(const quaternion& a) {
    return quaternion(-a.x, -a.y, -a.z, -a.w);
  }
  HCRT_BOTH friend constexpr quaternion operator*(const quaternion& a, T s) {
    return quaternion(a.x * s, a.y * s, a.z * s, a.w * s);
  }
  HCRT_BOTH friend constexpr quaternion operator*(T s, const quaternion& a) { return a * s; }
  /// First b's rotation, then a's.
  HCRT_BOTH friend constexpr quaternion operator*(const quaternion& a, const quaternion& b) {
    return quaternion(
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
  }
  HCRT_BOTH friend constexpr bool operator==(const quaternion& a, const quaternion& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
  }
  HCRT_BOTH friend constexpr bool operator!=(const quaternion& a, const quaternion& b) { return !(a == b); }

  HCRT_BOTH friend constexpr quaternion conjugate(const quaternion& q) {
    return quaternion(-q.x, -q.y, -q.z, q.w);
  }
  HCRT_BOTH friend HCRT_CONSTEXPR14 T dot(const quaternion& a, const quaternion& b) {
    return vectors::dot(Four(a.x, a.y, a.z, a.w), Four(b.x, b.y, b.z, b.w));
  }
  HCRT_BOTH friend T length(const quaternion& q) { return vectors::length(Four(q.x, q.y, q.z, q.w)); }
  HCRT_BOTH friend quaternion normalize(const quaternion& q) { return q * (T(1) / length(q)); }
  HCRT_BOTH friend HCRT_CONSTEXPR14 quaternion inverse(const quaternion& q) {
    return conjugate(q) * (T(1) / dot(q, q));
  }
  /// v turned by q, of length 1.
  HCRT_BOTH friend HCRT_CONSTEXPR14 Vector rotate(const quaternion& q, const Vector& v) {
    const Vector t = vectors::cross(q.xyz(), v) * Vector(T(2));
    return v + t * Vector(q.w) + vectors::cross(q.xyz(), t);
  }
  /// The matrix of the same rotation; q's length is 1.
  HCRT_BOTH friend HCRT_CONSTEXPR14 matrix<T, 3, 3> to_matrix(const quaternion& q) {
    const T two(2), one(1);
    return matrix<T, 3, 3>(
        one - two * (q.y * q.y + q.z * q.z), two * (q.x * q.y - q.z * q.w), two * (q.x * q.z + q.y * q.w),
        two * (q.x * q.y + q.z * q.w), one - two * (q.x * q.x + q.z * q.z), two * (q.y * q.z - q.x * q.w),
        two * (q.x * q.z - q.y * q.w), two * (q.y * q.z + q.x * q.w), one - two * (q.x * q.x + q.y * q.y));
  }
  /// From a to b, both of length 1, the shorter way and at an even speed: a where t is 0, b where it is 1.
  HCRT_BOTH friend quaternion slerp(const quaternion& a, quaternion b, T t) {
    T cosine = dot(a, b);
    if (cosine < T(0)) b = -b, cosine = -cosine;
    if (cosine > T(0.9995f)) return normalize(a * (T(1) - t) + b * t);  // the sine would be inexact
    const T angle = static_cast<T>(Kalmar::precise_math::acos(cosine));
    const T from = static_cast<T>(Kalmar::precise_math::sin(angle * (T(1) - t)));
    const T to = static_cast<T>(Kalmar::precise_math::sin(angle * t));
    return (a * from + b * to) * (T(1) / static_cast<T>(Kalmar::precise_math::sin(angle)));
  }
};

}  // namespace vectors
}  // namespace hcrt
#endif
