// rows: hc.library.storage
// flags: -std=c++17
// hc::storage of all types in 1, 2, 4 and 8 numbers: memory, conversions, arithmetic with numbers and vectors.
#define HC_ARITHMETIC 16
#include <cmath>
#include <hc.hpp>
#include <hc_storage.hpp>
#include <type_traits>

#include "check.hpp"

static float number(int i) [[cpu, hc]] { return float(i * 37 % 61) / 122.0f - 0.125f; }
template <class T, int N>
static void widths(float tolerance) {
  typedef hc::storage<T, N> S;
  static_assert(sizeof(S) == sizeof(T) * N, "");
  const int n = 32;
  hc::array_view<S> a(n), b(n), sum(n), scaled(n), mixed(n), more(n);

  hc::parallel_for_each(a.get_extent(), [=](hc::index<1> i) [[hc]] {
    S x, y;
    for (int k = 0; k < N; ++k)
      x[k] = static_cast<T>(number(i[0] * N + k)), y[k] = static_cast<T>(number(i[0] + k));
    a[i] = x, b[i] = y;
    sum[i] = S(x + y);
    S z = x;
    z *= y;
    z += x;
    z -= y;
    z /= typename S::value_type(typename S::arithmetic_type(2));
    scaled[i] = z;
    S w;
    hc::store<N>(&w[0], hc::load<N>(&x[0]) * y.get() - x);
    mixed[i] = w;
    // Numbers and what is computed with, on both sides of each operator; x y + 2 - 1 - (1 + x y) + ... is
    // 0.
    const auto product = x * y.get() + 2 - 1.0f, other = 1.0f + x.get() * y;
    const auto rest = (x - y.get()) - (x.get() - y) + x * 1.0f - 1.0f * x + x / 2.0f - 0.5f * x;
    more[i] = S(product - other + rest - (-x) - x.get());
  });
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < N; ++k) {
      const float x = float(static_cast<T>(number(i * N + k))), y = float(static_cast<T>(number(i + k)));
      CHECK(float(a[i][k]) == x && float(b[i][k]) == y);
      auto near = [&](float got, float want) {
        if (std::is_same<T, hc::unorm8>::value || std::is_same<T, hc::unorm16>::value)
          want = want < 0 ? 0 : want > 1 ? 1 : want;
        return std::fabs(got - want) <= tolerance * (1 + std::fabs(want));
      };
      CHECK(near(float(sum[i][k]), x + y));
      float z = float(T(x * y));
      z = float(T(z + x));
      z = float(T(z - y));
      z = float(T(z / 2));
      CHECK(near(float(scaled[i][k]), z));
      CHECK(near(float(mixed[i][k]), x * y - x) && std::fabs(float(more[i][k])) < 4 * tolerance);
    }
}

template <class T>
static void all(float tolerance) {
  widths<T, 1>(tolerance);
  widths<T, 2>(tolerance);
  widths<T, 4>(tolerance);
  widths<T, 8>(tolerance);
}

template <class T>
constexpr float twice(float x) {
  hc::storage<T, 2> s{
      typename hc::storage<T, 2>::value_type(static_cast<typename hc::storage<T, 2>::arithmetic_type>(x))};
  return float(s[0]) + float(s[1]);
}

static_assert(twice<float>(0.5f) == 1.0f);
static_assert(twice<hc::bfloat16>(0.5f) == 1.0f);
static_assert(twice<hc::snorm8>(1.f) == 2.0f);
static_assert(twice<hc::unorm16>(1.f) == 2.0f);
static_assert(twice<__bf16>(1.f) == 2.0f);
static_assert(twice<_Float16>(1.f) == 2.0f);
static_assert(twice<hc::half>(1.f) == 2.0f);
int main() {
  all<float>(1e-6f);
  widths<double, 4>(1e-6f);
  all<hc::half>(2e-3f);
  widths<__bf16, 2>(1.6e-2f);
  all<hc::bfloat16>(1.6e-2f);
  all<hc::unorm8>(5e-3f);
  all<hc::snorm8>(1e-2f);
  widths<hc::unorm16, 8>(4e-5f);
  widths<hc::snorm16, 2>(8e-5f);
  return failures();
}
