// rows: amp.2.3.kernel_parameter
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  // expected-error@+1 {{the kernel can't be called with the index of its compute domain, 'concurrency::tiled_index<16>'}}
  parallel_for_each(extent<1>(16).tile<16>(), [=](tiled_index<8> i) restrict(amp) { v[0] = 1; });
}
