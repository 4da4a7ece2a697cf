// <hc_vector_math.hpp>: each function against plain code on the host, and kernels against the host.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <hc.hpp>
#include <hc_vector_math.hpp>
#include <limits>
#include <type_traits>
#include <vector>

#include "check.hpp"

using namespace hc::short_vector;

constexpr int_3 in_constants = hc::clamp(int_3(5, -7, 2) + int_3(1), -3, 4);
static_assert(in_constants[0] == 4 && in_constants[1] == -3 && in_constants[2] == 3, "");
static_assert(hc::dot(float_3(1, 2, 3), float_3(4, 5, 6)) == 32.0f, "");
static_assert(hc::cross(int_3(1, 0, 0), int_3(0, 1, 0)) == int_3(0, 0, 1), "");
static_assert(hc::all(hc::is_less(float_2(1, 2), 3)) && hc::none(!bool_2(true)), "");
static_assert(hc::mul_hi(~0ul, ~0ul) == ~1ul && hc::clz(1u) == 31 && hc::ctz(short(0)) == 16, "");
static_assert(hc::reflect(double_2(1, -1), double_2(0, 1)) == double_2(1, 1), "");
static_assert(float(norm_2(2.0f)[1]) == 1.0f, "");

// What the functions give, one number after the other.
template <class T>
struct Results {
  T* at;
  void operator()(T value) [[cpu, hc]] { *at++ = value; }
  template <int N>
  void operator()(const hcrt::vectors::short_vector_of<T, N, true>& v) [[cpu, hc]] {
    for (int i = 0; i < N; ++i) *at++ = v[i];
  }
  template <int N>
  void operator()(const hcrt::vectors::short_vector_of<bool, N, true>& v) [[cpu, hc]] {
    for (int i = 0; i < N; ++i) *at++ = T(v[i] ? 1 : 0);
  }
};

constexpr int real_results = 48 * 4, whole_results = 10 * 4, inputs = 8;

template <class T, int N>
static int real(const T* data, T* results) [[cpu, hc]] {
  typedef typename hc::short_vector::short_vector<T, N>::type V;
  V a, b;
  for (int i = 0; i < N; ++i) a[i] = data[i], b[i] = data[i + 4];
  const V n = hc::normalize(b), unit = hc::normalize(a), in = hc::dot(n, unit) < T(0) ? unit : -unit;
  const auto less = hc::is_less(a, b);
  Results<T> put{results};
  put(hc::floor(a)), put(hc::round(a)), put(hc::sqrt(hc::fabs(a))), put(hc::rsqrt(a * a + V(1)));
  V whole;
  put(hc::roundeven(a)), put(hc::modf(a, whole)), put(whole);
  put(hc::is_unordered(a, hc::sqrt(b))), put(hc::is_less_greater(a, hc::floor(a)));
  put(hc::logical_and(less, hc::is_ordered(a, b))), put(hc::logical_xor(less, true));
  put(hc::logical_or(less, hc::logical_not(less)));
  put(hc::exp(a)), put(hc::sin(a)), put(hc::pow(a * a, T(1.5f))), put(hc::fma(a, b, 1));
  put(hc::fract(a)), put(hc::mod(a, T(1.5f))), put(hc::abs(a)), put(hc::sign(a));
  put(hc::min(a, b)), put(max(a, 0)), put(hc::mix(a, b, T(0.25f)));  // max: found by its argument
  put(hc::smoothstep(V(-1), V(1), a)), put(hc::step(V(0), a)), put(hc::degrees(hc::radians(a)));
  put(less), put(!less), put(less | hc::is_greater_equal(a, b)), put(less ^ hc::is_equal(a, a));
  put(hc::select(less, a, b)), put(hc::isnan(hc::sqrt(a))), put(hc::isinf(a / V(0)));
  put(hc::reflect(a, n)), put(hc::faceforward(n, a, n)), put(n), put(hc::refract(in, n, T(0.75f)));
  put(hc::dot(a, b)), put(hc::sum(a)), put(hc::length(a));
  put(hc::distance(a, b)), put(T(hc::any(less))), put(T(hc::all(less))), put(T(hc::none(less)));
  return int(put.at - results);
}

