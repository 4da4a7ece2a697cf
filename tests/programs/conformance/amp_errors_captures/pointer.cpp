// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  int n = 1;
  int* p = &n;
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = *p;
        // expected-error@-1 {{'p' can't be captured: the type 'int *' is not allowed in amp-restricted code}}
      });
}
