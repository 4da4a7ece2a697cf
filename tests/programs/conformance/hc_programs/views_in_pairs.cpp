// rows: hc.programs.whole
#include <array>
#include <hc.hpp>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
using namespace hc;
template <typename T>
struct soa {
  array_view<T> x, y, z;
  soa(int n) : x(n), y(n), z(n) {}
};
int main() {
  array_view<int> a(8), b(8);
  std::pair<array_view<int>, int> p(a, 3);
  std::tuple<array_view<int>, array_view<const int>, float> t(b, a, 0.5f);
  std::array<array_view<int>, 2> arr{{a, b}};
  array_view<int> c[2] = {a, b};
  parallel_for_each(extent<1>(8), [=](index<1> i) [[hc]] { p.first[i] = i[0] * p.second; });
  parallel_for_each(extent<1>(8), [=](index<1> i) [[hc]] {
    std::get<0>(t)[i] = std::get<1>(t)[i] + int(std::get<2>(t) * 4);
  });
  if (b[7] != 23) return 1;
  parallel_for_each(extent<1>(8), [=](index<1> i) [[hc]] {
    int s = 0;
    for (auto& v : arr) s += v[i];
    arr[0][i] = s;
    c[1][i] = s + 1;
  });
  if (a[7] != 44 || b[7] != 45) return 2;
  soa<float> s(16);
  parallel_for_each(extent<1>(16), [s](index<1> i) [[hc]] {
    s.x[i] = 1;
    s.y[i] = 2;
    s.z[i] = s.x[i] + s.y[i];
  });
  if (s.z[15] != 3) return 3;
  std::optional<array_view<int>> o(a);
  parallel_for_each(extent<1>(8), [=](index<1> i) [[hc]] {
    if (o) (*o)[i] = 9;
  });
  if (a[0] != 9) return 4;
  struct local {
    array_view<int> v;
    int k;
    int get(int i) const [[hc]] { return v[i] + k; }
  } l{a, 1};
  auto nested = [l](int i) [[hc]] { return l.get(i) * 2; };
  parallel_for_each(extent<1>(8), [=](index<1> i) [[hc]] { b[i] = nested(i[0]); });
  if (b[3] != 20) return 5;
  std::map<int, array_view<int>> m;
  m.emplace(1, a);
  auto v1 = m.at(1);
  parallel_for_each(extent<1>(8), [=](index<1> i) [[hc]] { v1[i] -= 1; });
  return a[2] == 8 ? 0 : 6;
}
