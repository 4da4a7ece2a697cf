// rows: hc.programs.whole
#include <array>
#include <hc.hpp>
#include <tuple>
#include <utility>
#include <vector>
template <typename Policy, int N, typename F>
hc::completion_future launch(Policy&& p, hc::extent<N> e, F&& f) {
  return hc::parallel_for_each(p, e, std::forward<F>(f));
}
template <typename... Ts>
[[hc]] [[cpu]] auto sum(Ts... xs) {
  return (xs + ... + 0);
}
template <int... I, typename F>
void unroll(std::integer_sequence<int, I...>, F f) [[hc]] {
  (f(std::integral_constant<int, I>{}), ...);
}
constexpr int cube(int x) { return x * x * x; }
int main() {
  hc::accelerator_view av = hc::accelerator().get_default_view();
  hc::array_view<long> v(64);
  launch(av, v.get_extent(), [=](auto i) [[hc]] { v[i] = sum(i[0], 2l, short(3)); }).wait();
  if (v[10] != 15) return 1;
  auto twice = [](auto x) [[hc]] { return x + x; };
  launch(av, v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = twice(v[i]); }).wait();
  if (v[10] != 30) return 2;
  auto compose = [](auto f, auto g) { return [=](auto x) [[hc]] { return f(g(x)); }; };
  auto h = compose(twice, [](long x) [[hc]] { return x - 1; });
  launch(av, v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = h(v[i]); }).wait();
  if (v[10] != 58) return 3;
  std::array<int, 4> coef{{1, 2, 3, 4}};
  std::tuple<int, float, char> tup(1, 2.5f, 'c');
  std::pair<int, double> pr(7, 0.5);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    int s = 0;
    for (auto c : coef) s += c;
    unroll(std::make_integer_sequence<int, 3>{}, [&](auto k) { s += cube(decltype(k)::value); });
    auto [a, b, c] = tup;
    if constexpr (sizeof(a) == 4) s += a;
    v[i] = s + int(b) + c + pr.first + std::get<0>(tup) + int(pr.second * 2);
  }).wait();
  return v[0] == 10 + 9 + 1 + 2 + 'c' + 7 + 1 + 1 ? 0 : 4;
}
