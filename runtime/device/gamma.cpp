// The gamma function and the logarithm of its absolute value.
//
// x = n + f with |f| <= 1/2; 1 / gamma(1 + f) is its Taylor series, in double words, and the factors from
// 1 + f to x are exact. Large arguments of the logarithm take Stirling's series.
#include "words.hpp"

namespace {

template <class T>
struct Tables;
// series: Taylor coefficients 1, 2, ... of 1 / gamma(1 + f); coefficient 0 is 1.
template <>
struct Tables<double> {
  static constexpr Words<double> series[] = {
      {0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58},    {-0x1.4fcf4026afa2ep-1, 0x1.8a3db7a90c42ap-56},
      {-0x1.5815e8fa27048p-5, 0x1.b85ea59bc3638p-60},    {0x1.5512320b43fbep-3, 0x1.77e9bfd84d0f8p-57},
      {-0x1.59af103c34092p-5, -0x1.ef8da0241c465p-59},   {-0x1.3b4af28483e21p-7, -0x1.38dbcf40c139bp-61},
      {0x1.d919c527f60b2p-8, -0x1.a91714b11611fp-62},    {-0x1.317112ce3a2a8p-10, 0x1.0b48922be53b9p-64},
      {-0x1.c364fe6f1563dp-13, 0x1.6707f71f86f2ep-69},   {0x1.0c8a78cd9f9d2p-13, -0x1.6193e5e682992p-67},
      {-0x1.51ce8af47eabep-16, 0x1.26de8c501cb48p-75},   {-0x1.4fad41fc34fbbp-20, -0x1.01776ab160dc8p-75},
      {0x1.302509dbc0de3p-20, -0x1.bf09003481b1ap-75},   {-0x1.b9986666c225dp-23, -0x1.d12e45de59d01p-79},
      {0x1.a44b7ba22d629p-28, -0x1.4d6f19c81365fp-82},   {0x1.57bc3fc384334p-28, -0x1.30a82205f48c5p-86},
      {-0x1.44b4cedca388fp-30, -0x1.f1c4c0ce1c9c5p-84},  {0x1.cae7675c18607p-34, -0x1.d04082c7c66aap-89},
      {0x1.11d065bfaf067p-37, 0x1.16b58cf85bbf4p-91},    {-0x1.0423bac8ca3fbp-38, 0x1.56e661d0c83bp-92},
      {0x1.1f20151323cdp-41, 0x1.c8f6862a8bddcp-96},     {-0x1.72cb88ea5ae6ep-46, -0x1.de95486d20bfdp-100},
      {-0x1.815f72a05f16fp-48, -0x1.a4cb318673048p-103}, {0x1.6198491a83bcdp-50, -0x1.07669bbb14734p-104},
      {-0x1.10613dde57a89p-53, 0x1.0ac528c8febccp-107},  {0x1.5e3fee81de0eap-60, -0x1.bf04525509a98p-115},
      {0x1.a0dc770fb8a4ap-60, -0x1.92dc0de693e1ep-114},  {-0x1.0f635344a29eap-62, 0x1.c5c86e6ee752p-120},
      {0x1.43d79a4b90ce8p-66, 0x1.1cc98752f9af2p-124},   {0x1.435a100c67b42p-73, 0x1.cc8bd883afb88p-129},
      {-0x1.f0aee5efb2fccp-73, 0x1.41119dde8b2c8p-128},  {0x1.089cd2aab3897p-75, -0x1.f245358d858b4p-129},
      {-0x1.0c11b581fb5bap-79, -0x1.e8f7ed7596709p-133}};
  static constexpr double largest = 172, smallest = -185, stirling = 16, reflect = -32;
  static constexpr int whole = 140, scale = 600;  // gamma(-whole) * 2^scale is a normal number
};
template <>
struct Tables<float> {
  static constexpr Words<float> series[] = {
      {0x1.2788dp-1f, -0x1.c824f4p-28f},    {-0x1.4fcf4p-1f, -0x1.357d16p-28f},
      {-0x1.5815e8p-5f, -0x1.f44e08p-30f},  {0x1.551232p-3f, 0x1.687f7cp-32f},
      {-0x1.59af1p-5f, -0x1.e1a04ap-32f},   {-0x1.3b4af2p-7f, -0x1.0907c4p-32f},
      {0x1.d919c6p-8f, -0x1.b013eap-33f},   {-0x1.317112p-10f, -0x1.9c7454p-35f},
      {-0x1.c364fep-13f, -0x1.bc559p-39f},  {0x1.0c8a78p-13f, 0x1.9b3f3ap-38f},
      {-0x1.51ce8ap-16f, -0x1.e8fd58p-41f}, {-0x1.4fad42p-20f, 0x1.e58226p-51f},
      {0x1.30250ap-20f, -0x1.21f90ep-47f},  {-0x1.b99866p-23f, -0x1.9b0898p-49f},
      {0x1.a44b7cp-28f, -0x1.774a76p-54f},  {0x1.57bc4p-28f, -0x1.e3de66p-55f},
      {-0x1.44b4cep-30f, -0x1.b94712p-55f}, {0x1.cae768p-34f, -0x1.47cf4p-59f}};
  static constexpr float largest = 36, smallest = -43, stirling = 12, reflect = -16;
  static constexpr int whole = 28, scale = 100;
};

/// G with 1 / gamma(1 + f) = 1 + f G.
template <class T>
Words<T> reciprocal_part(T f) {
  constexpr int count = sizeof(Tables<T>::series) / sizeof(Words<T>);
  Words<T> result = Tables<T>::series[count - 1];
  for (int i = count - 2; i >= 0; --i) result = result * f + Tables<T>::series[i];
  return result;
}
template <class T>
Words<T> reciprocal(T f) {
  return reciprocal_part(f) * f + Words<T>{T(1), T(0)};
}

/// first (first + 1) ... with `count` factors, all of them exact numbers.
template <class T>
Words<T> rising(T first, int count) {
  Words<T> result{T(1), T(0)};
  for (int i = 0; i < count; ++i) result = result * (first + T(i));
  return result;
}

template <class T>
T tgamma_of(T x) {
  if (x != x) return x;
  if (x == T(0)) return copysign_(infinity<T>(), x);
  if (x >= Tables<T>::largest) return infinity<T>();
  const T n = rint_(x);
  if (x < T(0) && n == x) return not_a_number<T>();
  if (x <= Tables<T>::smallest) return is_odd(floor_(x)) ? -T(0) : T(0);
  const T f = x - n;
  const Words<T> inverse = reciprocal(f);
  const int whole = static_cast<int>(n);
  if (whole > 0) {
    if (whole == 1) return (Words<T>{T(1), T(0)} / inverse).hi;
    // The largest factor last: the product of all may overflow where gamma does not.
    const Words<T> result = rising(T(1) + f, whole - 2) / inverse * (x - T(1));
    return result.hi == result.hi ? result.hi : infinity<T>();  // words of an infinite product hold a NaN
  }
  if (fabs_(x) < T(1e-30)) return T(1) / x;
  // The factors nearest zero first: the product of all would overflow where gamma is subnormal.
  const int near = whole < -Tables<T>::whole ? Tables<T>::whole : -whole;
  const Words<T> base = inverse * rising(f - T(near), near + 1);
  if (near == -whole) return (Words<T>{T(1), T(0)} / base).hi;
  const Words<T> scaled = Words<T>{ldexp_(T(1), Tables<T>::scale), T(0)} / base;
  const Words<T> result = scaled / rising(x, -whole - near);
  return ldexp_(result.hi, -Tables<T>::scale);
}

/// log |w| where w may be near 1.
template <class T>
T log_of(Words<T> w) {
  const T size = fabs_(w.hi);
  const T low = w.hi < T(0) ? -w.lo : w.lo;
  if (size > T(0.5) && size < T(2)) return log1p_((size - T(1)) + low);
  return log_(size) + low / size;
}

/// For x >= Tables::stirling.
template <class T>
T log_gamma_large(T x) {
  const T logarithm = log_(x);
  const T inverse = T(1) / x;
  const T square = inverse * inverse;
  T series = fma_(square, T(-691.0 / 360360), T(1.0 / 1188));
  series = fma_(square, series, T(-1.0 / 1680));
  series = fma_(square, series, T(1.0 / 1260));
  series = fma_(square, series, T(-1.0 / 360));
  series = fma_(square, series, T(1.0 / 12));
  const T rest = fma_(inverse, series, T(0.418938533204672741780));  // log(2 pi) / 2 - 1/2
  return fma_(x - T(0.5), logarithm - T(1), rest);
}

template <class T>
T sine_of_pi(T fraction) {
  return sin_(T(3.14159265358979323846) * fraction);
}

template <class T>
T log_gamma(T x) {
  if (x != x) return x;
  if (fabs_(x) == infinity<T>()) return infinity<T>();
  if (x >= Tables<T>::stirling) return log_gamma_large(x);
  const T n = rint_(x);
  if (x <= T(0) && n == x) return infinity<T>();
  const T f = x - n;
  if (x <= Tables<T>::reflect) {  // log(pi / |x sin(pi x)|) - log gamma(|x|)
    const T shift = T(1.14472988584940017414) - log_(-x * fabs_(sine_of_pi(f)));
    return shift - log_gamma_large(-x);
  }
  const int whole = static_cast<int>(n);
  if (f == T(0) && (whole == 1 || whole == 2)) return T(0);  // Mesa's lavapipe makes 0 - 0 a -0
  const Words<T> part = reciprocal_part(f);
  if (whole == 1) {
    const Words<T> away = part * f;
    return -log1p_(away.hi);
  }
  const Words<T> inverse = part * f + Words<T>{T(1), T(0)};
  if (whole == 2) {
    const Words<T> away = (-part + Words<T>{T(1), T(0)}) * f;
    return log1p_((away / inverse).hi);
  }
  if (whole > 2) return log_of(rising(T(1) + f, whole - 1) / inverse);
  if (whole == 0) return -(log_(fabs_(f)) + log1p_((part * f).hi));
  return -log_of(inverse * rising(x, 1 - whole));
}

template <class T>
int sign_of_gamma(T x) {
  if (!(x < T(0))) return copysign_(T(1), x) < T(0) && x == T(0) ? -1 : 1;
  const T below = floor_(x);
  return below != x && is_odd(below) ? -1 : 1;
}

}  // namespace

HCRT_LIBRARY float __hcrt_tgammaf(float x) { return tgamma_of(x); }
HCRT_LIBRARY double __hcrt_tgamma(double x) { return tgamma_of(x); }
HCRT_LIBRARY float __hcrt_lgammaf(float x) { return log_gamma(x); }
HCRT_LIBRARY double __hcrt_lgamma(double x) { return log_gamma(x); }
HCRT_LIBRARY float __hcrt_lgamma_rf(float x, int* sign) {
  *sign = sign_of_gamma(x);
  return log_gamma(x);
}
HCRT_LIBRARY double __hcrt_lgamma_r(double x, int* sign) {
  *sign = sign_of_gamma(x);
  return log_gamma(x);
}
