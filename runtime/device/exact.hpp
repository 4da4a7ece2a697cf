// Division and square root, rounded correctly on devices that promise a few ulp: the device estimates,
// integers find what is left and correct it. No number here is subnormal, and no operation counts on its last
// bits.
//
// An Estimate has the device's own `inverse(b)` of a number from about 1 to 2, and `root(a)` of one in [1,
// 4); each may be off by 2^-20 of its value, also for double (tests/device/runtime/exact_test.cpp).
#ifndef HCRT_DEVICE_EXACT_HPP
#define HCRT_DEVICE_EXACT_HPP

namespace hcrt_exact {

template <class T>
struct Format;
template <>
struct Format<float> {
  using Bits = unsigned int;
  using Signed = int;
  static constexpr int fraction = 23, bias = 127, top = 255;
};
template <>
struct Format<double> {
  using Bits = unsigned long;
  using Signed = long;
  static constexpr int fraction = 52, bias = 1023, top = 2047;
};

template <class T>
struct Parts {
  using F = Format<T>;
  using Bits = typename F::Bits;
  static constexpr Bits one = Bits{1} << F::fraction, sign = Bits{1} << (8 * sizeof(Bits) - 1);
  static constexpr Bits infinity = Bits{F::top} << F::fraction, nan = infinity | one >> 1;

  static Bits of(T x) { return __builtin_bit_cast(Bits, x); }
  static T number(Bits bits) { return __builtin_bit_cast(T, bits); }
  /// 2^n, for normal results.
  static constexpr T power(int n) {
    return __builtin_bit_cast(T, static_cast<Bits>(n + F::bias) << F::fraction);
  }
  /// A fraction with its leading one, as a number in [1, 2).
  static T in_one_two(Bits m) { return number((m & (one - 1)) | Bits{F::bias} << F::fraction); }

  /// The fraction of a finite magnitude with its leading one; e: its exponent's field, below 1 where the
  /// number is subnormal.
  static Bits split(Bits magnitude, int& e) {
    e = static_cast<int>(magnitude >> F::fraction);
    if (e != 0) return (magnitude & (one - 1)) | one;
    int shift = 0;
    if constexpr (sizeof(Bits) == 8)
      shift = __builtin_clzl(magnitude) - (63 - F::fraction);
    else
      shift = __builtin_clz(magnitude) - (31 - F::fraction);
    e = 1 - shift;
    return magnitude << shift;
  }

