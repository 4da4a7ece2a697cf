// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  array<int> a(16);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = a[i];
        // expected-error@-1 {{'a' is captured by value; arrays and textures must be captured by reference}}
      });
}
