// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  int n = 1;
  // expected-error@+1 {{'n' of type 'int' is captured by reference; a kernel can capture only arrays and textures so}}
  parallel_for_each(v.get_extent(), [ =, &n ](index<1> i) restrict(amp) { v[i] = n; });
}
