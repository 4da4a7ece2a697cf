// rows: amp.2.4.3.local
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        static float last;
        // expected-error@-1 {{the local variable 'last' with the storage class 'static'}}
        v[i] = 1;
      });
}
