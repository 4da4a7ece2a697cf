// Classes with several bases, and tables outside of functions (random_kernels/objects.py). Within namespace
// RANDOM_PART.

struct NoMembers {};
struct AlsoNone : NoMembers {
  i32 fixed() const { return 7; }
};
template <class T>
struct Left {
  T left;
  T get() const { return left; }
};
template <class T>
struct Right {
  u8 tag;
  T right, cells[3];
  T get() const { return right; }
};
template <class T, class U>
struct Both : NoMembers, Left<T>, AlsoNone, Right<U> {
  i16 own;
  using Right<U>::get;
  u64 all() const {
    return mix(mix(mix(mix(static_cast<u64>(own + fixed()), Left<T>::get()), get()), this->tag),
               this->cells[1]);
  }
};
/// A function object with state, and one with a base that has none.
template <class T>
struct Scaled : NoMembers {
  T by;
  explicit Scaled(T b) : by(b) {}
  T operator()(T value) const { return static_cast<T>(value * by); }
};
template <class T, T (*F)(T, T)>
struct Folded {
  T so_far;
  Folded& operator<<(T value) {
    so_far = F(so_far, value);
    return *this;
  }
};
template <class F, class... T>
inline auto called_with(F&& function, T&&... values) {
  return std::forward<F>(function)(std::forward<T>(values)...);
}
template <class T, u64 (T::*F)() const>
inline u64 asked(const T& object) {
  return (object.*F)();
}

struct Entry {
  u8 key;
  i32 value;
  f64 weight;
  u16 more[3];
};
enum class Kind : u8 { first = 3, second = 9, third };
const u32 primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
constexpr i64 steps[2][3] = {{-1, 1l << 40, 3}, {7, -9, 0x7fffffffffffffff}};
static const Entry entries[] = {
    {1, -5, 0.5, {1, 2, 3}}, {200, 1 << 30, -2.25, {9, 0, 65535}}, {7, 7, 1e300, {}}};
constexpr Kind kinds[] = {Kind::third, Kind::first, Kind::second, Kind::first};
struct Tables {
  static constexpr f32 scales[4] = {0.25f, -1.5f, 1e-20f, 3e10f};
  static const u8 small[5];
};
const u8 Tables::small[5] = {9, 255, 0, 128, 1};
template <int N>
struct Squares {
  u16 values[N];
  constexpr Squares() : values() {
    for (int i = 0; i < N; ++i) values[i] = static_cast<u16>(i * i * 3 + 1);
  }
};
constexpr Squares<20> squares;
