// rows: amp.2.3.kernels
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);

  // expected-error@+1 {{a kernel must be declared with restrict(amp)}}
  parallel_for_each(v.get_extent(), [=](index<1> i) { v[i] = 1; });
}
