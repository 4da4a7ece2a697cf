// rows: amp.10.5.value_types
#include <amp_graphics.h>

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  texture<int, 1> t(4);
  texture_view<const int, 1> v(t);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    v.sample(0.5f);  // expected-note {{in instantiation}}
  });
  return 0;
}
