// rows: amp.2.whole_programs
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  extent<1> a(7);
  extent<2> b(5, 9);
  extent<3> c(2, 3, 4);
  CHECK(c.size() == 24 && b.contains(index<2>(4, 8)) && !b.contains(index<2>(5, 0)) && extent<2>::rank == 2);
  CHECK(b + index<2>(1, 1) == extent<2>(6, 10) && b - index<2>(1, 1) == extent<2>(4, 8));
  b += extent<2>(1, 1);
  b %= 7;
  CHECK(b == extent<2>(6, 3) && (++b)[1] == 4 && (b--)[0] == 7);
  tiled_extent<4> t = a.tile<4>();
  CHECK(t.pad()[0] == 8 && t.truncate()[0] == 4 && t.tile_dim0 == 4 && t.tile_extent == extent<1>(4));
  tiled_extent<2, 4> u = extent<2>(5, 9).tile<2, 4>();
  CHECK(u.pad() == extent<2>(6, 12) && u.truncate() == extent<2>(4, 8) &&
        u.get_tile_extent() == extent<2>(2, 4));
  array_view<int, 2> v(u.pad());
  parallel_for_each(
      u.pad(), [=](tiled_index<2, 4> i) restrict(amp) {
        v[i.global] = i.tile[0] * 1000 + i.tile[1] * 100 + i.local[0] * 10 + i.local[1] +
                      (i.tile_origin[1] == 4 * i.tile[1]);
      });
  CHECK(v(5, 11) == 2214 && v(0, 0) == 1 && v(1, 5) == 112);
  return failures();
}
