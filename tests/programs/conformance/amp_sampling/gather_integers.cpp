// rows: amp.10.5.gather
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  const unsigned char bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};
  const texture<uint_2, 2> t(2, 2, bytes, 8u, 8u);
  const texture_view<const uint_2, 2> v(t);
  array_view<uint_4, 1> seen(2);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    seen[0] = v.gather_red(float_2(0.5f, 0.5f));
    seen[1] = v.gather_green(float_2(0.5f, 0.5f));
  });
  CHECK(seen[0] == uint_4(5, 7, 3, 1) && seen[1] == uint_4(6, 8, 4, 2));
  return failures();
}
