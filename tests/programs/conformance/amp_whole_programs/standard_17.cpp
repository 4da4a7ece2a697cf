// rows: amp.2.whole_programs
// flags: -std=c++17
// What C++17 brought, in kernels and in code of both.
#include <amp.h>
#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>
#include "check.hpp"
namespace a::b::c {
inline constexpr int deep = 5;
template <auto V>
struct constant {
  static constexpr auto value = V;
};
}  // namespace a::b::c
using namespace concurrency;
struct point {
  int x;
  double y;
};
template <class... F>
struct overloaded : F... {
  using F::operator()...;
};
template <class... F>
overloaded(F...) -> overloaded<F...>;
template <class... T>
auto sum(T... t) restrict(amp, cpu) {
  return (t + ... + 0);
}
template <class... T>
bool all(T... t) restrict(amp, cpu) {
  return (... && t);
}
template <class T>
auto describe(T x) restrict(amp, cpu) {
  if constexpr (std::is_integral_v<T>)
    return x * 2;
  else if constexpr (std::is_pointer_v<T>)
    return *x;
  else
    return x / 2;
}
template <class T, int N>
struct buf {
  T d[N];
  constexpr int size() const restrict(amp, cpu) { return N; }
  T* begin() restrict(amp, cpu) { return d; }
  T* end() restrict(amp, cpu) { return d + N; }
  const T* begin() const restrict(amp, cpu) { return d; }
  const T* end() const restrict(amp, cpu) { return d + N; }
};
template <class T, class... U>
buf(T, U...) -> buf<T, 1 + sizeof...(U)>;
struct [[nodiscard]] status {
  int code;
};
class sim {
  int scale_ = 3;
  std::vector<int> out_;
  inline static int runs = 0;

 public:
  sim() : out_(8) {}
  int go() {
    array_view<int> o(8, out_);
    ++runs;
    parallel_for_each(o.extent, [ =, s = scale_ ](index<1> i) restrict(amp) { o[i] = i[0] * s; });
    o.synchronize();
    return out_[7] + runs;
  }
  int go2() {
    array_view<int, 1> o(out_);
    auto body = [ o, s = scale_ ](auto i) restrict(amp) { o[i] = i[0] + s; };
    parallel_for_each(o.extent, body);
    o.synchronize();
    return out_[7];
  }
};
int main() {
  std::vector<int> r(24);
  array_view<int> v(24, r);
  v.discard_data();
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        int n = 0;
        point p{3, 4.5};
        auto [x, y] = p;
        v[n++] = x + int(y);
        auto& [rx, ry] = p;
        rx = 10;
        ry = 1;
        v[n++] = p.x;
        int arr[3] = {1, 2, 3};
        auto [q0, q1, q2] = arr;
        v[n++] = q0 + q1 + q2;
        v[n++] = sum(1, 2, 3, 4);
        v[n++] = all(true, 1, 2 > 1);
        v[n++] = describe(4) + describe(4.0);
        v[n++] = describe(&arr[1]);
        if (int k = sum(1, 1); k > 1)
          v[n++] = k;
        else
          v[n++] = -k;
        switch (auto z = arr[2]; z) {
          case 3:
            v[n++] = 33;
            break;
          default:
            v[n++] = 0;
        }
        v[n++] = a::b::c::deep + a::b::c::constant<7>::value;
        buf b{1, 2, 3, 4};
        int s = 0;
        for (auto e : b) s += e;
        v[n++] = s + b.size();
        auto gen = [](auto l, auto r) restrict(amp) { return l * r; };
        v[n++] = gen(2, 3) + int(gen(0.5, 4));
        auto cl = [ n0 = 5, q = arr[0] ](int k) restrict(amp) mutable {
          q += k;
          return n0 + q;
        };
        v[n++] = cl(10);
        v[n++] = arr[0] + 10;
        constexpr auto sq = [](int k) restrict(amp, cpu) { return k * k; };
        v[n++] = sq(5);
        std::array<int, 3> sa = {4, 5, 6};
        (void)sa;
        [[maybe_unused]] int unused = 0;
        v[n++] = sizeof(sa);
        status st{7};
        v[n++] = st.code;
        decltype(auto) dr = (arr[1]);
        dr = 99;
        v[n++] = arr[1];
        using namespace a::b::c;
        v[n++] = deep;
        int t = 0;
        for (int i = 0, j = 10; i < j; ++i, --j) t += j - i;
        v[n++] = t;
        v[n++] = 0b1010 + 1'000;
      });
  const int want[] = {7, 10, 6, 10, 1, 10, 2, 2, 33, 12, 14, 8, 16, 11, 25, 12, 7, 99, 5, 30, 1010};
  for (int i = 0; i < 21; ++i) {
    if (v[i] != want[i]) std::printf("%d: %d want %d\n", i, v[i], want[i]);
    CHECK(v[i] == want[i]);
  }
  sim s;
  CHECK(s.go() == 22 && s.go() == 23 && s.go2() == 10);
  std::variant<int, double> var = 2.5;
  auto which = std::visit(overloaded{[](int) { return 1; }, [](double) { return 2; }}, var);
  CHECK(which == 2);
  auto [t1, t2] = std::tuple(1, 2.0);
  extent<2> e(4, 4);
  index<2> ix(1, 2);
  CHECK(e.contains(ix));
  array_view<const int, 2> cv(e.tile<2, 2>(), r);
  CHECK(cv(0, 1) == 10 && t1 < t2);
  return failures();
}
