// index<N>, and the coordinates that it shares with extent<N>.
#ifndef HCRT_DETAIL_INDEX_HPP
#define HCRT_DETAIL_INDEX_HPP

#include "config.hpp"

// Leaves a constructor or member of a class template of rank N to those of rank n: a wrong number of
// arguments is an error at the call.
#define HCRT_FOR_RANK(n) __attribute__((enable_if(N == n, "as many arguments as the rank")))

namespace hcrt {
namespace detail {

/// N integers, the slowest dimension first, with the arithmetic of Derived (index or extent).
template <class Derived, int N>
class Coordinates {
  static_assert(N > 0, "the rank must be greater than 0");

 public:
  static inline constexpr int rank = N;
  typedef int value_type;

  HCRT_BOTH constexpr Coordinates() : values_{} {}
  HCRT_BOTH HCRT_CONSTEXPR14 explicit Coordinates(const int* values) : values_{} {
    for (int d = 0; d < N; ++d) values_[d] = values[d];
  }

  HCRT_BOTH constexpr int operator[](unsigned d) const { return values_[d]; }
  HCRT_BOTH HCRT_CONSTEXPR14 int& operator[](unsigned d) { return values_[d]; }

  HCRT_BOTH friend HCRT_CONSTEXPR14 bool operator==(const Derived& a, const Derived& b) {
    for (int d = 0; d < N; ++d)
      if (a[d] != b[d]) return false;
    return true;
  }
  HCRT_BOTH friend constexpr bool operator!=(const Derived& a, const Derived& b) { return !(a == b); }

  HCRT_BOTH HCRT_CONSTEXPR14 Derived& operator+=(int v) {
    for (int d = 0; d < N; ++d) values_[d] += v;
    return self();
  }
  HCRT_BOTH HCRT_CONSTEXPR14 Derived& operator-=(int v) {
    for (int d = 0; d < N; ++d) values_[d] -= v;
    return self();
  }
  HCRT_BOTH HCRT_CONSTEXPR14 Derived& operator*=(int v) {
    for (int d = 0; d < N; ++d) values_[d] *= v;
    return self();
  }
  HCRT_BOTH HCRT_CONSTEXPR14 Derived& operator/=(int v) {
    for (int d = 0; d < N; ++d) values_[d] /= v;
    return self();
  }
  HCRT_BOTH HCRT_CONSTEXPR14 Derived& operator%=(int v) {
    for (int d = 0; d < N; ++d) values_[d] %= v;
    return self();
  }
  HCRT_BOTH HCRT_CONSTEXPR14 Derived& operator++() { return *this += 1; }
  HCRT_BOTH HCRT_CONSTEXPR14 Derived& operator--() { return *this -= 1; }
  HCRT_BOTH HCRT_CONSTEXPR14 Derived operator++(int) {
    Derived old = self();
    *this += 1;
    return old;
  }
  HCRT_BOTH HCRT_CONSTEXPR14 Derived operator--(int) {
    Derived old = self();
    *this -= 1;
    return old;
  }

  HCRT_BOTH friend constexpr Derived operator+(Derived a, int v) { return a += v; }
  HCRT_BOTH friend constexpr Derived operator+(int v, Derived a) { return a += v; }
  HCRT_BOTH friend constexpr Derived operator-(Derived a, int v) { return a -= v; }
  HCRT_BOTH friend HCRT_CONSTEXPR14 Derived operator-(int v, Derived a) {
    for (int d = 0; d < N; ++d) a[d] = v - a[d];
    return a;
  }
  HCRT_BOTH friend constexpr Derived operator*(Derived a, int v) { return a *= v; }
  HCRT_BOTH friend constexpr Derived operator*(int v, Derived a) { return a *= v; }
  HCRT_BOTH friend constexpr Derived operator/(Derived a, int v) { return a /= v; }
  HCRT_BOTH friend HCRT_CONSTEXPR14 Derived operator/(int v, Derived a) {
    for (int d = 0; d < N; ++d) a[d] = v / a[d];
    return a;
  }
  HCRT_BOTH friend constexpr Derived operator%(Derived a, int v) { return a %= v; }
  HCRT_BOTH friend HCRT_CONSTEXPR14 Derived operator%(int v, Derived a) {
    for (int d = 0; d < N; ++d) a[d] = v % a[d];
    return a;
  }

 protected:
  template <class Other>
  HCRT_BOTH HCRT_CONSTEXPR14 void add(const Other& other) {
    for (int d = 0; d < N; ++d) values_[d] += other[d];
  }
  template <class Other>
  HCRT_BOTH HCRT_CONSTEXPR14 void subtract(const Other& other) {
    for (int d = 0; d < N; ++d) values_[d] -= other[d];
  }

 private:
  HCRT_BOTH HCRT_CONSTEXPR14 Derived& self() { return static_cast<Derived&>(*this); }

  int values_[N];
};

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

/// A point of an N-dimensional space; component 0 is the slowest.
template <int N>
class index : public hcrt::detail::Coordinates<index<N>, N> {
  using Base = hcrt::detail::Coordinates<index<N>, N>;

 public:
  HCRT_BOTH constexpr index() {}
  HCRT_BOTH HCRT_FOR_RANK(1) constexpr explicit index(int i0) { (*this)[0] = i0; }
  HCRT_BOTH HCRT_FOR_RANK(2) constexpr index(int i0, int i1) {
    (*this)[0] = i0;
    (*this)[1] = i1;
  }
  HCRT_BOTH HCRT_FOR_RANK(3) constexpr index(int i0, int i1, int i2) {
    (*this)[0] = i0;
    (*this)[1] = i1;
    (*this)[2] = i2;
  }
  HCRT_BOTH constexpr explicit index(const int components[]) : Base(components) {}

  using Base::operator+=;
  using Base::operator-=;
  HCRT_BOTH HCRT_CONSTEXPR14 index& operator+=(const index& other) {
    this->add(other);
    return *this;
  }
  HCRT_BOTH HCRT_CONSTEXPR14 index& operator-=(const index& other) {
    this->subtract(other);
    return *this;
  }
  HCRT_BOTH friend constexpr index operator+(index a, const index& b) { return a += b; }
  HCRT_BOTH friend constexpr index operator-(index a, const index& b) { return a -= b; }
};

}  // namespace Kalmar
#endif
