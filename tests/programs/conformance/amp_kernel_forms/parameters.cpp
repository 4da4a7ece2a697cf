// rows: amp.2.4.parameters
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  array_view<int, 1> v(8);
  array_view<int, 2> m(4, 4);
  array_view<int, 3> c(2, 2, 2);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
  CHECK(v[7] == 1);
  parallel_for_each(v.extent, [=](const index<1> i) restrict(amp) { v[i] = 2; });
  CHECK(v[7] == 2);
  parallel_for_each(v.extent, [=](const index<1>& i) restrict(amp) { v[i] = 3; });
  CHECK(v[7] == 3);
  parallel_for_each(v.extent, [=](index<1>& i) restrict(amp) { v[i] = 4; });
  CHECK(v[7] == 4);
  parallel_for_each(v.extent, [=](auto i) restrict(amp) { v[i] = 5; });
  CHECK(v[7] == 5);
  parallel_for_each(v.extent, [=](const auto& i) restrict(amp) { v[i] = 6; });
  CHECK(v[7] == 6);
  parallel_for_each(v.extent, [=](index<1>) restrict(amp) { v[0] = 7; });
  CHECK(v[0] == 7);
  parallel_for_each(m.extent, [=](index<2> i) restrict(amp) { m[i] = i[0] * 10 + i[1]; });
  CHECK(m(3, 2) == 32);
  parallel_for_each(c.extent, [=](index<3> i) restrict(amp) { c[i] = i[0] * 100 + i[1] * 10 + i[2]; });
  CHECK(c(1, 0, 1) == 101);
  parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) { v[t] = t.local[0]; });
  CHECK(v[7] == 3);
  parallel_for_each(v.extent.tile<2>(), [=](const tiled_index<2>& t) restrict(amp) { v[t.global] = t.tile[0]; });
  CHECK(v[7] == 3);
  parallel_for_each(m.extent.tile<2, 2>(), [=](tiled_index<2, 2> t) restrict(amp) { m[t] = t.tile[0] * 2 + t.tile[1]; });
  CHECK(m(3, 1) == 2);
  parallel_for_each(c.extent.tile<1, 1, 2>(), [=](tiled_index<1, 1, 2> t) restrict(amp) { c[t] = t.local[2]; });
  CHECK(c(1, 1, 1) == 1);
  parallel_for_each(v.extent.tile<8>(), [=](index<1> i) restrict(amp) { v[i] = 50 + i[0]; });
  CHECK(v[7] == 57);
  parallel_for_each(v.extent, [=](index<1>) restrict(amp) {});
  parallel_for_each(v.extent, [](index<1>) restrict(amp) {});
  CHECK(v[7] == 57);
  return failures();
}