// The same by the C library, in double.
template <class T, int N>
static int real_by_hand(const T* data, T* results) {
  double a[N], b[N], n[N], in[N], dot = 0, aa = 0, bb = 0, apart = 0, sum = 0;
  bool any = false, all = true;
  for (int i = 0; i < N; ++i) {
    a[i] = double(data[i]), b[i] = double(data[i + 4]);
    dot += a[i] * b[i], aa += a[i] * a[i], bb += b[i] * b[i], sum += a[i];
    apart += (a[i] - b[i]) * (a[i] - b[i]);
    any = any || a[i] < b[i], all = all && a[i] < b[i];
  }
  double towards = 0;
  for (int i = 0; i < N; ++i) {
    n[i] = b[i] / std::sqrt(bb), in[i] = (dot < 0 ? a[i] : -a[i]) / std::sqrt(aa);
    towards += n[i] * in[i];
  }
  const double k = 1 - 0.75 * 0.75 * (1 - towards * towards);
  Results<T> put{results};
#define EACH(...) \
  for (int i = 0; i < N; ++i) put(T(__VA_ARGS__))
  EACH(std::floor(a[i]));
  EACH(std::round(a[i]));
  EACH(std::sqrt(std::fabs(a[i])));
  EACH(1 / std::sqrt(a[i] * a[i] + 1));
  EACH(std::nearbyint(a[i]));
  EACH(a[i] - std::trunc(a[i]));
  EACH(std::trunc(a[i]));
  EACH(b[i] < 0);
  EACH(a[i] != std::floor(a[i]));
  EACH(a[i] < b[i]);
  EACH(!(a[i] < b[i]));
  EACH(1);
  EACH(std::exp(a[i]));
  EACH(std::sin(a[i]));
  EACH(std::pow(a[i] * a[i], 1.5));
  EACH(a[i] * b[i] + 1);
  EACH(a[i] - std::floor(a[i]));
  EACH(a[i] - 1.5 * std::floor(a[i] / 1.5));
  EACH(std::fabs(a[i]));
  EACH(a[i] < 0 ? -1 : 1);
  EACH(std::fmin(a[i], b[i]));
  EACH(std::fmax(a[i], 0));
  EACH(a[i] + (b[i] - a[i]) * 0.25);
  for (int i = 0; i < N; ++i) {
    const double t = std::fmin(std::fmax((a[i] + 1) / 2, 0), 1);
    put(T(t * t * (3 - 2 * t)));
  }
  EACH(a[i] < 0 ? 0 : 1);
  EACH(a[i]);
  EACH(a[i] < b[i]);
  EACH(!(a[i] < b[i]));
  EACH(1);
  EACH(!(a[i] < b[i]));
  EACH(std::fmin(a[i], b[i]));
  EACH(a[i] < 0);
  EACH(1);
  EACH(a[i] - 2 * dot / bb * b[i]);
  EACH(dot < 0 ? n[i] : -n[i]);
  EACH(n[i]);
  EACH(0.75 * in[i] - (0.75 * towards + std::sqrt(k)) * n[i]);
#undef EACH
  put(T(dot)), put(T(sum)), put(T(std::sqrt(aa))), put(T(std::sqrt(apart)));
  put(T(any)), put(T(all)), put(T(!any));
  return int(put.at - results);
}

template <class T, int N>
static int whole(const T* data, T* results) [[cpu, hc]] {
  typedef typename hc::short_vector::short_vector<T, N>::type V;
  V a, b;
  for (int i = 0; i < N; ++i) a[i] = data[i], b[i] = data[i + 4];
  Results<T> put{results};
  put(hc::add_sat(a, b)), put(hc::sub_sat(a, b)), put(hc::hadd(a, b)), put(hc::rhadd(a, b));
  put(hc::mul_hi(a, b)), put(hc::rotate(a, b)), put(hc::popcount(a)), put(hc::clz(a)), put(hc::ctz(b));
  put(V(hc::abs_diff(a, b)));
  return int(put.at - results);
}

