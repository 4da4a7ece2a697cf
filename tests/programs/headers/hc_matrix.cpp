// <hc_matrix.hpp>: matrices and quaternions as constants, on the host and in kernels.
#include <cmath>
#include <hc.hpp>
#include <hc_matrix.hpp>
#include <vector>

#include "check.hpp"

using namespace hc::short_vector;
using hc::matrix;

constexpr hc::float_2x3 wide(1, 2, 3, 4, 5, 6);
static_assert(wide[1][2] == 6 && hc::transpose(wide)[2][1] == 6, "");
static_assert(wide * float_3(1, 0, -1) == float_2(-2, -2), "");
static_assert(float_2(1, -1) * wide == float_3(-3, -3, -3), "");
static_assert(wide * hc::transpose(wide) == hc::float_2x2(14, 32, 32, 77), "");
static_assert(hc::determinant(hc::double_3x3(2, 0, 1, 0, 3, 0, 1, 0, 4)) == 21, "");
static_assert(hc::inverse(hc::float_2x2(0, 2, -4, 0)) == hc::float_2x2(0, -0.25f, 0.5f, 0), "");
static_assert(hc::float_4x4::identity() * 3.0f == hc::float_4x4(3.0f), "");
static_assert(hc::trace(hc::float_3x3(2.0f)) == 6 && wide.column(1) == float_2(2, 5), "");
constexpr hc::quaternion<float> half_turn(0, 0, 1, 0);
static_assert(rotate(half_turn, float_3(1, 2, 3)) == float_3(-1, -2, 3), "");

template <class T, int N>
static T distance_from_identity(const matrix<T, N, N>& m) [[cpu, hc]] {
  T worst = 0;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      const T d = m[i][j] - T(i == j), size = d < 0 ? -d : d;
      if (!(size <= worst)) worst = size;
    }
  return worst;
}
template <class T, int N>
static matrix<T, N, N> sample(int seed) [[cpu, hc]] {
  matrix<T, N, N> m(static_cast<T>(N));  // its diagonal dominates
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) m[i][j] += T((seed * 7 + i * 5 + j * 3) % 11) / T(11) - T(0.5f);
  return m;
}

constexpr int checks = 12;
static void measure(int i, float* error) [[cpu, hc]] {
  const auto a = sample<float, 2>(i);
  const auto b = sample<float, 3>(i);
  const auto c = sample<float, 4>(i);
  error[0] = distance_from_identity(a * hc::inverse(a));
  error[1] = distance_from_identity(hc::inverse(b) * b);
  error[2] = distance_from_identity(c * hc::inverse(c));
  const auto d = sample<float, 4>(i + 3);
  error[3] = std::fabs(hc::determinant(c * d) / (hc::determinant(c) * hc::determinant(d)) - 1);
  const auto e = sample<float, 3>(i + 5);
  error[4] = std::fabs(hc::determinant(b * e) / (hc::determinant(b) * hc::determinant(e)) - 1);

  typedef hc::quaternion<float> Q;
  const float_3 axis = hc::normalize(float_3(float(i % 5) + 1, float(i % 3), -2)), v(1, -2, 0.5f);
  const float angle = float(i) * 0.1f;
  const Q q = Q::rotation(axis, angle), r = Q::rotation(float_3(0, 1, 0), 1);
  error[5] = hc::distance(rotate(q, v), to_matrix(q) * v);
  error[6] = hc::distance(rotate(q * r, v), rotate(q, rotate(r, v)));
  error[7] = hc::distance(rotate(inverse(q), rotate(q, v)), v);
  // Rodrigues' formula
  const float_3 turned = v * float_3(std::cos(angle)) + hc::cross(axis, v) * float_3(std::sin(angle)) +
                         axis * float_3(hc::dot(axis, v) * (1 - std::cos(angle)));
  error[8] = hc::distance(rotate(q, v), turned);
  error[9] = distance_from_identity(to_matrix(q) * hc::transpose(to_matrix(q)));
  const Q third = slerp(Q(), Q::rotation(axis, 1.5f), 1.0f / 3), close = slerp(r, r, 0.7f);
  error[10] = hc::distance(rotate(third, v), rotate(Q::rotation(axis, 0.5f), v));
  error[11] = hc::distance(rotate(close, v), rotate(r, v)) + std::fabs(length(q) - 1);
}

int main() {
  const int n = 50;
  hc::array_view<float> errors(n * checks);
  hc::parallel_for_each(hc::extent<1>(n),
                        [=](hc::index<1> i) [[hc]] { measure(i[0], &errors[i[0] * checks]); });
  for (int i = 0; i < n; ++i) {
    float host[checks];
    measure(i, host);
    for (int k = 0; k < checks; ++k) {
      if (!(host[k] < 4e-6f && errors[i * checks + k] < 4e-6f))
        std::printf("%d, check %d: %g, %g\n", i, k, host[k], errors[i * checks + k]);
      CHECK(host[k] < 4e-6f && errors[i * checks + k] < 4e-6f);
    }
  }
  // A matrix and a quaternion travel into kernels and through memory.
  const hc::float_3x4 shift(float_4(1, 0, 0, 5), float_4(0, 1, 0, 6), float_4(0, 0, 1, 7));
  const hc::quaternion<double> turn = hc::quaternion<double>::rotation(double_3(1, 0, 0), 1.5707963267948966);
  hc::array_view<float_3> moved(4);
  hc::array_view<hc::double_3x3> kept(4);
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1> i) [[hc]] {
    moved[i] = shift * float_4(float(i[0]), 0, 0, 1);
    kept[i] = to_matrix(turn) * double(i[0]);
  });
  CHECK(moved[3] == float_3(8, 6, 7) && std::fabs(kept[2][2][1] - 2) < 1e-12);
  return failures();
}
