// rows: amp.2.3.calls
#include <amp.h>

#include <cstdlib>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = std::rand();
        // expected-error@-1 {{'rand' is not restricted to amp}}
      });
}
