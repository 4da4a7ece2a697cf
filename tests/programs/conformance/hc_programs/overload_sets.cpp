// rows: hc.programs.whole
#include <hc.hpp>
#include <vector>
using namespace hc;
template <typename... F>
struct overloaded : F... {
  using F::operator()...;
};
template <typename... F>
overloaded(F...) -> overloaded<F...>;
template <int N>
struct unroll {
  template <typename F>
  static void run(F&& f) [[hc, cpu]] {
    unroll<N - 1>::run(f);
    f(N - 1);
  }
};
template <>
struct unroll<0> {
  template <typename F>
  static void run(F&&) [[hc, cpu]] {}
};
template <typename T, T... V>
struct list {
  static constexpr T at(int i) {
    constexpr T v[] = {V...};
    return v[i];
  }
};
auto make_adder(int k) {
  return [k](int x) { return x + k; };
}
template <template <int> class K>
void launch_all(array_view<int> v) {
  parallel_for_each(v.get_extent(), K<1>{v});
  parallel_for_each(v.get_extent(), K<2>{v}).wait();
}
template <int S>
struct plus_k {
  array_view<int> v;
  void operator()(index<1> i) const [[hc]] { v[i] += S; }
};
int main() {
  array_view<int> v(8);
  auto add5 = make_adder(5);
  auto o = overloaded{[](int x) { return x * 2; }, [](float x) { return int(x) * 3; }};
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] {
    int s = 0;
    unroll<4>::run([&](int k) { s += k * i[0]; });
    v[i] = add5(s) + o(2) + o(2.f) + list<int, 4, 5, 6>::at(1);
  });
  if (v[3] != 18 + 5 + 4 + 6 + 5) return 1;
  launch_all<plus_k>(v);
  if (v[3] != 41) return 2;
  auto fact = [](auto self, int n) -> int { return n <= 1 ? 1 : n * self(self, n - 1); };
  (void)fact;
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] {
    constexpr int sq[] = {0, 1, 4, 9, 16, 25, 36, 49};
    switch (i[0]) {
      case 0:
        v[i] = sq[2];
        break;
      case 1:
      case 2:
        v[i] = 7;
        [[fallthrough]];
      case 3:
        v[i] += 1;
        break;
      default:
        if (int k = i[0]; k > 5) v[i] = sq[k];
    }
  }).wait();
  return v[0] == 4 && v[2] == 8 && v[7] == 49 ? 0 : 3;
}