// The same in integers of 128 bits.
template <class T, int N>
static int whole_by_hand(const T* data, T* results) {
  typedef typename std::make_unsigned<T>::type Bits;
  constexpr int width = 8 * int(sizeof(T));
  const __int128 low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  auto fit = [=](__int128 x) { return T(x < low ? low : x > high ? high : x); };
  const std::int64_t full = std::int64_t(sizeof(T) * 8);
  for (int i = 0; i < N; ++i) {
    const __int128 x = data[i], y = data[i + 4];
    const Bits bits = Bits(data[i]), other = Bits(data[i + 4]);
    const int turn = int(other % width);
    int ones = 0, leading = 0, trailing = 0;
    for (int k = 0; k < width; ++k) ones += int(bits >> k & 1);
    while (leading < full && (bits >> (width - 1 - leading) & 1) == 0) ++leading;
    while (trailing < full && (other >> trailing & 1) == 0) ++trailing;
    const T product = std::is_signed<T>::value ? T((x * y) >> width)
                                               : T((unsigned __int128)x * (unsigned __int128)y >> width);
    const T turned = T(turn ? Bits(Bits(bits << turn) | Bits(bits >> (width - turn))) : bits);
    const T all[] = {fit(x + y), fit(x - y), T((x + y) >> 1), T((x + y + 1) >> 1), product,
                     turned,     T(ones),    T(leading),      T(trailing),         T(x < y ? y - x : x - y)};
    for (int k = 0; k < 10; ++k) results[k * N + i] = all[k];
  }
  return 10 * N;
}

template <class T>
static bool same(T a, T b, std::true_type) {
  return a == b;
}
template <class T>
static bool same(T a, T b, std::false_type) {
  const double x = double(a), y = double(b), e = sizeof(T) == 2 ? 1e-2 : sizeof(T) == 4 ? 1e-5 : 1e-13;
  return std::fabs(x - y) <= e * (std::fabs(x) + 1) || x == y;
}

constexpr int sets = 64;

// The functions on the host, in a kernel and by hand.
#define COMPARE(T, N, function, slots)                                                               \
  {                                                                                                  \
    std::vector<T> in(sets * inputs), here(slots), by_hand(slots);                                   \
    for (int i = 0; i < sets * inputs; ++i) in[i] = sample<T>(i);                                    \
    hc::array_view<const T> data(sets * inputs, in);                                                 \
    hc::array_view<T> there(sets * slots);                                                           \
    hc::parallel_for_each(hc::extent<1>(sets), [=](hc::index<1> i) [[hc]] {                          \
      function<T, N>(&data[i[0] * inputs], &there[i[0] * slots]);                                    \
    });                                                                                              \
    for (int i = 0; i < sets; ++i) {                                                                 \
      const int count = function<T, N>(&in[i * inputs], here.data());                                \
      CHECK((count == function##_by_hand<T, N>(&in[i * inputs], by_hand.data()) && count <= slots)); \
      for (int k = 0; k < count; ++k) {                                                              \
        const bool good = same(here[k], by_hand[k], std::is_integral<T>()) &&                        \
                          same(T(there[i * slots + k]), here[k], std::is_integral<T>());             \
        if (!good)                                                                                   \
          std::printf("%s, result %d of %d: %g by hand, %g on the host, %g in the kernel\n",         \
                      #function "<" #T ", " #N ">", k, i, double(by_hand[k]), double(here[k]),       \
                      double(there[i * slots + k]));                                                 \
        CHECK(good);                                                                                 \
      }                                                                                              \
    }                                                                                                \
  }

static std::uint64_t mixed(int i) {
  std::uint64_t x = (std::uint64_t(i) + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  return x ^ x >> 27;
}
template <class T>
static typename std::enable_if<std::is_integral<T>::value, T>::type sample(int i) {
  return T(i % 7 == 0 ? 0 : i % 7 == 1 ? ~0ul : i % 7 == 2 ? 1ul << (i / 7 % 64) : mixed(i));
}
template <class T>
static typename std::enable_if<!std::is_integral<T>::value, T>::type sample(int i) {
  // Multiples of 1/16 off the integers: no rounding changes what floor and the comparisons say.
  return T(double(mixed(i) >> 40 & 63) / 16 - 2 + 1.0 / 32 + double(i & 7) / 512);
}

int main() {
  COMPARE(float, 3, real, real_results)
  COMPARE(double, 2, real, real_results)
  COMPARE(half, 4, real, real_results)
  COMPARE(int, 3, whole, whole_results)
  COMPARE(ulong, 3, whole, whole_results)
  COMPARE(char, 4, whole, whole_results)
  const float_3 x(1, 2, 3), y(-4, 5, 6);
  CHECK(hc::cross(x, y) == float_3(-3, -18, 13) && hc::cross(x, y).zx == float_2(13, -3));
  CHECK(hc::refract(float_2(0.8f, -0.6f), float_2(0, 1), 1.5f) == float_2(0));  // all is reflected
  CHECK(hc::abs(char_2(-5, 5)) == char_2(5, 5) && hc::sign(int_2(-9, 0)) == int_2(-1, 0));
  return failures();
}
