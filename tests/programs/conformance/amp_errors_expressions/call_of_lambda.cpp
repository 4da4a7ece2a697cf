// rows: amp.2.3.calls
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  auto host = [](int n) restrict(cpu) { return n + 1; };
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = host(1);
        // expected-error@-1 {{is not restricted to amp and can't be called in amp-restricted code}}
      });
}
