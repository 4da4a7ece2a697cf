#include <amp.h>

using namespace concurrency;

int odd(int n) restrict(amp);
int even(int n) restrict(amp) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) restrict(amp) { return n == 0 ? 0 : even(n - 1); }  // expected-error {{'even(int)' calls itself; recursion is not allowed in amp-restricted code}} expected-note@-1 {{'odd(int)' is called from 'even(int)' here}}

int main() {
  array_view<int> v(16);
  parallel_for_each(extent<1>(16), [=](index<1> i) restrict(amp) {  // expected-note {{kernel starts here}}
    v[i] = even(5);                                                 // expected-note {{'even(int)' is called from the kernel here}}
  });
}
