// rows: amp.2.1.templates, amp.2.1.function_types, amp.2.1.defaulted, amp.2.1.deleted
// Declarations that stretch the grammar: out-of-line templates, explicit instantiations, friends, defaulted
// and deleted members, inheriting constructors.
#include <amp.h>
#include <type_traits>
#include <utility>
#include <vector>
#include "check.hpp"
using namespace concurrency;
template <class T>
using fn1 = T(T) restrict(amp, cpu);
template <class T>
struct fns {
  typedef T bin(T, T) restrict(amp, cpu);
};
fn1<int> inc;
int inc(int x) restrict(amp, cpu) { return x + 1; }
fns<float>::bin mulf;
float mulf(float a, float b) restrict(amp, cpu) { return a * b; }
template <typename T, typename U = T, int N = 2>
class outer {
 public:
  template <typename V>
  struct inner {
    V v;
    V get(U u) const restrict(amp, cpu);
    template <typename W>
    W conv(W w) const restrict(amp, cpu);
    static int count() restrict(amp, cpu);
  };
  T t;
  outer(T t_) restrict(amp, cpu);
  ~outer() restrict(amp, cpu);
  T operator()(T x) const restrict(amp, cpu);
  template <typename V>
  outer& operator+=(V const& v) restrict(amp, cpu);
  operator T() const restrict(amp, cpu);
  friend T peek(const outer& o) restrict(amp, cpu) { return o.t; }
  template <typename A>
  friend A peek2(const outer<A>& o) restrict(amp, cpu);
};
template <typename T, typename U, int N>
outer<T, U, N>::outer(T t_) restrict(amp, cpu) : t(t_) {}
template <typename T, typename U, int N>
outer<T, U, N>::~outer() restrict(amp, cpu) {}
template <typename T, typename U, int N>
T outer<T, U, N>::operator()(T x) const restrict(amp, cpu) {
  return t * x + N;
}
template <typename T, typename U, int N>
template <typename V>
outer<T, U, N>& outer<T, U, N>::operator+=(V const& v) restrict(amp, cpu) {
  t += static_cast<T>(v);
  return *this;
}
template <typename T, typename U, int N>
outer<T, U, N>::operator T() const restrict(amp, cpu) {
  return t;
}
template <typename T, typename U, int N>
template <typename V>
V outer<T, U, N>::inner<V>::get(U u) const restrict(amp, cpu) {
  return v + V(u);
}
template <typename T, typename U, int N>
template <typename V>
template <typename W>
W outer<T, U, N>::inner<V>::conv(W w) const restrict(amp, cpu) {
  return w + W(v);
}
template <typename T, typename U, int N>
template <typename V>
int outer<T, U, N>::inner<V>::count() restrict(amp, cpu) {
  return N * 100;
}
template <typename A>
A peek2(const outer<A>& o) restrict(amp, cpu) {
  return o.t * 2;
}
template <typename T>
T twice(T x) restrict(amp, cpu) {
  return x + x;
}
template int twice<int>(int) restrict(amp, cpu);
template class outer<int>;
template struct outer<float, int, 5>::inner<float>;
extern template float twice<float>(float) restrict(amp, cpu);
template float twice<float>(float) restrict(amp, cpu);
struct base {
  int a;
  int b = 5;
  explicit base(int x) restrict(amp, cpu) : a(x) {}
  base() restrict(amp, cpu) : base(9) {}
  base(const base&) = default;
  base& operator=(const base&) = default;
  ~base() = default;
  base(int, int, int) = delete;

