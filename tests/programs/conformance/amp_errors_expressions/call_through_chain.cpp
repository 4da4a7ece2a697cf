// rows: amp.2.3.calls
#include <amp.h>

using namespace concurrency;

int host(int n) { return n; }
int inner(int n) restrict(amp) { return host(n); }
// expected-error@-1 {{'host' is not restricted to amp}}
int middle(int n) restrict(amp) { return inner(n); }
// expected-note@-1 {{'inner(int)' is called from 'middle(int)' here}}
int outer(int n) restrict(amp) { return middle(n); }
// expected-note@-1 {{'middle(int)' is called from 'outer(int)' here}}

int main() {
  array_view<int> v(16);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = outer(1);
        // expected-note@-1 {{'outer(int)' is called from the kernel here}}
      });
}
