// rows: amp.2.4.lambda
#include <amp.h>

#include <utility>

#include "check.hpp"

using namespace concurrency;

template <typename F>
void launch_copy(extent<1> e, F f) {
  parallel_for_each(e, f);
}
template <typename F>
void launch_reference(const extent<1>& e, const F& f) {
  parallel_for_each(e, f);
}
template <typename F>
void launch_forward(const extent<1>& e, F&& f) {
  parallel_for_each(e, std::forward<F>(f));
}
template <typename F>
void launch_twice(const extent<1>& e, F f) {
  launch_forward(e, f);
}
template <typename F>
struct deferred {
  F f;
  extent<1> e;
  void run() const { parallel_for_each(e, f); }
};
template <typename F>
deferred<F> defer(extent<1> e, F f) {
  return deferred<F>{f, e};
}
template <typename View>
auto make_kernel(View v, int value) {
  return [=](index<1> i) restrict(amp) { v[i] = value; };
}
template <typename F>
struct adapter {
  F f;
  array_view<int> out;
  void operator()(index<1> i) const restrict(amp) { out[i] = f(i[0]); }
};
template <typename F>
void map(const array_view<int>& out, F f) {
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = f(i[0]); });
}

int main() {
  array_view<int> v(4);
  auto kernel = [=](index<1> i) restrict(amp) { v[i] = 1; };
  parallel_for_each(v.extent, kernel);
  CHECK(v[3] == 1);
  const auto& reference = kernel;
  v[3] = 0;
  parallel_for_each(v.extent, reference);
  CHECK(v[3] == 1);
  launch_copy(v.extent, [=](index<1> i) restrict(amp) { v[i] = 2; });
  CHECK(v[3] == 2);
  launch_reference(v.extent, [=](index<1> i) restrict(amp) { v[i] = 3; });
  CHECK(v[3] == 3);
  launch_forward(v.extent, [=](index<1> i) restrict(amp) { v[i] = 4; });
  CHECK(v[3] == 4);
  launch_forward(v.extent, kernel);
  CHECK(v[3] == 1);
  launch_twice(v.extent, [=](index<1> i) restrict(amp) { v[i] = 5; });
  CHECK(v[3] == 5);
  auto later = defer(v.extent, [=](index<1> i) restrict(amp) { v[i] = 6; });
  later.run();
  CHECK(v[3] == 6);
  parallel_for_each(v.extent, make_kernel(v, 7));
  CHECK(v[3] == 7);
  auto function = [](int x) restrict(amp) { return x * 8; };
  parallel_for_each(v.extent, adapter<decltype(function)>{function, v});
  CHECK(v[3] == 24);
  map(v, [](int x) restrict(amp) { return x * 9; });
  map(v, [v](int x) restrict(amp) { return v[x] + 1; });
  CHECK(v[3] == 28);
  auto outer = [&] { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 10; }); };
  outer();
  CHECK(v[3] == 10);
  [](array_view<int> w) {
    [=] { parallel_for_each(w.extent, [=](index<1> i) restrict(amp) { w[i] = 11; }); }();
  }(v);
  CHECK(v[3] == 11);
  return failures();
}
