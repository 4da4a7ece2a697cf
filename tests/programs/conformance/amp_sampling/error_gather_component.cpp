// rows: amp.10.5.gather
#include <amp_graphics.h>

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  texture<float_2, 2> t(4, 4);
  texture_view<const float_2, 2> v(t);
  parallel_for_each(v.extent, [=](index<2> i) restrict(amp) {
    v.gather_blue(float_2(0.5f, 0.5f));  // expected-note {{in instantiation}}
  });
  return 0;
}
