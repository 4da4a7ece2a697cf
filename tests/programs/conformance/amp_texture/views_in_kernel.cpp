// rows: amp.10.4.constructors, amp.10.5.constructors, amp.10.2.constructors
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  const int values[] = {1, 2, 3, 4};
  texture<int, 1> t(4, values, values + 4);
  array_view<int, 1> read(4);
  // Views made in the kernel, of a texture that it holds by reference.
  parallel_for_each(t.extent, [=, &t](index<1> i) restrict(amp) {
    const texture_view<const int, 1> readable(t);
    const texture_view<int, 1> both(t);
    const writeonly_texture_view<int, 1> writable(t);
    read[i] = readable[i] + both.get(i) * 10 + both.extent[0] * 1000;
    writable.set(i, read[i] + 1);
  });
  for (int k = 0; k < 4; ++k) CHECK(read[k] == values[k] * 11 + 4000);
  int now[4];
  copy(t, now, sizeof now);
  for (int k = 0; k < 4; ++k) CHECK(now[k] == values[k] * 11 + 4001);
  return failures();
}
