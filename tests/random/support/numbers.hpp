// Integers of any width and small floating-point numbers (random_kernels/numbers.py): those of the compiler
// in the kernels, classes in the reference. Within namespace RANDOM_PART.

#ifdef RANDOM_REFERENCE
/// An integer of N bits, which wraps.
template <int N, bool S>
class Odd {
  using Wide = std::conditional_t<S, __int128, unsigned __int128>;
  Wide v_;
  static Wide kept(unsigned __int128 word) { return static_cast<Wide>(word << (128 - N)) >> (128 - N); }

 public:
  Odd() = default;
  template <class T, class = std::enable_if_t<std::is_integral<T>::value>>
  explicit Odd(T value) : v_(kept(static_cast<unsigned __int128>(value))) {}
  explicit Odd(f64 value) : v_(kept(static_cast<unsigned __int128>(value))) {}
  template <int M, bool Other>
  explicit Odd(Odd<M, Other> value) : v_(kept(value.wide())) {}
  unsigned __int128 wide() const { return static_cast<unsigned __int128>(v_); }
  template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
  explicit operator T() const {
    return static_cast<T>(v_);
  }
  static Odd of(unsigned __int128 word) {
    Odd made;
    made.v_ = kept(word);
    return made;
  }
#define RANDOM_ODD(op) \
  friend Odd operator op(Odd a, Odd b) { return of(a.wide() op b.wide()); }
  RANDOM_ODD(+)
  RANDOM_ODD(-)
  RANDOM_ODD(*)
  RANDOM_ODD(&)
  RANDOM_ODD(|)
  RANDOM_ODD(^)
#undef RANDOM_ODD
  friend Odd operator/(Odd a, Odd b) { return of(static_cast<unsigned __int128>(a.v_ / b.v_)); }
  friend Odd operator%(Odd a, Odd b) { return of(static_cast<unsigned __int128>(a.v_ % b.v_)); }
  friend Odd operator<<(Odd a, u32 n) { return of(a.wide() << n); }
  friend Odd operator>>(Odd a, u32 n) { return of(static_cast<unsigned __int128>(a.v_ >> n)); }
  Odd operator~() const { return of(~wide()); }
  friend bool operator<(Odd a, Odd b) { return a.v_ < b.v_; }
  friend bool operator<=(Odd a, Odd b) { return a.v_ <= b.v_; }
  friend bool operator==(Odd a, Odd b) { return a.v_ == b.v_; }
};
#else
template <int N, bool S>
struct OddOf {
  using type = unsigned _BitInt(N);
};
template <int N>
struct OddOf<N, true> {
  using type = signed _BitInt(N);
};
template <int N, bool S>
using Odd = typename OddOf<N, S>::type;
#endif

template <class T>
inline T odd_quotient(T a, T b) {
  if (b == T(0)) return a;
  if (b == ~T(0)) return T(0) - a;
  return a / b;
}
template <class T>
inline T odd_rest(T a, T b) {
  return b == T(0) || b == ~T(0) ? b : a % b;
}
/// Of a number that the width holds.
template <class T, int N>
inline T odd_from(f64 x) {
  const f64 size = x < 0 ? -x : x;
  return size < power_of_two<f64>(N - 1) ? T(size) : T(1);
}
template <int N, class T>
inline u64 odd_bits(T a) {
  return static_cast<u64>(a) ^ static_cast<u64>(a >> (N > 64 ? N - 64 : 0)) * 31;
}

#ifdef RANDOM_REFERENCE
/// The upper half of a float, rounded to nearest even once.
class Brain {
  u16 bits_;
  static u16 rounded(f64 value) {
    if (value != value) return 0x7fc0;
    const u16 sign = std::signbit(value) ? 0x8000 : 0;
    const f64 size = std::fabs(value);
    if (size >= std::ldexp(511.0, 119)) return sign | 0x7f80;  // half a step beyond the greatest
    int exponent = 0;
    std::frexp(size, &exponent);
    if (size == 0 || exponent < -125) exponent = -125;
    const int steps = static_cast<int>(std::nearbyint(std::ldexp(size, 8 - exponent)));
    return static_cast<u16>(sign | (exponent + 125 << 7) + steps);
  }

 public:
  Brain() = default;
  Brain(f64 value) : bits_(rounded(value)) {}
  operator f32() const {
    const u32 word = static_cast<u32>(bits_) << 16;
    f32 made;
    std::memcpy(&made, &word, sizeof made);
    return made;
  }
};
using Half = f16;
#else
using Brain = __bf16;
using Half = _Float16;
#endif
static_assert(sizeof(Brain) == 2 && sizeof(Half) == 2, "halves");

/// A sum, a difference or a product, and whether the type holds it.
template <class R, int Operation, class A, class B>
inline R in_range_or(A a, B b, R other) {
  R made;
  bool lost;
  if constexpr (Operation == 0)
    lost = __builtin_add_overflow(a, b, &made);
  else if constexpr (Operation == 1)
    lost = __builtin_sub_overflow(a, b, &made);
  else
    lost = __builtin_mul_overflow(a, b, &made);
  return lost ? static_cast<R>(made ^ other) : made;
}
