// The reference's own half and short vectors: none of hcpy's headers take part.
#ifndef RANDOM_REFERENCE_TYPES_HPP
#define RANDOM_REFERENCE_TYPES_HPP

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace hc {

// IEEE's 16 bits in software, rounded to nearest even after each operation.
struct half {
  std::uint16_t bits;

  half() = default;
  half(double value) : bits(round(value)) {}
  half(float value) : half(static_cast<double>(value)) {}
  template <class I, class = std::enable_if_t<std::is_integral<I>::value>>
  half(I value) : half(static_cast<double>(value)) {}

  operator float() const {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float size = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                               : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    if (exponent == 31) size = fraction ? NAN : INFINITY;
    return bits >> 15 ? -size : size;
  }
  half operator-() const {
    half h = *this;
    h.bits ^= 0x8000;
    return h;
  }
  half& operator+=(half b) { return *this = half(float(*this) + float(b)); }
  half& operator-=(half b) { return *this = half(float(*this) - float(b)); }
  half& operator*=(half b) { return *this = half(float(*this) * float(b)); }
  half& operator/=(half b) { return *this = half(float(*this) / float(b)); }

 private:
  static std::uint16_t round(double value) {
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const double size = std::fabs(value);
    if (size != size) return 0x7e00;
    if (size >= 65520.0) return sign | 0x7c00;
    int exponent = 0;
    std::frexp(size, &exponent);
    if (size == 0 || exponent < -13) exponent = -13;  // steps of 2^-24
    const double steps = std::nearbyint(std::ldexp(size, 11 - exponent));
    const int biased = exponent + 14;  // of 1.x * 2^(exponent - 1)
    const int whole = static_cast<int>(steps);
    if (biased <= 1 && whole < 1024) return sign | static_cast<std::uint16_t>(whole);
    return sign | static_cast<std::uint16_t>((biased << 10) + (whole - 1024));
  }
};

inline half operator+(half a, half b) { return a += b; }
inline half operator-(half a, half b) { return a -= b; }
inline half operator*(half a, half b) { return a *= b; }
inline half operator/(half a, half b) { return a /= b; }

/// Rounded once: the sum is exact in 113 bits, and made odd in 53 where it is not exact there.
inline half fused(half a, half b, half c) {
  const __float128 exact = static_cast<__float128>(float(a)) * float(b) + float(c);
  double near = static_cast<double>(exact);
  if (near - near == 0 && static_cast<__float128>(near) != exact) {
    std::uint64_t word;
    std::memcpy(&word, &near, 8);
    const bool too_large = std::fabs(near) > (exact < 0 ? -exact : exact);
    if (too_large) word -= 1;
    word |= 1;
    std::memcpy(&near, &word, 8);
  }
  return half(near);
}

#define RANDOM_ATOMIC(name, expression) \
  template <class T>                    \
  T atomic_##name(T* p, T v) {          \
    const T old = *p;                   \
    *p = static_cast<T>(expression);    \
    return old;                         \
  }
RANDOM_ATOMIC(exchange, (static_cast<void>(old), v))
RANDOM_ATOMIC(fetch_add, old + v)
RANDOM_ATOMIC(fetch_sub, old - v)
RANDOM_ATOMIC(fetch_and, old& v)
RANDOM_ATOMIC(fetch_or, old | v)
RANDOM_ATOMIC(fetch_xor, old ^ v)
RANDOM_ATOMIC(fetch_max, old > v ? old : v)
RANDOM_ATOMIC(fetch_min, old < v ? old : v)
#undef RANDOM_ATOMIC
template <class T>
T atomic_fetch_inc(T* p) {
  return atomic_fetch_add(p, T(1));
}
template <class T>
T atomic_fetch_dec(T* p) {
  return atomic_fetch_sub(p, T(1));
}
template <class T>
bool atomic_compare_exchange(T* p, T* expected, T v) {
  const bool same = *p == *expected;
  if (same) *p = v;
  if (!same) *expected = *p;
  return same;
}

}  // namespace hc

