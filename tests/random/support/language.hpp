// Classes and templates of random kernels (random_kernels/language.py). Within namespace RANDOM_PART.

/// Gets its operators from what it derives from, which knows it by its parameter.
template <class Derived>
struct Arithmetic {
  friend Derived operator+(Derived a, const Derived& b) { return a += b; }
  friend Derived operator-(const Derived& a) { return a.times(-1); }
  Derived twice() const { return static_cast<const Derived&>(*this).times(2); }
};
template <class T>
struct Number : Arithmetic<Number<T>> {
  T value;
  Number() = default;
  explicit Number(T v) : value(v) {}
  Number times(int n) const { return Number(static_cast<T>(value * static_cast<T>(n))); }
  Number& operator+=(const Number& other) {
    value += other.value;
    return *this;
  }
  Number operator-(const Number& other) const { return Number(static_cast<T>(value - other.value)); }
  Number operator*(const Number& other) const { return Number(static_cast<T>(value * other.value)); }
  bool operator<(const Number& other) const { return value < other.value; }
  using Arithmetic<Number<T>>::twice;
};

/// Writes to a variable where its block ends.
template <class T>
class AtEnd {
 public:
  AtEnd(T& target, T by) : target_(target), by_(by) {}
  AtEnd(const AtEnd&) = delete;
  ~AtEnd() { target_ = static_cast<T>((target_ ^ by_) + 1u); }

 private:
  T& target_;
  T by_;
};

template <class T>
struct Span {
  T* first;
  i32 count;
  T& operator[](u32 i) const { return first[i % static_cast<u32>(count)]; }
};

template <class T>
struct InOrder {
  bool operator()(const T& a, const T& b) const { return a < b; }
};

template <class... T>
inline u64 mixed_all(T... values) {
  u64 h = sizeof...(values);
  ((h = mix(h, values)), ...);
  return h;
}

template <int N>
inline u64 repeated(u64 h) {
  if constexpr (N == 0)
    return h;
  else
    return repeated<N - 1>(h * 3 + (h >> 61) + N);
}

template <class F, class T>
inline T twice_applied(F function, T value) {
  value = function(value);
  return function(value);
}
