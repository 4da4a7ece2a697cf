// rows: amp.10.4.lifetime
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

texture_view<const int, 1> view_of_gone() {
  const int values[] = {4, 5, 6};
  const texture<int, 1> t(3, values, values + 3);
  return texture_view<const int, 1>(t);
}

int main() {
  const texture_view<const int, 1> v = view_of_gone();
  array_view<int, 1> seen(3);
  parallel_for_each(seen.extent, [=](index<1> i) restrict(amp) { seen[i] = v[i]; });
  CHECK(seen[0] == 4 && seen[1] == 5 && seen[2] == 6);
  return failures();
}
