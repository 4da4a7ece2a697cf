// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  int n = 1;
  array<int> a(16);
  parallel_for_each(
      v.get_extent(), [&](index<1> i) restrict(amp) {
        a[i] = n;
        // expected-error@-1 {{'n' of type 'int' is captured by reference}}
        v[i] = a[i];
        // expected-note@-1 {{'v' of type 'array_view<int>' is captured by reference as well}}
      });
}
