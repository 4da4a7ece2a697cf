// rows: amp.2.3.kernel_parameter
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  // expected-error@+1 {{the kernel can't be called with the index of its compute domain, 'concurrency::index<2>'}}
  parallel_for_each(extent<2>(4, 4), [=](index<1> i) restrict(amp) { v[0] = 1; });
}
