// rows: amp.2.4.kernel_result
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

using nothing = void;
struct several {
  array_view<int> out;
  nothing operator()(index<1> i) const restrict(amp) { out[i] = (*this)(i[0]); }
  int operator()(int x) const restrict(amp) { return x * 3; }
};
struct tiles {  // has an operator of its own that takes an index
  array_view<int> out;
  void operator()(tiled_index<4> t) const restrict(amp) { out[t.global] = (*this)(t.global); }
  int operator()(index<1> i) const restrict(amp) { return i[0] * 5; }
};
template <typename T>
struct of_any {
  array_view<T> out;
  void operator()(const index<1>& i) const restrict(amp) { out[i] = value(i); }
  T value(const index<1>& i) const restrict(amp) { return i[0] + 1; }
};
void early(int) restrict(amp, cpu) {}

int main() {
  array_view<int> v(8);
  parallel_for_each(v.extent, several{v});
  CHECK(v[7] == 21);
  parallel_for_each(v.extent.tile<4>(), tiles{v});
  CHECK(v[7] == 35);
  parallel_for_each(v.extent, of_any<int>{v});
  CHECK(v[7] == 8);
  const auto twice = [](index<1> i) restrict(amp) { return 2 * i[0]; };
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) -> nothing {
    if (i[0] == 0) return early(i[0]);
    v[i] = twice(i);
  });
  CHECK(v[0] == 1 && v[7] == 14);
  parallel_for_each(v.extent.tile<4>(), [=](auto t) restrict(amp) { v[t.global] = t.local[0]; });
  CHECK(v[7] == 3);
  return failures();
}
