// rows: amp.2.3.calls
#include <amp.h>

using namespace concurrency;

int host(int n) restrict(cpu) { return n; }

int main() {
  array_view<int> v(16);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = host(1);
        // expected-error@-1 {{'host' is not restricted to amp}}
      });
}