 protected:
  int prot() const restrict(amp, cpu) { return a * 2; }
};
struct derived final : public base {
  using base::base;
  int c[2] = {1, 2};
  int prot() const restrict(amp, cpu) { return base::prot() + c[1]; }
  int vol() const& restrict(amp, cpu) { return 1; }
  int vol() && restrict(amp, cpu) { return 2; }
};
struct multi : base, private std::integral_constant<int, 4> {
  multi() restrict(amp, cpu) : base(3) {}
  int get() const restrict(amp, cpu) { return value + a; }
};
template <int... I>
struct seq {};
template <int N, int... I>
struct gen : gen<N - 1, N - 1, I...> {};
template <int... I>
struct gen<0, I...> {
  typedef seq<I...> type;
};
template <typename... T>
struct total;
template <>
struct total<> {
  static int of() restrict(amp, cpu) { return 0; }
};
template <typename H, typename... T>
struct total<H, T...> {
  static int of(H h, T... t) restrict(amp, cpu) { return int(h) + total<T...>::of(t...); }
};
template <int... I>
int unpack(seq<I...>, const int* p) restrict(amp, cpu) {
  return total<decltype(I)...>::of(p[I]...);
}
template <template <class, class> class P, class A, class B>
int size_of_pair(P<A, B> const& p) restrict(amp, cpu) {
  return int(sizeof(p.first) + sizeof(p.second));
}
template <class A, class B>
struct pr {
  A first;
  B second;
};
template <typename T, typename = typename std::enable_if<std::is_integral<T>::value>::type>
int kind(T) restrict(amp, cpu) {
  return 1;
}
template <typename T, typename std::enable_if<std::is_floating_point<T>::value, int>::type = 0>
int kind(T) restrict(amp, cpu) {
  return 2;
}
constexpr int cube(int x) restrict(amp, cpu) { return x * x * x; }
template <int N>
struct by_value {
  static const int v = N;
  enum { e = N * 2 };
};
int with_default(int a, int b = cube(2), int c = by_value<3>::e) restrict(amp, cpu) { return a + b + c; }
inline int const& pick(bool f, const int& a, const int& b) restrict(amp, cpu) { return f ? a : b; }
auto arr_ref(int (&a)[3]) restrict(amp, cpu) -> int (&)[3] {
  a[0] = 7;
  return a;
}
typedef int row_t[3];
typedef row_t grid_t[2];
struct K {
  void operator()(int* o) const restrict(amp, cpu) {
    int n = 0;
    o[n++] = inc(1);
    o[n++] = int(mulf(2.f, 3.f));
    outer<int> q(4);
    q += 2.5f;
    o[n++] = q(10);
    o[n++] = q;
    o[n++] = peek(q);
    o[n++] = peek2(q);
    outer<float, int, 5>::inner<float> in = {1.5f};
    o[n++] = int(in.get(2) * 2);
    o[n++] = in.conv<int>(5) + in.conv(0.25f) * 4;
    o[n++] = outer<float, int, 5>::inner<float>::count();
    derived d(3), e;
    o[n++] = d.prot() + d.b + e.a;
    o[n++] = d.vol() * 10 + derived().vol();
    o[n++] = multi().get();
    int p[4] = {1, 2, 3, 4};
    o[n++] = unpack(gen<4>::type(), p);
    pr<int, double> pp = {1, 2};
    o[n++] = size_of_pair(pp);
    o[n++] = kind(1) * 10 + kind(1.f);
    o[n++] = with_default(1) + with_default(1, 1) + with_default(1, 1, 1);
    int k[3] = {1, 2, 3};
    arr_ref(k)[2]++;
    o[n++] = k[0] * 10 + k[2];
    o[n++] = pick(k[0] > 3, p[3], p[0]);
    o[n++] = 2000;
    grid_t g = {{1, 2, 3}, {4, 5, 6}};
    int s = 0;
    for (auto& r : g)
      for (int x : r) s += x;
    o[n++] = s;
    o[n++] = twice(twice(2)) + int(twice(0.5f));
    static_assert(cube(3) == 27, "cube");
    int vla[cube(2)];
    vla[7] = 3;
    o[n++] = vla[7] + by_value<4>::v;
  }
};
int main() {
  int c[32] = {0};
  K k;
  k(c);
  std::vector<int> g(32);
  array_view<int> v(32, g);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        int x[32];
        for (int i = 0; i < 32; i++) x[i] = 0;
        k(x);
        for (int i = 0; i < 32; i++) v[i] = x[i];
      });
  v.synchronize();
  const int want[] = {2,  6,  62,         6,  6, 12,   7,  6 + 7, 500, 6 + 2 + 5 + 9, 12, 7, 10,
                      12, 12, 15 + 8 + 3, 74, 4, 2000, 21, 9,     7};
  for (int i = 0; i < 22; ++i) {
    if (c[i] != want[i]) std::printf("cpu %d: %d want %d\n", i, c[i], want[i]);
    if (g[i] != c[i]) std::printf("amp %d: %d want %d\n", i, g[i], c[i]);
    CHECK(c[i] == want[i] && g[i] == c[i]);
  }
  return failures();
}
