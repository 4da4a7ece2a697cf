// rows: amp.10.4.mipmap_level, amp.10.5.mipmap_range, amp.10.5.get
#include <amp_graphics.h>

#include <cstring>
#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  texture<int, 1> t(8, 16u, 4u);
  for (int level = 0; level < 4; ++level) {
    const texture_view<int, 1> v(t, level);
    CHECK(v.extent[0] == 8 >> level && v.mipmap_levels == 1);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v.set(i, 100 * level + i[0]); });
  }
  const texture_view<const int, 1> all(t), two(t, 1, 2), one(two, 1, 1);
  array_view<int, 1> seen(6);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    seen[0] = all.get(index<1>(7));
    seen[1] = all.get(index<1>(3), 1);
    seen[2] = all.get(index<1>(0), 3);
    seen[3] = two[2];
    seen[4] = two.get(index<1>(1), 1);
    seen[5] = one(1);
  });
  const int expected[] = {7, 103, 300, 102, 201, 201};
  for (int k = 0; k < 6; ++k) CHECK(seen[k] == expected[k]);

  std::vector<int> level(2);
  copy(texture_view<const int, 1>(t, 2, 1), level.begin());
  CHECK(level[0] == 200 && level[1] == 201);
  CHECK_THROWS((texture_view<int, 1>(t, 4)), runtime_exception, "mipmap");
  CHECK_THROWS((texture_view<const int, 1>(t, 3, 2)), runtime_exception, "mipmap");
  CHECK_THROWS((texture_view<const int, 1>(two, 2, 1)), runtime_exception, "mipmap");
  CHECK_THROWS((texture_view<const int, 1>(t, 0, 0)), runtime_exception, "mipmap");
  return failures();
}
