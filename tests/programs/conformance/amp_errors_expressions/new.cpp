// rows: amp.2.4.3.calls
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        int* p = new int(1);
        // expected-error@-1 {{'new' is not allowed in amp-restricted code}}
        int* q = new int[4];
        // expected-error@-1 {{'new' is not allowed in amp-restricted code}}
        v[i] = *p + q[0];
        delete p;
        // expected-error@-1 {{'delete' is not allowed in amp-restricted code}}
        delete[] q;
        // expected-error@-1 {{'delete' is not allowed in amp-restricted code}}
      });
}
