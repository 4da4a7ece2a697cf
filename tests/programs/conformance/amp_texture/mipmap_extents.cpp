// rows: amp.10.1.mipmap_levels, amp.10.1.mipmap_extent, amp.10.1.data_length
#include <amp_graphics.h>

#include <cstring>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  texture<float, 2> t(5, 12, 32u, 0u);
  CHECK(t.mipmap_levels == 4 && t.get_mipmap_levels() == 4);
  CHECK(t.get_mipmap_extent(0) == extent<2>(5, 12) && t.get_mipmap_extent(1) == extent<2>(2, 6));
  CHECK(t.get_mipmap_extent(2) == extent<2>(1, 3) && t.get_mipmap_extent(3) == extent<2>(1, 1));
  CHECK(t.data_length == 4 * (60 + 12 + 3 + 1));
  CHECK_THROWS(t.get_mipmap_extent(4), runtime_exception, "mipmap");
  const texture_view<const float, 2> v(t, 1, 2);
  CHECK(v.mipmap_levels == 2 && v.extent == extent<2>(2, 6) && v.get_mipmap_extent(1) == extent<2>(1, 3));
  CHECK(v.data_length == 4 * (12 + 3));
  CHECK_THROWS(v.get_mipmap_extent(2), runtime_exception, "mipmap");
  array_view<int, 1> seen(2);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    seen[0] = v.get_mipmap_extent(1)[1];
    seen[1] = int(v.get_mipmap_levels()) * 100 + v.get_extent()[1];
  });
  CHECK(seen[0] == 3 && seen[1] == 206);
  return failures();
}