  /// Rounds q, which has one bit more than a fraction and its leading one; is_more: the exact number is
  /// larger.
  static Bits rounded(Bits q, bool is_more, int e) {
    if (e >= F::top) return infinity;
    const int drop = e >= 1 ? 1 : 2 - e < F::fraction + 3 ? 2 - e : F::fraction + 3;
    const Bits kept = q >> drop, rest = q & ((Bits{1} << drop) - 1), half = Bits{1} << (drop - 1);
    const bool up = rest > half || (rest == half && (is_more || (kept & 1)));
    return (e >= 1 ? static_cast<Bits>(e - 1) << F::fraction : 0) + kept + (up ? 1 : 0);
  }
};

/// The whole part of 2^(fraction + 1) a / b, for a quotient that `twice` doubles to be in [1, 2); is_more:
/// there is a rest.
template <class Estimate>
inline unsigned int quotient(unsigned int a, unsigned int b, bool twice, bool& is_more) {
  using P = Parts<float>;
  const float inverse = Estimate::inverse(P::in_one_two(b));
  unsigned int q =
      static_cast<unsigned int>(P::in_one_two(a) * inverse * (twice ? P::power(25) : P::power(24)));
  // The rest is small, so that its low bits are all of it.
  int rest = static_cast<int>((a << (twice ? 25 : 24)) - q * b);
  const int step = static_cast<int>(static_cast<float>(rest) * inverse * P::power(-23));
  q += static_cast<unsigned int>(step);
  rest -= step * static_cast<int>(b);
  for (int i = 0; i < 2; ++i) {  // the step is rounded towards 0
    const bool below = rest < 0;
    q -= below ? 1 : 0;
    rest += below ? static_cast<int>(b) : 0;
  }
  const bool above = rest >= static_cast<int>(b);
  q += above ? 1 : 0;
  rest -= above ? static_cast<int>(b) : 0;
  is_more = rest != 0;
  return q;
}
template <class Estimate>
inline unsigned long quotient(unsigned long a, unsigned long b, bool twice, bool& is_more) {
  using P = Parts<double>;
  const double inverse = Estimate::inverse(P::in_one_two(b));
  unsigned long q =
      static_cast<unsigned long>(P::in_one_two(a) * inverse * (twice ? P::power(27) : P::power(26)));
  long rest = static_cast<long>((a << (twice ? 27 : 26)) - q * b);
  // 53 bits in steps of 26, 14 and 13: what is left after each is few times b.
  for (int i = 0; i < 2; ++i) {
    const int bits = i == 0 ? 14 : 13;
    const long step = static_cast<long>(static_cast<double>(rest) * inverse * P::power(bits - 52));
    q = (q << bits) + static_cast<unsigned long>(step);
    rest =
        static_cast<long>((static_cast<unsigned long>(rest) << bits) - static_cast<unsigned long>(step) * b);
  }
  for (int i = 0; i < 2; ++i) {
    const bool below = rest < 0;
    q -= below ? 1 : 0;
    rest += below ? static_cast<long>(b) : 0;
  }
  for (int i = 0; i < 2; ++i) {
    const bool above = rest >= static_cast<long>(b);
    q += above ? 1 : 0;
    rest -= above ? static_cast<long>(b) : 0;
  }
  is_more = rest != 0;
  return q;
}

template <class Estimate, class T>
inline T divide(T x, T y) {
  using P = Parts<T>;
  using Bits = typename P::Bits;
  const Bits sign = (P::of(x) ^ P::of(y)) & P::sign, a = P::of(x) & ~P::sign, b = P::of(y) & ~P::sign;
  if (a > P::infinity || b > P::infinity) return P::number(P::nan);
  if (a == P::infinity || b == 0)
    return P::number((a == P::infinity ? b == a : a == 0) ? P::nan : sign | P::infinity);
  if (b == P::infinity || a == 0) return P::number(sign);
  int ea = 0, eb = 0;
  const Bits ma = P::split(a, ea), mb = P::split(b, eb);
  const bool twice = ma < mb;
  bool is_more = false;
  const Bits q = quotient<Estimate>(ma, mb, twice, is_more);
  return P::number(sign | P::rounded(q, is_more, ea - eb + P::F::bias - (twice ? 1 : 0)));
}

/// The whole part of the root of 2^(fraction + 2) m, in which m is in [1, 4) as `value` is.
template <class Estimate>
inline unsigned int whole_root(unsigned int m, float value, bool& is_more) {
  using P = Parts<float>;
  const float root = Estimate::root(value), inverse = Estimate::inverse(root);
  unsigned int q = static_cast<unsigned int>(root * P::power(24));
  int rest = static_cast<int>((m << 25) - q * q);
  q += static_cast<unsigned int>(static_cast<int>(static_cast<float>(rest) * inverse * P::power(-25)));
  rest = static_cast<int>((m << 25) - q * q);
  for (int i = 0; i < 2; ++i) {
    const bool below = rest < 0;
    q -= below ? 1 : 0;
    rest += below ? static_cast<int>(2 * q + 1) : 0;
  }
  const bool above = rest > static_cast<int>(2 * q);
  rest -= above ? static_cast<int>(2 * q + 1) : 0;
  q += above ? 1 : 0;
  is_more = rest != 0;
  return q;
}
template <class Estimate>
inline unsigned long whole_root(unsigned long m, double value, bool& is_more) {
  using P = Parts<double>;
  const double root = Estimate::root(value), inverse = Estimate::inverse(root);
  unsigned long q = static_cast<unsigned long>(root * P::power(26));
  long rest = static_cast<long>(m - q * q);
  int bits = 26;
  for (int i = 0; i < 3; ++i) {
    const int more = i == 0 ? 0 : i == 1 ? 14 : 13;
    const long step = static_cast<long>(static_cast<double>(rest) * inverse * P::power(more - 1 - bits));
    const unsigned long s = static_cast<unsigned long>(step);
    rest = static_cast<long>((static_cast<unsigned long>(rest) << (2 * more)) - s * ((q << (more + 1)) + s));
    q = (q << more) + s;
    bits += more;
  }
  for (int i = 0; i < 2; ++i) {
    const bool below = rest < 0;
    q -= below ? 1 : 0;
    rest += below ? static_cast<long>(2 * q + 1) : 0;
  }
  for (int i = 0; i < 2; ++i) {
    const bool above = rest > static_cast<long>(2 * q);
    rest -= above ? static_cast<long>(2 * q + 1) : 0;
    q += above ? 1 : 0;
  }
  is_more = rest != 0;
  return q;
}

template <class Estimate, class T>
inline T root(T x) {
  using P = Parts<T>;
  using Bits = typename P::Bits;
  const Bits a = P::of(x);
  if (a == 0 || a == P::sign || a == P::infinity) return x;
  if (a > P::infinity) return P::number(P::nan);
  int e = 0;
  Bits m = P::split(a, e);
  const bool odd = ((e + P::F::bias) & 1) != 0;
  const T value = P::in_one_two(m) * (odd ? T(2) : T(1));
  m <<= odd ? 1 : 0;
  e = (e - P::F::bias - (odd ? 1 : 0)) / 2 + P::F::bias;
  bool is_more = false;
  const Bits q = whole_root<Estimate>(m, value, is_more);
  return P::number(P::rounded(q, is_more, e));
}

}  // namespace hcrt_exact
#endif
