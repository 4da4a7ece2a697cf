// rows: amp.2.4.3.captures
// Another mistake in the kernel does not hide the capture's.
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  int n = 1;
  int* p = &n;
  parallel_for_each(
      v.extent, [=](index<1> i) restrict(amp) {
        v[i] = *p;
        // expected-error@-1 {{'p' can't be captured: the type 'int *' is not allowed in amp-restricted code}}
        char c = 'a';
        // expected-error@-1 {{'c' of the type 'char' is not allowed in amp-restricted code}}
        v[i] += int(sizeof(c));
      });
}
