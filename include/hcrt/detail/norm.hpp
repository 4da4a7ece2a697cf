// norm and unorm: floats that are clamped to [-1, 1] and to [0, 1].
#ifndef HCRT_DETAIL_NORM_HPP
#define HCRT_DETAIL_NORM_HPP

#include <type_traits>

#include "config.hpp"

namespace hcrt {
namespace vectors {

/// A float in [Min, 1]. What lies outside is clamped, NaN to Min; so is the result of each operation.
template <class Self, int Min>
class Normalized {
 public:
  HCRT_BOTH constexpr operator float() const { return value_; }

  HCRT_BOTH HCRT_CONSTEXPR14 Self& operator+=(const Self& o) { return assign(value_ + o.value_); }
  HCRT_BOTH HCRT_CONSTEXPR14 Self& operator-=(const Self& o) { return assign(value_ - o.value_); }
  HCRT_BOTH HCRT_CONSTEXPR14 Self& operator*=(const Self& o) { return assign(value_ * o.value_); }
  HCRT_BOTH HCRT_CONSTEXPR14 Self& operator/=(const Self& o) { return assign(value_ / o.value_); }
  HCRT_BOTH HCRT_CONSTEXPR14 Self& operator++() { return assign(value_ + 1.0f); }
  HCRT_BOTH HCRT_CONSTEXPR14 Self& operator--() { return assign(value_ - 1.0f); }
  HCRT_BOTH HCRT_CONSTEXPR14 Self operator++(int) {
    const Self old = self();
    assign(value_ + 1.0f);
    return old;
  }
  HCRT_BOTH HCRT_CONSTEXPR14 Self operator--(int) {
    const Self old = self();
    assign(value_ - 1.0f);
    return old;
  }

  HCRT_BOTH friend HCRT_CONSTEXPR14 Self operator+(Self a, const Self& b) { return a += b; }
  HCRT_BOTH friend HCRT_CONSTEXPR14 Self operator-(Self a, const Self& b) { return a -= b; }
  HCRT_BOTH friend HCRT_CONSTEXPR14 Self operator*(Self a, const Self& b) { return a *= b; }
  HCRT_BOTH friend HCRT_CONSTEXPR14 Self operator/(Self a, const Self& b) { return a /= b; }
  HCRT_BOTH constexpr friend bool operator==(const Self& a, const Self& b) { return a.value_ == b.value_; }
  HCRT_BOTH constexpr friend bool operator!=(const Self& a, const Self& b) { return a.value_ != b.value_; }
  HCRT_BOTH constexpr friend bool operator<(const Self& a, const Self& b) { return a.value_ < b.value_; }
  HCRT_BOTH constexpr friend bool operator>(const Self& a, const Self& b) { return a.value_ > b.value_; }
  HCRT_BOTH constexpr friend bool operator<=(const Self& a, const Self& b) { return a.value_ <= b.value_; }
  HCRT_BOTH constexpr friend bool operator>=(const Self& a, const Self& b) { return a.value_ >= b.value_; }

 protected:
  HCRT_BOTH constexpr Normalized() : value_(0.0f) {}
  HCRT_BOTH constexpr explicit Normalized(float v) : value_(clamped(v)) {}

 private:
  HCRT_BOTH constexpr static float clamped(float v) { return v > Min ? (v < 1.0f ? v : 1.0f) : float(Min); }
  HCRT_BOTH HCRT_CONSTEXPR14 Self& self() { return static_cast<Self&>(*this); }
  HCRT_BOTH HCRT_CONSTEXPR14 Self& assign(float v) {
    value_ = clamped(v);
    return self();
  }

  float value_;
};

class unorm;

/// A float in [-1, 1].
class norm : public Normalized<norm, -1> {
 public:
  HCRT_BOTH constexpr norm() {}
  HCRT_BOTH constexpr explicit norm(float v) : Normalized(v) {}
  HCRT_BOTH constexpr explicit norm(unsigned v) : Normalized(static_cast<float>(v)) {}
  HCRT_BOTH constexpr explicit norm(int v) : Normalized(static_cast<float>(v)) {}
  HCRT_BOTH constexpr explicit norm(double v) : Normalized(static_cast<float>(v)) {}
  HCRT_BOTH constexpr norm(const unorm& v);

  HCRT_BOTH constexpr norm operator-() const { return norm(-static_cast<float>(*this)); }
};

/// A float in [0, 1].
class unorm : public Normalized<unorm, 0> {
 public:
  HCRT_BOTH constexpr unorm() {}
  HCRT_BOTH constexpr explicit unorm(float v) : Normalized(v) {}
  HCRT_BOTH constexpr explicit unorm(unsigned v) : Normalized(static_cast<float>(v)) {}
  HCRT_BOTH constexpr explicit unorm(int v) : Normalized(static_cast<float>(v)) {}
  HCRT_BOTH constexpr explicit unorm(double v) : Normalized(static_cast<float>(v)) {}
  HCRT_BOTH constexpr explicit unorm(const norm& v) : Normalized(static_cast<float>(v)) {}
};

HCRT_BOTH constexpr norm::norm(const unorm& v) : Normalized(static_cast<float>(v)) {}

template <class T>
constexpr bool is_normalized = std::is_same<T, norm>::value || std::is_same<T, unorm>::value;

}  // namespace vectors
}  // namespace hcrt

// Names for use after a using-directive for the vectors' namespace.
#define UNORM_ZERO ((unorm)0.0f)
#define UNORM_MIN ((unorm)0.0f)
#define UNORM_MAX ((unorm)1.0f)
#define NORM_ZERO ((norm)0.0f)
#define NORM_MIN ((norm) - 1.0f)
#define NORM_MAX ((norm)1.0f)

#endif
