// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  array<float, 2> a(4, 4);
  // expected-error@+1 {{'a' is captured by value; arrays and textures must be captured by reference}}
  parallel_for_each(v.get_extent(), [ a, v ](index<1> i) restrict(amp) { v[i] = 1; });
}