namespace RANDOM_PART {

template <class T, int N>
struct VectorLanes;
template <class T>
struct VectorLanes<T, 2> {
  T x, y;
  T* lanes() { return &x; }
};
template <class T>
struct VectorLanes<T, 3> {
  T x, y, z;
  T* lanes() { return &x; }
};
template <class T>
struct VectorLanes<T, 4> {
  T x, y, z, w;
  T* lanes() { return &x; }
};

template <class T, int N>
struct Vector : VectorLanes<T, N> {
  Vector() { *this = Vector(T(0)); }
  explicit Vector(T v) {
    for (int i = 0; i < N; ++i) this->lanes()[i] = v;
  }
  Vector(T a, T b) : VectorLanes<T, N>{a, b} {}
  Vector(T a, T b, T c) : VectorLanes<T, N>{a, b, c} {}
  Vector(T a, T b, T c, T d) : VectorLanes<T, N>{a, b, c, d} {}

#define RANDOM_LANE_x 0
#define RANDOM_LANE_y 1
#define RANDOM_LANE_z 2
#define RANDOM_LANE_w 3
#define RANDOM_LANE(c) this->lanes()[RANDOM_LANE_##c]
#define RANDOM_SWIZZLE_2(a, b)                                           \
  Vector<T, 2> get_##a##b() { return {RANDOM_LANE(a), RANDOM_LANE(b)}; } \
  void set_##a##b(Vector<T, 2> v) { RANDOM_LANE(a) = v.x, RANDOM_LANE(b) = v.y; }
#define RANDOM_SWIZZLE_3(a, b, c)                                                           \
  Vector<T, 3> get_##a##b##c() { return {RANDOM_LANE(a), RANDOM_LANE(b), RANDOM_LANE(c)}; } \
  void set_##a##b##c(Vector<T, 3> v) { RANDOM_LANE(a) = v.x, RANDOM_LANE(b) = v.y, RANDOM_LANE(c) = v.z; }
#define RANDOM_SWIZZLE_4(a, b, c, d)                                                        \
  Vector<T, 4> get_##a##b##c##d() {                                                         \
    return {RANDOM_LANE(a), RANDOM_LANE(b), RANDOM_LANE(c), RANDOM_LANE(d)};                \
  }                                                                                         \
  void set_##a##b##c##d(Vector<T, 4> v) {                                                   \
    RANDOM_LANE(a) = v.x, RANDOM_LANE(b) = v.y, RANDOM_LANE(c) = v.z, RANDOM_LANE(d) = v.w; \
  }
  RANDOM_SWIZZLE_2(x, y)
  RANDOM_SWIZZLE_2(y, x)
  RANDOM_SWIZZLE_2(z, x)
  RANDOM_SWIZZLE_2(y, z)
  RANDOM_SWIZZLE_2(w, x)
  RANDOM_SWIZZLE_2(z, w)
  RANDOM_SWIZZLE_3(z, y, x)
  RANDOM_SWIZZLE_3(y, z, x)
  RANDOM_SWIZZLE_3(x, y, w)
  RANDOM_SWIZZLE_4(w, z, y, x)
  RANDOM_SWIZZLE_4(y, x, w, z)
#define RANDOM_LANEWISE(op)                                                                  \
  friend Vector operator op(Vector a, Vector b) {                                            \
    for (int i = 0; i < N; ++i) a.lanes()[i] = static_cast<T>(a.lanes()[i] op b.lanes()[i]); \
    return a;                                                                                \
  }                                                                                          \
  Vector& operator op## = (Vector b) { return *this = *this op b; }
  RANDOM_LANEWISE(+)
  RANDOM_LANEWISE(-)
  RANDOM_LANEWISE(*)
  RANDOM_LANEWISE(&)
  RANDOM_LANEWISE(|)
  RANDOM_LANEWISE(^)
#undef RANDOM_LANEWISE
};

}  // namespace RANDOM_PART
#endif
