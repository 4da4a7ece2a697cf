// rows: amp.2.4.templates
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

template <typename T>
void saxpy(T a, const std::vector<T>& x, std::vector<T>& y) {
  array_view<const T, 1> xs(int(x.size()), x);
  array_view<T, 1> ys(int(y.size()), y);
  parallel_for_each(ys.extent, [=](index<1> i) restrict(amp) { ys[i] = a * xs[i] + ys[i]; });
  ys.synchronize();
}
template <typename T, int N, template <typename> class Op>
T reduce(const T (&values)[N]) {
  array_view<const T> in(N, values);
  array_view<T> out(1);
  parallel_for_each(out.extent, [=](index<1>) restrict(amp) {
    T r = in[0];
    for (int i = 1; i < N; ++i) r = Op<T>::apply(r, in[i]);
    out[0] = r;
  });
  return out[0];
}
template <typename T>
struct plus {
  static T apply(T a, T b) restrict(cpu, amp) { return a + b; }
};
template <typename T>
struct larger {
  static T apply(T a, T b) restrict(cpu, amp) { return a > b ? a : b; }
};
template <typename T, int Rank>
class grid {
 public:
  explicit grid(extent<Rank> e) : data_(e) {}
  template <typename F>
  void generate(F f) {
    array_view<T, Rank> v(data_);
    parallel_for_each(v.extent, [=](index<Rank> i) restrict(amp) { v[i] = f(i); });
  }
  template <typename U>
  std::vector<U> convert() const {
    std::vector<U> r(data_.extent.size());
    array_view<U, Rank> out(data_.extent, r);
    const array<T, Rank>& in = data_;
    parallel_for_each(out.extent, [=, &in](index<Rank> i) restrict(amp) { out[i] = U(in[i]); });
    out.synchronize();
    return r;
  }

 private:
  array<T, Rank> data_;
};
template <typename... Ts>
int count_all(Ts... values) {
  array_view<int> out(1);
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
    int total = 0;
    const int all[] = {int(values)...};
    for (int v : all) total += v;
    out[i] = total;
  });
  return out[0];
}
template <bool Tiled>
int select(int n) {
  array_view<int> v(n);
  if (Tiled)
    parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) { v[t.global] = t.local[0]; });
  else
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0]; });
  return v[n - 1];
}

int main() {
  std::vector<float> x(3, 2), y(3, 1);
  std::vector<double> dx(3, 3), dy(3, 1);
  std::vector<int> ix(3, 4), iy(3, 1);
  saxpy(2.0f, x, y);
  saxpy(2.0, dx, dy);
  saxpy(2, ix, iy);
  saxpy(3, ix, iy);
  CHECK(y[2] == 5 && dy[2] == 7 && iy[2] == 21);
  const int values[] = {3, 9, 4};
  const float floats[] = {0.5f, 0.25f};
  CHECK((reduce<int, 3, plus>(values) == 16 && reduce<int, 3, larger>(values) == 9));
  CHECK((reduce<float, 2, plus>(floats) == 0.75f));
  grid<int, 2> g(extent<2>(2, 3));
  g.generate([](index<2> i) restrict(amp) { return i[0] * 10 + i[1]; });
  CHECK(g.convert<float>()[5] == 12 && g.convert<double>()[4] == 11 && g.convert<int>()[3] == 10);
  g.generate([](index<2> i) restrict(amp) { return i[1]; });
  CHECK(g.convert<int>()[5] == 2);
  CHECK(count_all(1, 2.5f, 3u) == 6 && count_all(4) == 4);
  CHECK(select<true>(8) == 3 && select<false>(8) == 7);
  return failures();
}
