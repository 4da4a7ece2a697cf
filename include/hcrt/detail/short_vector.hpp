// The class of all short vectors: components with the operators of their type.
#ifndef HCRT_DETAIL_SHORT_VECTOR_HPP
#define HCRT_DETAIL_SHORT_VECTOR_HPP

#include "vector_lanes.hpp"

namespace hcrt {
namespace vectors {

template <class S>
constexpr bool is_component =
    std::is_arithmetic<S>::value || is_normalized<S> || std::is_same<S, _Float16>::value;

/// What clang's vectors hold in the place of T.
template <class T>
struct vector_component {
  typedef hcrt::conditional_t<is_normalized<T>, float, T> type;
};

// Componentwise operators of V, a vector of N, as functions that only a vector's own type finds.
#define HCRT_COMPONENTWISE(op)                                                              \
  HCRT_BOTH friend HCRT_CONSTEXPR14 V operator op(V a, const V& b) { return a op## = b; }   \
  HCRT_BOTH HCRT_CONSTEXPR14 V& operator op## = (const V& other) {                          \
    V& self = static_cast<V&>(*this);                                                       \
    for (int i = 0; i < V::size; ++i)                                                       \
      self.lane_[i] = static_cast<typename V::value_type>(self.lane_[i] op other.lane_[i]); \
    return self;                                                                            \
  }

template <class V>
struct Arithmetic {
  HCRT_COMPONENTWISE(+)
  HCRT_COMPONENTWISE(-)
  HCRT_COMPONENTWISE(*)
  HCRT_COMPONENTWISE(/)
};

/// Of integers only.
template <class V, bool>
struct BitArithmetic {};
template <class V>
struct BitArithmetic<V, true> {
  HCRT_COMPONENTWISE(%)
  HCRT_COMPONENTWISE(^)
  HCRT_COMPONENTWISE(|)
  HCRT_COMPONENTWISE(&)
  HCRT_COMPONENTWISE(<<)
  HCRT_COMPONENTWISE(>>)

  HCRT_BOTH friend HCRT_CONSTEXPR14 V operator~(V a) {
    for (int i = 0; i < V::size; ++i) a.lane_[i] = static_cast<typename V::value_type>(~a.lane_[i]);
    return a;
  }
};
#undef HCRT_COMPONENTWISE

/// Of all components that have a sign, and of HC's unsigned integers, which wrap.
template <class V, bool>
struct Negation {};
template <class V>
struct Negation<V, true> {
  HCRT_BOTH friend HCRT_CONSTEXPR14 V operator-(V a) {
    for (int i = 0; i < V::size; ++i) a.lane_[i] = static_cast<typename V::value_type>(-a.lane_[i]);
    return a;
  }
};

/// Wide: HC's.
template <class T, bool Wide>
constexpr bool is_negated = !std::is_same<T, unorm>::value && (Wide || !std::is_unsigned<T>::value);

template <class T, int N, bool Wide>
class short_vector_of : public Lanes<T, N, Wide>,
                        public Arithmetic<short_vector_of<T, N, Wide>>,
                        public BitArithmetic<short_vector_of<T, N, Wide>, std::is_integral<T>::value>,
                        public Negation<short_vector_of<T, N, Wide>, is_negated<T, Wide>> {
  using Base = Lanes<T, N, Wide>;

 public:
  typedef T value_type;
  static inline constexpr int size = N;
  typedef typename vector_component<T>::type vector_value_type __attribute__((ext_vector_type(N)));

  HCRT_BOTH constexpr short_vector_of() {}
  /// All components the same.
  HCRT_BOTH HCRT_CONSTEXPR14 short_vector_of(T value) {
    for (int i = 0; i < N; ++i) this->lane_[i] = value;
  }
  template <class S, class = hcrt::enable_if_t<is_normalized<T> && std::is_arithmetic<S>::value>>
  HCRT_BOTH constexpr explicit short_vector_of(S value) : short_vector_of(static_cast<T>(value)) {}
  /// N components, of any types that T can be made of.
  template <class... C, class = hcrt::enable_if_t<(N > 1) && sizeof...(C) == N &&
                                                  (std::is_constructible<T, C>::value && ...)>>
  HCRT_BOTH constexpr short_vector_of(C... components) : Base(0, components...) {}
  /// Converts each component.
  template <class U, bool W>
  HCRT_BOTH HCRT_CONSTEXPR14 explicit short_vector_of(const short_vector_of<U, N, W>& other) {
    for (int i = 0; i < N; ++i) this->lane_[i] = static_cast<T>(other.lane_[i]);
  }

#ifndef HCPY_AMP  // C++ AMP's have no such operator
  /// Component i, from 0.
  HCRT_BOTH HCRT_CONSTEXPR14 T& operator[](int i) { return this->lane_[i]; }
  HCRT_BOTH constexpr const T& operator[](int i) const { return this->lane_[i]; }
#endif

  HCRT_BOTH HCRT_CONSTEXPR14 short_vector_of& operator++() { return *this += short_vector_of(T(1)); }
  HCRT_BOTH HCRT_CONSTEXPR14 short_vector_of& operator--() { return *this -= short_vector_of(T(1)); }
  HCRT_BOTH HCRT_CONSTEXPR14 short_vector_of operator++(int) {
    const short_vector_of old = *this;
    ++*this;
    return old;
  }
  HCRT_BOTH HCRT_CONSTEXPR14 short_vector_of operator--(int) {
    const short_vector_of old = *this;
    --*this;
    return old;
  }

  /// Are all components equal?
  HCRT_BOTH friend HCRT_CONSTEXPR14 bool operator==(const short_vector_of& a, const short_vector_of& b) {
    for (int i = 0; i < N; ++i)
      if (a.lane_[i] != b.lane_[i]) return false;
    return true;
  }
  HCRT_BOTH friend constexpr bool operator!=(const short_vector_of& a, const short_vector_of& b) {
    return !(a == b);
  }

  /// The components as clang's vector type.
  HCRT_BOTH vector_value_type get_vector() const {
    vector_value_type v;
    for (int i = 0; i < N; ++i) v[i] = this->lane_[i];
    return v;
  }
  HCRT_BOTH void set_vector(vector_value_type v) {
    for (int i = 0; i < N; ++i) this->lane_[i] = static_cast<T>(v[i]);
  }
};

/// The component type and number of components of a short vector, or of a number, which has one.
template <class V>
struct vector_traits {
  static_assert(is_component<V>, "short_vector_traits: the type is neither a short vector nor a number");
  typedef V value_type;
  static inline constexpr int size = 1;
};
template <class T, int N, bool Wide>
struct vector_traits<short_vector_of<T, N, Wide>> {
  typedef T value_type;
  static inline constexpr int size = N;
};

}  // namespace vectors
}  // namespace hcrt
#endif
