#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  extent<1> e(16);
  parallel_for_each(e, [=](index<1> i) { v[i] = 1; });  // expected-error {{a kernel must be declared with restrict(amp)}}
}
