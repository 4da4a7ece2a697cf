// rows: amp.10.1.subscript
#include <amp_graphics.h>

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  texture<int, 1> t(4);
  parallel_for_each(
      t.extent, [&t](index<1> i) restrict(amp) {
        t[i] = 3;  // expected-error {{a texel of 't' is no object in memory: textures are written by set()}}
      });
  return 0;
}
