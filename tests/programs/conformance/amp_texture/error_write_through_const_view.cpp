// rows: amp.10.5.get
#include <amp_graphics.h>

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  texture<int, 1> t(4);
  texture_view<const int, 1> v(t);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    v.set(i, 3);  // expected-error {{no member named 'set'}}
  });
  return 0;
}
