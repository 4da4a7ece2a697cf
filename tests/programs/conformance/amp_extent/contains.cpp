// rows: amp.4.2.contains
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  const extent<2> bounds(3, 4);
  CHECK(bounds.contains(index<2>(0, 0)) && bounds.contains(index<2>(2, 3)));
  CHECK(!bounds.contains(index<2>(3, 0)) && !bounds.contains(index<2>(0, 4)) && !bounds.contains(index<2>(-1, 0)));

  array_view<int, 1> inside(2);
  parallel_for_each(inside.extent, [=](index<1> i) restrict(amp) {
    inside[i] = bounds.contains(index<2>(2, 3 + i[0]));
  });
  CHECK(inside[0] == 1 && inside[1] == 0);
  return failures();
}
