// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  int* p[2] = {};
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = p[0] == nullptr;
        // expected-error@-1 {{'p' can't be captured}}
      });
}
